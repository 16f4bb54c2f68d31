/** Neighbours on each side that a sample is made of, at the lower of the two rates. */
const reach = 12;
/** Positions between two samples for which the weights are worked out ahead. */
const phases = 128;
/** What is kept of the band: the rest gives the filter room to fall (a brick wall would ring). */
const passband = 0.92;

/**
 * Changes the rate of a stream of samples, block by block, by a windowed sinc (J. O. Smith, Digital Audio Resampling):
 * nothing of a block is lost at its edges. Runs in the audio thread, so it allocates only what it gives.
 */
export class Resampler {
  readonly #step: number;
  readonly #width: number;
  readonly #weights: Float32Array;
  /** The last samples of the blocks before, in front of which lies the next one. */
  #held: Float32Array;
  /** Where the next sample lies, counted from the start of what is held. */
  #position: number;

  constructor(fromHz: number, toHz: number) {
    this.#step = fromHz / toHz;
    const scale = Math.max(1, this.#step);
    this.#width = Math.ceil(reach * scale);
    this.#weights = makeWeights(this.#width, scale);
    this.#held = new Float32Array(this.#width * 2);
    this.#position = this.#width;
  }

  process(block: Float32Array): Float32Array {
    const width = this.#width;
    const samples = new Float32Array(this.#held.length + block.length);
    samples.set(this.#held);
    samples.set(block, this.#held.length);
    const last = samples.length - width;
    const count = Math.max(0, Math.ceil((last - this.#position) / this.#step));
    const made = new Float32Array(count);
    for (let index = 0; index < count; index += 1) {
      made[index] = this.#at(samples, this.#position);
      this.#position += this.#step;
    }
    const keepFrom = Math.max(0, Math.floor(this.#position) - width);
    this.#held = samples.slice(keepFrom);
    this.#position -= keepFrom;
    return made;
  }

  #at(samples: Float32Array, position: number): number {
    const width = this.#width;
    const whole = Math.floor(position);
    const row = Math.floor((position - whole) * phases) * width * 2;
    let sum = 0;
    for (let tap = 0; tap < width * 2; tap += 1)
      sum += (samples[whole - width + 1 + tap] ?? 0) * this.#weights[row + tap]!;
    return sum;
  }
}

function makeWeights(width: number, scale: number): Float32Array {
  const taps = width * 2;
  const weights = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - width + 1 - (phase + 0.5) / phases;
      const weight = sinc((distance * passband) / scale) * window(distance / width);
      weights[phase * taps + tap] = weight;
      sum += weight;
    }
    // A constant stays what it is, whatever the phase.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap]! /= sum;
  }
  return weights;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Blackman's window over -1 to 1. */
function window(x: number): number {
  if (Math.abs(x) >= 1) return 0;
  return 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);
}
