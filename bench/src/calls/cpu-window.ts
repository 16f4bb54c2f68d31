/** What a process used and how it kept time between `begin` and `end`. */
export type ProductWindow = {
  cpuMs: number;
  elapsedMs: number;
  rssMiB: number;
  /** The latest tick of each second. */
  tickLateMs: number[];
};

/** Measures a process between two moments. */
export class CpuWindow {
  readonly #cpu = process.cpuUsage();
  readonly #startMs = performance.now();
  readonly #tickLateMs: number[] = [];
  readonly #timer: NodeJS.Timeout;

  /** Begins; `takeLateMsMax` tells the latest tick since it was asked last. */
  constructor(takeLateMsMax: () => number) {
    takeLateMsMax();
    this.#timer = setInterval(() => this.#tickLateMs.push(takeLateMsMax()), 1000);
  }

  end(): ProductWindow {
    clearInterval(this.#timer);
    const { user, system } = process.cpuUsage(this.#cpu);
    return {
      cpuMs: (user + system) / 1000,
      elapsedMs: performance.now() - this.#startMs,
      rssMiB: rssMiB(),
      tickLateMs: this.#tickLateMs,
    };
  }
}

export function rssMiB(): number {
  return process.memoryUsage.rss() / 2 ** 20;
}
