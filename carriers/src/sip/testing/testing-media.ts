import type { MediaControl } from '../../carrier.ts';
import type { MediaChange, ReserveRequest } from '../media-messages.ts';

/** A media half for tests of the signalling: hands out port numbers and remembers what it is told. */
export class TestingMedia implements MediaControl {
  readonly reserved = new Map<string, ReserveRequest>();
  readonly changes: { legId: string; change: MediaChange }[] = [];
  readonly released: string[] = [];
  /** Set: the next reservations fail. */
  isFull = false;
  #listener: (legId: string, signal: unknown) => void = () => undefined;
  #nextPort = 42_000;

  async reserve(_carrierId: string, legId: string, request: unknown): Promise<unknown> {
    if (this.isFull) throw new Error('No port is free.');
    const asked = request as ReserveRequest;
    this.reserved.set(legId, asked);
    const port = this.#nextPort;
    this.#nextPort = port >= 43_998 ? 42_000 : port + 2;
    return { address: asked.localAddress, port, rtcpPort: port + 1 };
  }

  async update(legId: string, change: unknown): Promise<unknown> {
    this.changes.push({ legId, change: change as MediaChange });
    return undefined;
  }

  release(legId: string): void {
    this.reserved.delete(legId);
    this.released.push(legId);
  }

  onSignal(_carrierId: string, listener: (legId: string, signal: unknown) => void): void {
    this.#listener = listener;
  }

  signal(legId: string, signal: unknown): void {
    this.#listener(legId, signal);
  }
}
