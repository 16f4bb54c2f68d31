import { frameMs, type Ticker } from '@parley/engine/interfaces/clock';

/** Calls are spread over this many phases of the 20 ms, so that packets leave evenly instead of in one burst. */
const phases = 4;

/** After a longer stall the missed ticks are dropped: replaying them would only delay what comes next. */
const replayLimitMs = 100;

/**
 * One timer for all calls of a thread, on absolute deadlines (`setInterval` drifts by 1 %). Each subscriber
 * is called once per 20 ms, in the phase that had the fewest when it came.
 */
export class SharedTicker implements Ticker {
  readonly #slots: Set<() => void>[] = Array.from({ length: phases }, () => new Set());
  #phase = 0;
  #nextMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #lateMsMax = 0;

  subscribe(onTick: () => void): () => void {
    const slot = this.#slots.reduce((least, other) => (other.size < least.size ? other : least));
    slot.add(onTick);
    if (!this.#timer) {
      this.#nextMs = performance.now();
      this.#run();
    }
    return () => {
      slot.delete(onTick);
      if (this.#timer && this.#slots.every((each) => each.size === 0)) {
        clearTimeout(this.#timer);
        this.#timer = undefined;
      }
    };
  }

  /** The latest a phase began since the last question, in ms. */
  takeLateMsMax(): number {
    const late = this.#lateMsMax;
    this.#lateMsMax = 0;
    return late;
  }

  #run = (): void => {
    let now = performance.now();
    const lateMs = now - this.#nextMs;
    if (lateMs > this.#lateMsMax) this.#lateMsMax = lateMs;
    if (lateMs > replayLimitMs) this.#nextMs = now;
    while (now >= this.#nextMs) {
      for (const onTick of this.#slots[this.#phase]!) onTick();
      this.#phase = (this.#phase + 1) % phases;
      this.#nextMs += frameMs / phases;
      now = performance.now();
    }
    this.#timer = setTimeout(this.#run, Math.max(0, this.#nextMs - now));
  };
}
