import type { Socket } from 'node:dgram';
import { isIP } from 'node:net';
import { bindRtpSocket } from './bind-rtp-socket.ts';
import { bindDatagramSocket } from './event-socket.ts';
import type { RtpSocket } from './rtp-socket.ts';

/** Two bound sockets of a leg: RTP on an even port, RTCP on the next (RFC 3550 section 11). */
export type PortPair = {
  port: number;
  rtp: RtpSocket;
  rtcp: Socket;
  /** Closes both and gives the ports back. May be called twice. */
  close(): void;
};

/**
 * Hands out pairs of ports of a range. A pair rests for two seconds after its release, if there are others, so that
 * late packets of one call do not reach the next.
 */
export class PortPairs {
  readonly #first: number;
  readonly #count: number;
  readonly #nowMs: () => number;
  readonly #open = new Set<number>();
  readonly #restingSinceMs = new Map<number, number>();
  #next: number;

  /** Throws a RangeError when the range has no even port followed by an odd one. */
  constructor(options: { min: number; max: number; nowMs: () => number; random: () => number }) {
    this.#first = options.min + (options.min % 2);
    this.#count = Math.floor((options.max - this.#first + 1) / 2);
    if (!Number.isInteger(options.min) || options.min < 1 || options.max > 65_535 || this.#count < 1) {
      throw new RangeError(`${options.min} to ${options.max} holds no pair of RTP ports.`);
    }
    this.#nowMs = options.nowMs;
    // Several threads share the range: each begins elsewhere.
    this.#next = Math.floor(options.random() * this.#count);
  }

  /** Pairs that are open now. */
  get openCount(): number {
    return this.#open.size;
  }

  /** Binds a pair at an IP literal. Rejects when none is free, with the reason. */
  async open(address: string): Promise<PortPair> {
    if (isIP(address) === 0) throw new Error('RTP needs an IP address to bind, not a name.');
    let lastError: unknown = null;
    const refused = new Set<number>();
    for (const mayReuse of [false, true]) {
      for (let i = 0; i < this.#count; i += 1) {
        const port = this.#first + 2 * this.#next;
        this.#next = (this.#next + 1) % this.#count;
        if (this.#open.has(port) || refused.has(port) || this.#isResting(port) !== mayReuse) continue;
        this.#open.add(port);
        try {
          return await this.#bind(address, port);
        } catch (error) {
          this.#open.delete(port);
          lastError = error;
          refused.add(port);
          // Another program has it: others come first for a while, so that a taken stretch is searched only once.
          this.#restingSinceMs.set(port, this.#nowMs());
        }
      }
    }
    const last = this.#first + 2 * this.#count - 1;
    throw new Error(
      `No pair of RTP ports is free from ${this.#first} to ${last}: ${this.#open.size} in use here, ${refused.size} refused by the system.`,
      lastError === null ? undefined : { cause: lastError },
    );
  }

  #isResting(port: number): boolean {
    const sinceMs = this.#restingSinceMs.get(port);
    return sinceMs !== undefined && this.#nowMs() - sinceMs < restMs;
  }

  async #bind(address: string, port: number): Promise<PortPair> {
    const rtp = await bindRtpSocket(address, port);
    let rtcp: Socket;
    try {
      rtcp = await bindDatagramSocket(address, port + 1);
    } catch (error) {
      rtp.close();
      throw error;
    }
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      rtp.close();
      rtcp.close();
      this.#open.delete(port);
      this.#restingSinceMs.set(port, this.#nowMs());
    };
    return { port, rtp, rtcp, close };
  }
}

const restMs = 2000;
