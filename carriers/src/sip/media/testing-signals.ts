/** Signals for tests, the same on every machine. */

/** Noise and two triangle waves that come and go, in whole numbers only. */
export function integerSignal(length: number): Int16Array {
  let state = 12_345;
  return Int16Array.from({ length }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const noise = ((state >>> 16) & 0x7ff) - 0x400;
    const envelope = triangle(i, 6400);
    return Math.trunc((triangle(i, 73) * envelope) / 8192) + (triangle(i, 11) >> 2) + noise;
  });
}

/** Something like a voice: a wandering pitch through two resonances, in syllables of 300 ms. */
export function voiceLike(rateHz: number, seconds: number, options: { pitchHz?: number } = {}): Int16Array {
  const samples = new Int16Array(Math.round(rateHz * seconds));
  const resonances = [
    { hz: 600, radius: 0.97, y1: 0, y2: 0 },
    { hz: 1800, radius: 0.95, y1: 0, y2: 0 },
  ];
  let phase = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const t = i / rateHz;
    phase += ((options.pitchHz ?? 120) * (1 + 0.1 * Math.sin(2 * Math.PI * 0.7 * t))) / rateHz;
    if (phase >= 1) phase -= 1;
    const pulse = phase < 0.4 ? 0.3 * Math.sin(5 * Math.PI * phase) : 0;
    let sum = 0;
    for (const r of resonances) {
      const y = pulse + 2 * r.radius * Math.cos((2 * Math.PI * r.hz) / rateHz) * r.y1 - r.radius ** 2 * r.y2;
      r.y2 = r.y1;
      r.y1 = y;
      sum += y;
    }
    samples[i] = Math.round(sum * 1500 * Math.max(0, Math.sin((2 * Math.PI * t) / 0.6)));
  }
  return samples;
}

/** A sine of this peak. */
export function sine(options: { rateHz: number; hz: number; seconds: number; peak: number }): Int16Array {
  const { rateHz, hz, seconds, peak } = options;
  return Int16Array.from({ length: Math.round(rateHz * seconds) }, (_, i) =>
    Math.round(peak * Math.sin((2 * Math.PI * hz * i) / rateHz)),
  );
}

/** How much of `heard` is `said`, delayed by any of up to `longestLag` samples: signal over difference in dB. */
export function signalToNoiseDb(said: Int16Array, heard: Int16Array, longestLag: number): number {
  let best = Number.NEGATIVE_INFINITY;
  for (let lag = 0; lag <= longestLag; lag += 1) {
    let signal = 0;
    let noise = 0;
    for (let i = 0; i + lag < heard.length && i < said.length; i += 1) {
      signal += said[i]! ** 2;
      noise += (said[i]! - heard[i + lag]!) ** 2;
    }
    best = Math.max(best, 10 * Math.log10(signal / Math.max(noise, 1)));
  }
  return best;
}

/** Normalised correlation at the best delay of up to 200 ms. */
export function likeness(said: Int16Array, heard: Int16Array): number {
  let best = 0;
  for (let lag = 0; lag <= 1600; lag += 1) {
    let product = 0;
    let saidPower = 0;
    let heardPower = 0;
    for (let i = 0; i < said.length && i + lag < heard.length; i += 1) {
      product += said[i]! * heard[i + lag]!;
      saidPower += said[i]! ** 2;
      heardPower += heard[i + lag]! ** 2;
    }
    best = Math.max(best, product / Math.sqrt(saidPower * heardPower));
  }
  return best;
}

/** Power of one frequency in dB relative to a full-scale sine (Goertzel). */
export function toneDbfs(samples: Int16Array, rateHz: number, hz: number): number {
  let real = 0;
  let imaginary = 0;
  for (let i = 0; i < samples.length; i += 1) {
    real += samples[i]! * Math.cos((2 * Math.PI * hz * i) / rateHz);
    imaginary += samples[i]! * Math.sin((2 * Math.PI * hz * i) / rateHz);
  }
  return 20 * Math.log10(((2 * Math.hypot(real, imaginary)) / samples.length + 1e-9) / 32_768);
}

/** A seeded generator from 0 up to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function triangle(at: number, period: number): number {
  const place = at % period;
  const half = period / 2;
  return Math.trunc(((place < half ? place : period - place) * 16_384) / half) - 8192;
}
