import type { Clock } from '../interfaces/clock.ts';

/** A clock that is turned by hand, with waits that end when it gets there. */
export class FakeClock implements Clock {
  #nowMs = 0;
  #order = 0;
  readonly #due: { atMs: number; order: number; run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  /** Runs something when this much time has passed. */
  after(delayMs: number, run: () => void): void {
    this.#due.push({ atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, run });
  }

  /** Resolves when this much time has passed. */
  wait(delayMs: number): Promise<void> {
    return delayMs <= 0 ? Promise.resolve() : new Promise((resolve) => this.after(delayMs, resolve));
  }

  /** Turns the clock on; what falls due on the way runs in order. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#findNext(untilMs);
      if (!next) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.run();
    }
    this.#nowMs = untilMs;
  }

  /** How many waits have not ended. */
  get waitCount(): number {
    return this.#due.length;
  }

  #findNext(untilMs: number): { atMs: number; order: number; run: () => void } | undefined {
    let first: { atMs: number; order: number; run: () => void } | undefined;
    for (const entry of this.#due) {
      if (entry.atMs > untilMs) continue;
      if (!first || entry.atMs < first.atMs || (entry.atMs === first.atMs && entry.order < first.order)) {
        first = entry;
      }
    }
    return first;
  }
}

/** Lets everything run that waits for promises only. */
export async function settle(turns = 40): Promise<void> {
  for (let i = 0; i < turns; i++) await Promise.resolve();
}
