import type { Leg, LegEvent, ReferEnd } from '../../carrier.ts';
import type { Log } from '../sip-stack.ts';

/** Why our side closes a leg: asked to, the process stops, or no audio comes any more. */
export type LegClosing = 'hung_up' | 'shut_down' | 'media_lost';

export type SipLegOptions = { id: string; log: Log; onEnded(leg: SipLeg): void };

/** Events that wait for a listener; what notes are more is dropped. */
const maxEarlyEvents = 50;

/** The leg that the server sees: tells its events in order, `ended` once and last. */
export class SipLeg implements Leg {
  readonly id: string;
  readonly #told = new Set<LegEvent['type']>();
  #early: LegEvent[] = [];
  #listener: ((event: LegEvent) => void) | undefined;
  #onRefer: ((toNumber: string) => Promise<ReferEnd>) | undefined;
  #onClose: ((because: LegClosing) => void) | undefined;
  readonly #options: SipLegOptions;

  constructor(options: SipLegOptions) {
    this.id = options.id;
    this.#options = options;
  }

  get hasEnded(): boolean {
    return this.#told.has('ended');
  }

  onEvent(listener: (event: LegEvent) => void): void {
    this.#listener = listener;
    const early = this.#early;
    this.#early = [];
    for (const event of early) this.#hand(event);
  }

  hangUp(): void {
    this.close('hung_up');
  }

  get refer(): ((toNumber: string) => Promise<ReferEnd>) | undefined {
    return this.hasEnded ? undefined : this.#onRefer;
  }

  /** How the far end is asked to go elsewhere: once the call stands, where its network can be asked. */
  whenReferred(action: (toNumber: string) => Promise<ReferEnd>): void {
    this.#onRefer = action;
  }

  close(because: LegClosing): void {
    if (!this.hasEnded) this.#onClose?.(because);
  }

  /** What `close` does now: it changes as the call goes on. */
  whenClosed(action: (because: LegClosing) => void): void {
    this.#onClose = action;
  }

  tell(event: LegEvent): void {
    if (this.hasEnded) return;
    if (event.type !== 'note' && this.#told.has(event.type)) return;
    this.#told.add(event.type);
    if (this.#listener) this.#hand(event);
    else if (this.#early.length < maxEarlyEvents || event.type === 'ended') this.#early.push(event);
    if (event.type === 'ended') this.#options.onEnded(this);
  }

  /** A listener that fails must not break the signalling of its own and of other calls. */
  #hand(event: LegEvent): void {
    try {
      this.#listener?.(event);
    } catch (error) {
      this.#options.log('error', 'A listener of a SIP leg failed.', {
        legId: this.id,
        event: event.type,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
}
