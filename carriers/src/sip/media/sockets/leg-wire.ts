import type { SourceLatch } from '../source-latch.ts';
import type { SrtpSession } from '../srtp/srtp-session.ts';
import type { RtpSocket } from './rtp-socket.ts';

/**
 * The way to the far end of a leg. Once the far end is settled the socket is connected to it: the system finds the way
 * once instead of with each packet, and refuses other sources as the latch does.
 */
export class LegWire {
  readonly #socket: RtpSocket;
  readonly #latch: SourceLatch;
  readonly #isIpv6: boolean;
  #isConnected = false;
  /** The system would not connect there: packets are sent one by one. */
  #isRefused = false;
  #srtp: SrtpSession | null = null;

  constructor(options: { socket: RtpSocket; latch: SourceLatch; isIpv6: boolean }) {
    this.#socket = options.socket;
    this.#latch = options.latch;
    this.#isIpv6 = options.isIpv6;
  }

  /** Everything that is sent from now on is encrypted. */
  encryptBy(srtp: SrtpSession): void {
    this.#srtp = srtp;
  }

  /** Sends a packet that keeps its content for the next ticks. False when the far end is nowhere yet. */
  send(packet: Uint8Array): boolean {
    if (!this.#isConnected && !this.#canReach) return false;
    const bytes = this.#srtp ? this.#srtp.protect(packet) : packet;
    if (this.#isConnected) this.#socket.send(bytes);
    else this.#socket.sendTo(bytes, this.#latch.port, this.#latch.address);
    return true;
  }

  /** To be called when the latch may have moved. */
  follow(): void {
    const { isSettled } = this.#latch;
    if (isSettled === this.#isConnected) return;
    if (this.#isConnected) {
      this.#isConnected = false;
      this.#socket.disconnect();
    } else if (!this.#isRefused && this.#canReach) {
      this.#isConnected = this.#socket.connect(this.#latch.port, this.#latch.address);
      this.#isRefused = !this.#isConnected;
    }
  }

  /** An IPv6 address cannot be reached by an IPv4 socket: the far end's first packet will tell another. */
  get #canReach(): boolean {
    const { address, port } = this.#latch;
    return port !== 0 && address.includes(':') === this.#isIpv6;
  }
}
