import type { Socket } from 'node:dgram';
import type { SourceLatch } from './source-latch.ts';

/**
 * The way to the far end of a leg. Once the far end is settled the socket is connected to it: the system finds the way
 * once instead of with each packet, and refuses other sources as the latch does.
 */
export class LegWire {
  readonly #socket: Socket;
  readonly #latch: SourceLatch;
  readonly #isIpv6: boolean;
  #isConnected = false;
  /** The system would not connect there: packets are sent one by one. */
  #isRefused = false;

  constructor(options: { socket: Socket; latch: SourceLatch; isIpv6: boolean }) {
    this.#socket = options.socket;
    this.#latch = options.latch;
    this.#isIpv6 = options.isIpv6;
  }

  /** Sends a datagram that keeps its content for the next ticks. False when the far end is nowhere yet. */
  send(bytes: Uint8Array): boolean {
    // Without a callback: a packet that cannot leave is a lost packet (a far end that stays away is found by its own
    // silence), and a callback would cost a turn of the task queue per packet.
    if (this.#isConnected) this.#socket.send(bytes);
    else {
      if (!this.#canReach) return false;
      this.#socket.send(bytes, this.#latch.port, this.#latch.address);
    }
    return true;
  }

  /** To be called when the latch may have moved. */
  follow(): void {
    const { isSettled } = this.#latch;
    if (isSettled === this.#isConnected) return;
    if (this.#isConnected) {
      this.#isConnected = false;
      this.#socket.disconnect();
    } else if (!this.#isRefused && this.#canReach) this.#connect();
  }

  /** An IPv6 address cannot be reached by an IPv4 socket: the far end's first packet will tell another. */
  get #canReach(): boolean {
    const { address, port } = this.#latch;
    return port !== 0 && address.includes(':') === this.#isIpv6;
  }

  /** Done at once, as the address is no name; what fails is told to the listener for errors, whom nobody needs. */
  #connect(): void {
    try {
      this.#socket.connect(this.#latch.port, this.#latch.address);
      // Throws when it is not.
      this.#socket.remoteAddress();
      this.#isConnected = true;
    } catch {
      this.#isRefused = true;
    }
  }
}
