import type { Scheduler } from '../scheduler.ts';

/** A clock for tests that stands still until it is turned. */
export class TestingScheduler implements Scheduler {
  #nowMs = 1_700_000_000_000;
  #nextId = 0;
  readonly #timers = new Map<number, { dueMs: number; action: () => void }>();

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, action: () => void): () => void {
    const id = this.#nextId++;
    this.#timers.set(id, { dueMs: this.#nowMs + delayMs, action });
    return () => this.#timers.delete(id);
  }

  /** Timers that have not run. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Runs everything due in the next `byMs`, in order of time. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const due = [...this.#timers]
        .filter(([, timer]) => timer.dueMs <= endMs)
        .sort(([leftId, left], [rightId, right]) => left.dueMs - right.dueMs || leftId - rightId)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#nowMs = Math.max(this.#nowMs, due[1].dueMs);
      due[1].action();
    }
    this.#nowMs = endMs;
  }
}
