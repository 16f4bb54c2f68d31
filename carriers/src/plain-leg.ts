import type { EndReason } from '@parley/contract/end-reasons';
import type { Leg, LegEvent } from './carrier.ts';

/** A leg's life towards its owner: events in order, `ended` once and last, those before the listener kept. */
export class PlainLeg implements Leg {
  readonly id: string;
  readonly #onHangUp: () => void;
  #listener: ((event: LegEvent) => void) | undefined;
  #early: LegEvent[] = [];
  #hasEnded = false;

  constructor(id: string, onHangUp: () => void) {
    this.id = id;
    this.#onHangUp = onHangUp;
  }

  onEvent(listener: (event: LegEvent) => void): void {
    this.#listener = listener;
    for (const event of this.#early.splice(0)) listener(event);
  }

  hangUp(): void {
    if (!this.#hasEnded) this.#onHangUp();
  }

  tell(event: Exclude<LegEvent, { type: 'ended' }>): void {
    if (!this.#hasEnded) this.#deliver(event);
  }

  end(endReason: EndReason, detail?: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#deliver({ type: 'ended', endReason, ...(detail !== undefined && { detail }) });
  }

  #deliver(event: LegEvent): void {
    if (this.#listener) this.#listener(event);
    else this.#early.push(event);
  }
}
