/** Waits by ticks instead of a timer. One wait at a time. */
export class TickedWait {
  #untilMs = 0;
  #resolve: (() => void) | null = null;

  /** Resolves at the first tick at or after this time. */
  until(timeMs: number): Promise<void> {
    this.#untilMs = timeMs;
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  tick(nowMs: number): void {
    if (!this.#resolve || nowMs < this.#untilMs) return;
    const resolve = this.#resolve;
    this.#resolve = null;
    resolve();
  }

  /** The wait never ends. */
  cancel(): void {
    this.#resolve = null;
  }
}
