/** Percentiles of many values in bounded memory: exact to a hundredth below 100, to 0.1 % above. */
export class Distribution {
  readonly #fine = new Uint32Array(fineBuckets);
  readonly #coarse = new Map<number, number>();
  #count = 0;
  #max = 0;

  static of(values: Iterable<number>): Distribution {
    const distribution = new Distribution();
    for (const value of values) distribution.add(value);
    return distribution;
  }

  /** Adds a value; below 0 counts as 0. */
  add(value: number): void {
    this.#count += 1;
    if (value > this.#max) this.#max = value;
    const bucket = Math.max(0, Math.floor(value * bucketsPerUnit));
    if (bucket < fineBuckets) this.#fine[bucket]! += 1;
    else {
      const key = Math.floor(Math.log(value) / coarseStep);
      this.#coarse.set(key, (this.#coarse.get(key) ?? 0) + 1);
    }
  }

  get count(): number {
    return this.#count;
  }

  get max(): number {
    return this.#max;
  }

  /** The least value that `share` of all values do not exceed; NaN when there are none. */
  at(share: number): number {
    if (this.#count === 0) return Number.NaN;
    let left = Math.max(1, Math.ceil(this.#count * share));
    for (let bucket = 0; bucket < fineBuckets; bucket += 1) {
      left -= this.#fine[bucket]!;
      if (left <= 0) return Math.min(this.#max, (bucket + 1) / bucketsPerUnit);
    }
    for (const [key, count] of [...this.#coarse].sort(([one], [other]) => one - other)) {
      left -= count;
      if (left <= 0) return Math.min(this.#max, Math.exp((key + 1) * coarseStep));
    }
    return this.#max;
  }

  get summary(): Percentiles {
    return {
      count: this.#count,
      p50: this.at(0.5),
      p95: this.at(0.95),
      p99: this.at(0.99),
      p999: this.at(0.999),
      max: this.#max,
    };
  }
}

/** Plain data, as it goes from one process to another. */
export type Percentiles = { count: number; p50: number; p95: number; p99: number; p999: number; max: number };

/** Middle of the values; NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle]!;
  return ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}

/** Slope of the least-squares line through the points: what one more of `x` costs in `y`. */
export function slope(points: readonly { x: number; y: number }[]): number {
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const above = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

const bucketsPerUnit = 100;
const fineBuckets = 100 * bucketsPerUnit;
const coarseStep = 0.001;
