import { frameMs, type Ticker } from '@parley/engine/interfaces/clock';

/**
 * Calls are spread over this many phases of the 20 ms, so that packets leave evenly instead of in one burst, and those
 * that come are read in between: 500 calls in 4 phases are bursts of 3 ms, in 10 phases of 1 ms.
 */
const phases = 10;

/**
 * What a call can do before its tick is done up to so many phases (4 ms) ahead: what takes long does not delay what is
 * due, and the customer's sounds still count in the same tick.
 */
const phasesAhead = 2;

/** After a longer stall the missed ticks are dropped: replaying them would only delay what comes next. */
const replayLimitMs = 100;

type Subscriber = { onTick: () => void; onAhead: (() => void) | undefined };

/**
 * One timer for all calls of a thread, on absolute deadlines (`setInterval` drifts by 1 %). Each subscriber
 * is called once per 20 ms, in the phase that had the fewest when it came.
 */
export class SharedTicker implements Ticker {
  readonly #slots: Set<Subscriber>[] = Array.from({ length: phases }, () => new Set());
  /** The phase that is next, counted on without end, and when it is due. */
  #phase = 0;
  #nextMs = 0;
  /** Work ahead is done for all phases before this one. */
  #ahead = 0;
  #timer: NodeJS.Timeout | undefined;
  #lateMsMax = 0;

  subscribe(onTick: () => void, onAhead?: () => void): () => void {
    const slot = this.#slots.reduce((least, other) => (other.size < least.size ? other : least));
    const subscriber = { onTick, onAhead };
    slot.add(subscriber);
    if (!this.#timer) {
      this.#nextMs = performance.now();
      this.#run();
    }
    return () => {
      slot.delete(subscriber);
      if (this.#timer && this.#isEmpty) {
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
    // At most one tick of each call at a time: a thread that cannot keep up must still read packets and hear of its
    // providers in between, or all of its calls fail together.
    for (let run = 0; run < phases && now >= this.#nextMs; run += 1) {
      for (const { onTick } of this.#slots[this.#phase % phases]!) onTick();
      this.#passPhase();
      now = performance.now();
    }
    if (this.#isEmpty) {
      // The last one left during its tick.
      this.#timer = undefined;
      return;
    }
    // Few calls are not woken for as many.
    for (let passed = 1; passed < phases && this.#slots[this.#phase % phases]!.size === 0; passed += 1)
      this.#passPhase();
    this.#workAhead();
    this.#timer = setTimeout(this.#run, Math.max(0, this.#nextMs - performance.now()));
  };

  /** Until the next phase is due: what it and the one after it can do before. */
  #workAhead(): void {
    if (this.#ahead < this.#phase) this.#ahead = this.#phase;
    while (this.#ahead < this.#phase + phasesAhead) {
      for (const { onAhead } of this.#slots[this.#ahead % phases]!) {
        if (performance.now() >= this.#nextMs) return;
        // Whoever is asked twice for one tick has nothing left to do.
        onAhead?.();
      }
      this.#ahead += 1;
    }
  }

  get #isEmpty(): boolean {
    return this.#slots.every((each) => each.size === 0);
  }

  #passPhase(): void {
    this.#phase += 1;
    this.#nextMs += frameMs / phases;
  }
}
