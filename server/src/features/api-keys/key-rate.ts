/** How often each key was used in the running minute. */
export class KeyRate {
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(perMinute: number, nowMs: () => number = Date.now) {
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
  }

  /** Counts a use. Returns 0, or the seconds until the key may be used again. */
  use(keyId: string): number {
    const nowMs = this.#nowMs();
    const minute = Math.floor(nowMs / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(keyId) ?? 0) + 1;
    this.#counts.set(keyId, count);
    return count > this.#perMinute ? Math.max(1, Math.ceil(((minute + 1) * 60_000 - nowMs) / 1000)) : 0;
  }
}
