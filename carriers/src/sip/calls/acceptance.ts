import type { Scheduler } from '../scheduler.ts';
import { TimerSet } from '../scheduler.ts';
import type { ServerTransaction } from '../transactions/server-transaction.ts';
import { giveUpMs, t1Ms, t2Ms } from '../transactions/timer-values.ts';

export type AcceptanceOptions = {
  scheduler: Scheduler;
  /** The INVITE, just answered with 2xx. */
  transaction: ServerTransaction;
  /** The far end has the 2xx; the body of its ACK. */
  onAcknowledged(body: string): void;
  onLost(): void;
};

/** A 2xx of ours until its ACK comes: sent again and again, over TCP too (RFC 3261 section 13.3.1.4). */
export class Acceptance {
  readonly #options: AcceptanceOptions;
  readonly #timers: TimerSet;
  #isOver = false;

  constructor(options: AcceptanceOptions) {
    this.#options = options;
    this.#timers = new TimerSet(options.scheduler);
    this.#repeat(t1Ms);
    this.#timers.set('give-up', giveUpMs, () => {
      this.stop();
      options.onLost();
    });
  }

  /** Takes an ACK; false when it is of another INVITE. */
  acknowledge(sequence: number, body: string): boolean {
    if (this.#isOver || sequence !== this.#options.transaction.request.cseq.number) return false;
    this.stop();
    this.#options.onAcknowledged(body);
    return true;
  }

  stop(): void {
    this.#isOver = true;
    this.#timers.clearAll();
  }

  #repeat(afterMs: number): void {
    this.#timers.set('repeat', afterMs, () => {
      this.#options.transaction.transmit();
      this.#repeat(Math.min(afterMs * 2, t2Ms));
    });
  }
}
