/**
 * Finds how periodic the last 50 ms are, and at which pitch from 70 to 400 Hz, by normalised cross-correlation on
 * the signal brought down to 4 kHz. (A telephone line cuts the fundamental off; the period is still there.)
 */
export class PitchFinder {
  /** 0 for noise, near 1 for a clean period. */
  strength = 0;
  /** Hz; meaningful when `strength` is above about 0.4. */
  hz = 0;
  private readonly history = new Float64Array(historySamples);
  private readonly correlation = new Float64Array(maxLag + 2);
  private before1 = 0;
  private before2 = 0;

  /** Takes 20 ms at 8 kHz (160 samples). `isActive` false: remembers them only. */
  process(frame: Float64Array, isActive: boolean): void {
    const { history } = this;
    history.copyWithin(0, framesSamples);
    let write = historySamples - framesSamples;
    let a = this.before2;
    let b = this.before1;
    for (let i = 0; i < frame.length; i += 2) {
      const c = frame[i]!;
      const d = frame[i + 1]!;
      // Binomial low-pass, enough for a correlation.
      history[write++] = 0.125 * a + 0.375 * b + 0.375 * c + 0.125 * d;
      a = c;
      b = d;
    }
    this.before2 = a;
    this.before1 = b;
    this.strength = 0;
    if (isActive) this.correlate();
  }

  private correlate(): void {
    const { history, correlation } = this;
    const start = historySamples - windowSamples;
    let energy = 1e-3;
    for (let i = start; i < historySamples; i++) energy += history[i]! * history[i]!;
    let delayed = 1e-3;
    for (let i = start - minLag + 1; i < historySamples - minLag + 1; i++)
      delayed += history[i]! * history[i]!;
    let best = 0;
    for (let lag = minLag - 1; lag <= maxLag + 1; lag++) {
      let a = 0;
      let b = 0;
      for (let i = start; i < historySamples; i += 2) {
        a += history[i]! * history[i - lag]!;
        b += history[i + 1]! * history[i + 1 - lag]!;
      }
      const value = (a + b) / Math.sqrt(energy * delayed);
      correlation[lag] = value;
      if (value > best && lag >= minLag && lag <= maxLag) best = value;
      const entering = history[start - lag - 1]!;
      const leaving = history[historySamples - lag - 1]!;
      delayed += entering * entering - leaving * leaving;
    }
    this.strength = best;
    this.hz = 4000 / this.findLag(best);
  }

  /** The shortest period that explains the signal nearly as well as the best one, between samples. */
  private findLag(best: number): number {
    const { correlation } = this;
    for (let lag = minLag; lag <= maxLag; lag++) {
      const here = correlation[lag]!;
      const before = correlation[lag - 1]!;
      const after = correlation[lag + 1]!;
      if (here < best * 0.88 || here < before || here < after) continue;
      const bend = before - 2 * here + after;
      return bend < 0 ? lag + (0.5 * (before - after)) / bend : lag;
    }
    return maxLag;
  }
}

/** 20 ms at 4 kHz. */
const framesSamples = 80;
const windowSamples = 110;
/** 400 Hz and 70 Hz. */
const minLag = 10;
const maxLag = 57;
const historySamples = windowSamples + maxLag + 3;
