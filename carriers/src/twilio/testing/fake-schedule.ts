/** Time that stands still until it is moved. */
export class FakeSchedule {
  #nowMs = 0;
  #tasks: { atMs: number; work: () => void }[] = [];

  get pending(): number {
    return this.#tasks.length;
  }

  schedule = (work: () => void, delayMs: number): (() => void) => {
    const task = { atMs: this.#nowMs + delayMs, work };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((each) => each !== task);
    };
  };

  /** Runs what is due until then, in order, and what it brings about at once. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [next] = this.#tasks.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs);
      if (!next) break;
      this.#tasks = this.#tasks.filter((each) => each !== next);
      this.#nowMs = next.atMs;
      next.work();
      await settle();
    }
    this.#nowMs = untilMs;
    await settle();
  }
}

/** Messages between ports of one thread arrive in the next turns of its event loop. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
