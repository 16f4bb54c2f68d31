/**
 * Fills gaps in speech by repeating its last pitch period, fading out, in the manner of ITU-T G.711 appendix I
 * (but shorter search and a simpler cross-fade). Works in place on a line of samples whose history stands before
 * the place to fill.
 */
export class Concealment {
  readonly #rateHz: number;
  readonly #period: Int16Array;
  #lag = 0;
  /** Samples made up since the last real one; -1 when not concealing. */
  #made = -1;

  constructor(rateHz: number) {
    this.#rateHz = rateHz;
    this.#period = new Int16Array(Math.ceil(rateHz * longestPitchS));
  }

  /** Samples of history that must stand before the gap. */
  static historySamples(rateHz: number): number {
    return Math.ceil(rateHz * (longestPitchS + comparedS + longestPitchS / 4));
  }

  /** Writes `count` samples from `at` on. */
  fill(line: Int16Array, at: number, count: number): void {
    if (this.#made < 0) this.#begin(line, at);
    for (let i = 0; i < count; i += 1) line[at + i] = this.#next();
  }

  /** Real samples stand from `at` on: blends the made-up ones into them, if there were any. */
  recover(line: Int16Array, at: number, count: number): void {
    if (this.#made < 0) return;
    const blended = Math.min(count, Math.round(this.#rateHz * blendS));
    for (let i = 0; i < blended; i += 1) {
      const weight = (i + 1) / (blended + 1);
      line[at + i] = Math.round(this.#next() * (1 - weight) + line[at + i]! * weight);
    }
    this.#made = -1;
  }

  /** The line jumps to other audio at `at`: the next real samples are blended in. */
  jump(line: Int16Array, at: number): void {
    if (this.#made < 0) this.#begin(line, at);
  }

  /** What follows is silence on purpose: nothing to repeat. */
  rest(): void {
    this.#made = Number.MAX_SAFE_INTEGER;
  }

  #begin(line: Int16Array, at: number): void {
    const lag = findPitch(line, at, this.#rateHz);
    const period = this.#period;
    for (let i = 0; i < lag; i += 1) period[i] = line[at - lag + i]!;
    // The end of the period leads into its own beginning.
    const quarter = lag >> 2;
    for (let i = 0; i < quarter; i += 1) {
      const weight = (i + 1) / (quarter + 1);
      const place = lag - quarter + i;
      period[place] = Math.round(period[place]! * (1 - weight) + line[at - lag - quarter + i]! * weight);
    }
    this.#lag = lag;
    this.#made = 0;
  }

  #next(): number {
    const ms = (this.#made * 1000) / this.#rateHz;
    if (ms >= silentAfterMs) return 0;
    const gain = ms <= fullMs ? 1 : (silentAfterMs - ms) / (silentAfterMs - fullMs);
    const sample = this.#period[this.#made % this.#lag]!;
    this.#made += 1;
    return Math.round(sample * gain);
  }
}

/** The lag at which the last 10 ms are most like what came before. */
function findPitch(line: Int16Array, at: number, rateHz: number): number {
  // Every second sample of wideband audio is enough to find a pitch.
  const stride = rateHz > 8000 ? 2 : 1;
  const compared = Math.round(rateHz * comparedS);
  const longest = Math.round(rateHz * longestPitchS);
  let best = longest;
  let bestScore = 0;
  for (let lag = Math.round(rateHz * shortestPitchS); lag <= longest; lag += stride) {
    let product = 0;
    let energy = 0;
    for (let i = at - compared; i < at; i += stride) {
      const earlier = line[i - lag]!;
      product += line[i]! * earlier;
      energy += earlier * earlier;
    }
    if (product <= 0 || energy === 0) continue;
    const score = (product / energy) * product;
    if (score > bestScore) {
      bestScore = score;
      best = lag;
    }
  }
  return best;
}

/** G.711 appendix I.2.3 searches 5 to 15 ms: voices from 66 to 200 Hz, and higher ones by a multiple. */
const shortestPitchS = 0.005;
const longestPitchS = 0.015;
const comparedS = 0.01;
/** Appendix I.2.6 fades by a fifth per 10 ms after the first 10 ms, to nothing at 60 ms. */
const fullMs = 10;
const silentAfterMs = 60;
const blendS = 0.004;
