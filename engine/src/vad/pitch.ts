/**
 * Finds how periodic the last 50 ms are, and at which pitch from 70 to 400 Hz, by normalised cross-correlation on
 * the signal brought down to 4 kHz. (A telephone line cuts the fundamental off; the period is still there.)
 */
export class PitchFinder {
  /** 0 for noise, near 1 for a clean period. */
  strength = 0;
  /** Hz; meaningful when `strength` is above about 0.4. */
  hz = 0;
  /** What is looked at before the next frame. */
  private readonly past = new Float32Array(pastSamples);
  private before1 = 0;
  private before2 = 0;

  /** Takes 20 ms at 8 kHz (160 samples). `isActive` false: remembers them only. */
  process(frame: Float64Array, isActive: boolean): void {
    const { past } = this;
    for (let i = 0; i < pastSamples; i++) history[i] = past[i]!;
    let write = pastSamples;
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
    for (let i = 0; i < pastSamples; i++) past[i] = history[i + framesSamples]!;
    this.strength = 0;
    if (isActive) this.correlate();
  }

  private correlate(): void {
    const start = historySamples - windowSamples;
    let energy = 1e-3;
    for (let i = start; i < historySamples; i++) energy += history[i]! * history[i]!;
    let delayed = 1e-3;
    for (let i = start - minLag + 1; i < historySamples - minLag + 1; i++)
      delayed += history[i]! * history[i]!;
    this.multiply(start);
    let best = 0;
    for (let lag = minLag - 1; lag <= maxLag + 1; lag++) {
      const value = correlation[lag]! / Math.sqrt(energy * delayed);
      correlation[lag] = value;
      if (value > best && lag >= minLag && lag <= maxLag) best = value;
      const entering = history[start - lag - 1]!;
      const leaving = history[historySamples - lag - 1]!;
      delayed += entering * entering - leaving * leaving;
    }
    this.strength = best;
    this.hz = 4000 / this.findLag(best);
  }

  /**
   * Products of the window with itself at every lag. Five lags at a time, as a sample that meets one of them meets
   * the next in the following step: each is read once, and no addition waits for another.
   */
  private multiply(start: number): void {
    for (let lag = minLag - 1; lag <= maxLag + 1; lag += lagsAtOnce) {
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      let e = 0;
      let second = history[start - lag - 1]!;
      let third = history[start - lag - 2]!;
      let fourth = history[start - lag - 3]!;
      let fifth = history[start - lag - 4]!;
      for (let i = start; i < historySamples; i++) {
        const now = history[i]!;
        const first = history[i - lag]!;
        a += now * first;
        b += now * second;
        c += now * third;
        d += now * fourth;
        e += now * fifth;
        fifth = fourth;
        fourth = third;
        third = second;
        second = first;
      }
      correlation[lag] = a;
      correlation[lag + 1] = b;
      correlation[lag + 2] = c;
      correlation[lag + 3] = d;
      correlation[lag + 4] = e;
    }
  }

  /** The shortest period that explains the signal nearly as well as the best one, between samples. */
  private findLag(best: number): number {
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
const pastSamples = historySamples - framesSamples;
/** From `minLag - 1` to `maxLag + 1` there are ten times as many. */
const lagsAtOnce = 5;

/** Work for one frame, shared by all lines of a thread (see features.ts). */
const history = new Float64Array(historySamples);
const correlation = new Float64Array(maxLag + 2);
