/**
 * A voice-like sound for detectors that go by level: pulses at a wavering pitch through three formants, four
 * syllables a second. Not words, and too regular for a detector that knows voices: that one needs a recording.
 */
export function makeSyntheticSpeech(options: {
  sampleRateHz: number;
  durationMs: number;
  /** Mean pitch; 120 Hz is a low voice, 210 Hz a high one. */
  pitchHz?: number;
  /** Peak of 32,767. */
  amplitude?: number;
}): Int16Array {
  const { sampleRateHz, durationMs, pitchHz = 130, amplitude = 9000 } = options;
  const samples = new Int16Array(Math.round((sampleRateHz * durationMs) / 1000));
  const filters = vowels.map((formants) => formants.map((hz) => resonator(hz, sampleRateHz)));
  let phase = 0;
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    const t = i / sampleRateHz;
    const syllable = Math.floor(t * syllablesPerSecond);
    phase +=
      (pitchHz * (1 + 0.12 * Math.sin(2 * Math.PI * 0.7 * t) + 0.02 * Math.sin(2 * Math.PI * 5 * t))) /
      sampleRateHz;
    const isPulse = phase >= 1;
    if (isPulse) phase -= 1;
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const breath = (seed / 2_147_483_648 - 0.5) * 0.02;
    const source = (isPulse ? 1 : 0) + breath;
    let sum = 0;
    for (const [f, filter] of filters[syllable % vowels.length]!.entries()) sum += filter(source) / (f + 1);
    const place = t * syllablesPerSecond - syllable;
    const envelope = 0.15 + 0.85 * Math.sin(Math.PI * Math.min(1, place * 1.15)) ** 0.5;
    samples[i] = Math.max(-32_768, Math.min(32_767, sum * envelope * amplitude));
  }
  return samples;
}

/** Sound without a voice: a burst of noise that dies away, like a door or a cough's start. */
export function makeNoiseBurst(sampleRateHz: number, durationMs: number): Int16Array {
  const samples = new Int16Array(Math.round((sampleRateHz * durationMs) / 1000));
  let seed = 7;
  for (let i = 0; i < samples.length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    samples[i] = (seed / 2_147_483_648 - 0.5) * 12_000 * Math.exp((-3 * i) / samples.length);
  }
  return samples;
}

/** A two-pole resonance of 90 Hz width (Klatt, JASA 67, 1980, equation 1). */
function resonator(hz: number, sampleRateHz: number): (input: number) => number {
  const r = Math.exp((-Math.PI * 90) / sampleRateHz);
  const c = -r * r;
  const b = 2 * r * Math.cos((2 * Math.PI * hz) / sampleRateHz);
  const a = (1 - b - c) * 6;
  let last = 0;
  let before = 0;
  return (input) => {
    const output = a * input + b * last + c * before;
    before = last;
    last = output;
    return output;
  };
}

/** First three formants of five vowels (Peterson and Barney, JASA 24, 1952, men). */
const vowels = [
  [730, 1090, 2440],
  [530, 1840, 2480],
  [270, 2290, 3010],
  [570, 840, 2410],
  [300, 870, 2240],
];
const syllablesPerSecond = 4;
