/** Timers of the signalling, injected so that tests turn the clock themselves. */
export interface Scheduler {
  /** Wall-clock time in ms since 1970. */
  nowMs(): number;
  /** Runs `action` once after `delayMs`; the returned function cancels it and may be called twice. */
  after(delayMs: number, action: () => void): () => void;
}

/** The real clock. */
export const systemScheduler: Scheduler = {
  nowMs: () => Date.now(),
  after(delayMs, action) {
    const timer = setTimeout(action, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A scheduler on which several named timers of one owner can be set and dropped together. */
export class TimerSet {
  readonly #scheduler: Scheduler;
  readonly #timers = new Map<string, () => void>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  /** Starts a timer, replacing the one of the same name. */
  set(name: string, delayMs: number, action: () => void): void {
    this.clear(name);
    const cancel = this.#scheduler.after(delayMs, () => {
      this.#timers.delete(name);
      action();
    });
    this.#timers.set(name, cancel);
  }

  clear(name: string): void {
    this.#timers.get(name)?.();
    this.#timers.delete(name);
  }

  clearAll(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }
}
