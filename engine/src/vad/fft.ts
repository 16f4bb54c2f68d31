/**
 * Power spectrum of 256 real samples: 129 bins. A real transform by one complex transform of half the length,
 * radix 2, decimation in time. Nothing is allocated after it was made.
 */
export class PowerSpectrum {
  /** Squared magnitudes, bin k at k / 256 of the sample rate. Overwritten by the next `compute`. */
  readonly power = new Float64Array(bins + 1);
  private readonly re = new Float64Array(bins);
  private readonly im = new Float64Array(bins);

  /** Windows (Hann) and transforms 256 samples. */
  compute(samples: Float64Array): Float64Array {
    const { re, im, power } = this;
    for (let i = 0; i < bins; i++) {
      const place = reversed[i]!;
      re[place] = samples[2 * i]! * hann[2 * i]!;
      im[place] = samples[2 * i + 1]! * hann[2 * i + 1]!;
    }
    transform(re, im);
    power[0] = (re[0]! + im[0]!) ** 2;
    power[bins] = (re[0]! - im[0]!) ** 2;
    for (let k = 1; k < bins; k++) {
      const a = re[k]!;
      const b = im[k]!;
      const c = re[bins - k]!;
      const d = im[bins - k]!;
      const evenRe = (a + c) * 0.5;
      const evenIm = (b - d) * 0.5;
      const oddRe = (b + d) * 0.5;
      const oddIm = (c - a) * 0.5;
      const x = evenRe + oddRe * cosines[k]! + oddIm * sines[k]!;
      const y = evenIm + oddIm * cosines[k]! - oddRe * sines[k]!;
      power[k] = x * x + y * y;
    }
    return power;
  }
}

/** Length of the complex transform. */
const bins = 128;
/** Samples that one spectrum looks at. */
export const spectrumSamples = bins * 2;

const hann = Float64Array.from({ length: spectrumSamples }, (_, i) => {
  return 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / spectrumSamples);
});
const cosines = Float64Array.from({ length: bins }, (_, k) => Math.cos((2 * Math.PI * k) / spectrumSamples));
const sines = Float64Array.from({ length: bins }, (_, k) => Math.sin((2 * Math.PI * k) / spectrumSamples));
const reversed = Uint8Array.from({ length: bins }, (_, i) => {
  let out = 0;
  for (let bit = 1; bit < bins; bit <<= 1) out = (out << 1) | (i & bit ? 1 : 0);
  return out;
});

function transform(re: Float64Array, im: Float64Array): void {
  // The first stage needs no multiplication.
  for (let i = 0; i < bins; i += 2) {
    const a = re[i + 1]!;
    const b = im[i + 1]!;
    re[i + 1] = re[i]! - a;
    im[i + 1] = im[i]! - b;
    re[i]! += a;
    im[i]! += b;
  }
  for (let half = 2; half < bins; half <<= 1) {
    // Twiddles of length 2 * half, out of the table of length 256.
    const stride = bins / half;
    for (let k = 0; k < half; k++) {
      const c = cosines[k * stride]!;
      const s = sines[k * stride]!;
      for (let i = k; i < bins; i += half * 2) {
        const j = i + half;
        const a = re[j]! * c + im[j]! * s;
        const b = im[j]! * c - re[j]! * s;
        re[j] = re[i]! - a;
        im[j] = im[i]! - b;
        re[i]! += a;
        im[i]! += b;
      }
    }
  }
}
