/**
 * One sub-band of G.722: the adaptive predictor and the adaptive quantiser step, which encoder and decoder
 * keep in the same state by feeding it the same code words. Written from ITU-T Recommendation G.722 (11/88,
 * 09/2012), section 3.6 (predictors and scale factors) and the computational details of section 6.2; the names
 * in the comments are the block names there. Sample arithmetic is 16-bit two's complement with saturation.
 */
export class G722Band {
  /** Prediction of the next sample (SL, SH). */
  prediction = 0;
  /** Step of the quantiser (DETL, DETH). */
  step: number;
  #scale = 0;
  readonly #scaleLimit: number;
  readonly #scaleShift: number;
  #zeroPrediction = 0;
  /** Two poles, and the last reconstructed sample. */
  #pole1 = 0;
  #pole2 = 0;
  #sample1 = 0;
  /** Signs of the last two partially reconstructed samples: 0 or -1. */
  #sign1 = 0;
  #sign2 = 0;
  /** Coefficients of the six zeros. */
  #zero1 = 0;
  #zero2 = 0;
  #zero3 = 0;
  #zero4 = 0;
  #zero5 = 0;
  #zero6 = 0;
  /** The last six quantised differences, doubled as FILTEZ takes them, newest first. */
  #doubled1 = 0;
  #doubled2 = 0;
  #doubled3 = 0;
  #doubled4 = 0;
  #doubled5 = 0;
  #doubled6 = 0;

  /** `band`: the bands differ in their first step, the limit of the scale and its shift. */
  constructor(band: 'lower' | 'higher') {
    this.step = band === 'lower' ? 32 : 8;
    this.#scaleLimit = band === 'lower' ? 18_432 : 22_528;
    this.#scaleShift = band === 'lower' ? 8 : 10;
  }

  /** Takes the quantised difference of this sample and prepares step and prediction for the next one. */
  adapt(difference: number, scaleChange: number): void {
    this.#adaptStep(scaleChange);
    // PARREC and RECONS.
    const sign = saturate(this.#zeroPrediction + difference) >> 31;
    const sample = saturate(this.prediction + difference);
    this.#adaptPoles(sign);
    this.#sign2 = this.#sign1;
    this.#sign1 = sign;
    const zeroPrediction = this.#adaptZeros(difference);
    // FILTEP: the poles work on doubled samples.
    const pole =
      (Math.imul(this.#pole1, saturate(sample + sample)) >> 15) +
      (Math.imul(this.#pole2, saturate(this.#sample1 + this.#sample1)) >> 15);
    this.#sample1 = sample;
    this.#zeroPrediction = zeroPrediction;
    this.prediction = saturate(saturate(pole) + zeroPrediction);
  }

  /** LOGSCL/LOGSCH and SCALEL/SCALEH: a leaky logarithm, then two to its power from a table. */
  #adaptStep(scaleChange: number): void {
    let scale = (Math.imul(this.#scale, 127) >> 7) + scaleChange;
    if (scale < 0) scale = 0;
    else if (scale > this.#scaleLimit) scale = this.#scaleLimit;
    this.#scale = scale;
    const mantissa = powersOfTwo[(scale >> 6) & 31]!;
    const shift = this.#scaleShift - (scale >> 11);
    this.step = (shift < 0 ? mantissa << -shift : mantissa >> shift) << 2;
  }

  /** UPPOL2 then UPPOL1, with the limits that keep the filter stable. */
  #adaptPoles(sign: number): void {
    // 0 where the sign is that of the earlier sample, -1 where it is not: `(x ^ turn) - turn` is x or -x.
    const turn1 = sign ^ this.#sign1;
    const turn2 = sign ^ this.#sign2;
    const quadrupled = saturate(this.#pole1 << 2);
    const turned = saturate(-(quadrupled ^ turn1) + turn1);
    let second = (turned >> 7) + ((128 ^ turn2) - turn2) + (Math.imul(this.#pole2, 32_512) >> 15);
    if (second > 12_288) second = 12_288;
    else if (second < -12_288) second = -12_288;
    let first = saturate((192 ^ turn1) - turn1 + (Math.imul(this.#pole1, 32_640) >> 15));
    const limit = saturate(15_360 - second);
    if (first > limit) first = limit;
    else if (first < -limit) first = -limit;
    this.#pole1 = first;
    this.#pole2 = second;
  }

  /**
   * UPZERO, DELAYA and FILTEZ. A zero leaks by 1/256 and moves by 128 to where the signs of the new and the old
   * difference agree, so that it never leaves 16 bits. Written out, as the loop costs twice the time. Answers
   * the prediction of the zeros.
   */
  #adaptZeros(difference: number): number {
    const nudge = difference === 0 ? 0 : 128;
    const zero1 = moveZero(this.#zero1, this.#doubled1 ^ difference, nudge);
    const zero2 = moveZero(this.#zero2, this.#doubled2 ^ difference, nudge);
    const zero3 = moveZero(this.#zero3, this.#doubled3 ^ difference, nudge);
    const zero4 = moveZero(this.#zero4, this.#doubled4 ^ difference, nudge);
    const zero5 = moveZero(this.#zero5, this.#doubled5 ^ difference, nudge);
    const zero6 = moveZero(this.#zero6, this.#doubled6 ^ difference, nudge);
    this.#zero1 = zero1;
    this.#zero2 = zero2;
    this.#zero3 = zero3;
    this.#zero4 = zero4;
    this.#zero5 = zero5;
    this.#zero6 = zero6;
    this.#doubled6 = this.#doubled5;
    this.#doubled5 = this.#doubled4;
    this.#doubled4 = this.#doubled3;
    this.#doubled3 = this.#doubled2;
    this.#doubled2 = this.#doubled1;
    this.#doubled1 = saturate(difference + difference);
    return saturate(
      (Math.imul(zero1, this.#doubled1) >> 15) +
        (Math.imul(zero2, this.#doubled2) >> 15) +
        (Math.imul(zero3, this.#doubled3) >> 15) +
        (Math.imul(zero4, this.#doubled4) >> 15) +
        (Math.imul(zero5, this.#doubled5) >> 15) +
        (Math.imul(zero6, this.#doubled6) >> 15),
    );
  }
}

/** `signs`: negative where the two differences have unlike signs. No branch, as nobody can predict it. */
function moveZero(zero: number, signs: number, nudge: number): number {
  const turn = signs >> 31;
  return (Math.imul(zero, 32_640) >> 15) + ((nudge ^ turn) - turn);
}

/** To the range of 16 bits. */
export function saturate(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}

/** ILB of the Recommendation: 2048 * 2^(i/32), rounded. */
const powersOfTwo = Int32Array.from([
  2048, 2093, 2139, 2186, 2233, 2282, 2332, 2383, 2435, 2489, 2543, 2599, 2656, 2714, 2774, 2834, 2896, 2960,
  3025, 3091, 3158, 3228, 3298, 3371, 3444, 3520, 3597, 3676, 3756, 3838, 3922, 4008,
]);
