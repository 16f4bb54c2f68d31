/** So many things a second on average, and two seconds' worth at once after a pause. */
export class Allowance {
  readonly #perSecond: number;
  #left: number;
  #atMs: number | undefined;

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond * 2;
  }

  /** False when there is nothing left now. */
  take(nowMs: number): boolean {
    const pastMs = nowMs - (this.#atMs ?? nowMs);
    this.#atMs = nowMs;
    this.#left = Math.min(this.#perSecond * 2, this.#left + (pastMs * this.#perSecond) / 1000);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
