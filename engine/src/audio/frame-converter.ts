import { frameSamples } from './frames.ts';
import { createResampler, type Resampler } from './resample.ts';

/** Brings frames of 20 ms from one rate to another: one in, one out. Adds the delay of the filter, a few ms. */
export class FrameConverter {
  readonly #resampler: Resampler;
  readonly #frame: Int16Array;
  /** What was converted and is not given out yet. */
  readonly #held: Int16Array;
  #count = 0;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = createResampler(fromHz, toHz);
    this.#frame = new Int16Array(frameSamples(toHz));
    this.#held = new Int16Array(this.#resampler.maxOutput(frameSamples(fromHz)) + 2 * this.#frame.length);
  }

  /** The array that comes back is reused by the next `convert`. */
  convert(frame: Int16Array): Int16Array {
    const held = this.#held;
    this.#count = this.#resampler.convert(frame, 0, frame.length, held, this.#count);
    const wanted = this.#frame.length;
    // The first frames wait for the filter: silence stands before them, once.
    const missing = Math.max(0, wanted - this.#count);
    this.#frame.fill(0, 0, missing);
    this.#frame.set(held.subarray(0, wanted - missing), missing);
    held.copyWithin(0, wanted - missing, this.#count);
    this.#count -= wanted - missing;
    return this.#frame;
  }
}
