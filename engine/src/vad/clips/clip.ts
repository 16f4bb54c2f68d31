import { decodeMuLaw, encodeMuLaw } from '../../audio/g711.ts';

/** Sound as it is made up: samples near -1 to 1, of no agreed level. */
export type RawClip = Float64Array;

/** Seconds of silence to be filled. */
export function emptyClip(seconds: number, rateHz: number): RawClip {
  return new Float64Array(Math.round(seconds * rateHz));
}

/** Adds one clip to another from a moment on; what reaches beyond the end is left out. */
export function addClip(target: RawClip, source: RawClip, at: { sample: number; gain: number }): void {
  const count = Math.min(source.length, target.length - at.sample);
  for (let i = 0; i < count; i++) target[at.sample + i]! += source[i]! * at.gain;
}

/** A clip as 16 bit samples at a mean level over its sounding parts, in dBFS. */
export function atLevel(clip: RawClip, levelDbfs: number): Int16Array {
  const gain = (10 ** (levelDbfs / 20) * 32_768) / Math.max(soundingLevel(clip), 1e-9);
  return Int16Array.from(clip, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
}

/** Mean level, as a root of mean squares, over the 20 ms pieces within 25 dB of the loudest. */
export function soundingLevel(clip: ArrayLike<number>, piece = 160): number {
  const powers: number[] = [];
  for (let start = 0; start + piece <= clip.length; start += piece) {
    let sum = 0;
    for (let i = start; i < start + piece; i++) sum += clip[i]! ** 2;
    powers.push(sum / piece);
  }
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const sounding = powers.filter((power) => power > loudest * 10 ** -2.5);
  return Math.sqrt(sounding.reduce((sum, power) => sum + power, 0) / Math.max(1, sounding.length));
}

/** What a telephone line does to 16 bit samples: mu-law and back. */
export function throughMuLaw(samples: Int16Array): Int16Array {
  const codes = new Uint8Array(samples.length);
  encodeMuLaw(samples, codes);
  const decoded = new Int16Array(samples.length);
  decodeMuLaw(codes, decoded);
  return decoded;
}

/** Two-pole resonance at a frequency; `q` is how narrow. In place. */
export function resonate(clip: RawClip, options: { hz: number; q: number; rateHz: number }): RawClip {
  const omega = (2 * Math.PI * options.hz) / options.rateHz;
  const alpha = Math.sin(omega) / (2 * options.q);
  // Band-pass of constant peak gain, from R. Bristow-Johnson's audio EQ cookbook.
  const a0 = 1 + alpha;
  const [b, a1, a2] = [alpha / a0, (-2 * Math.cos(omega)) / a0, (1 - alpha) / a0];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  for (let i = 0; i < clip.length; i++) {
    const x = clip[i]!;
    const y = b * (x - x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    clip[i] = y;
  }
  return clip;
}

/** One-pole low-pass, in place. */
export function soften(clip: RawClip, cutoffHz: number, rateHz: number): RawClip {
  const share = 1 - Math.exp((-2 * Math.PI * cutoffHz) / rateHz);
  let held = 0;
  for (let i = 0; i < clip.length; i++) {
    held += share * (clip[i]! - held);
    clip[i] = held;
  }
  return clip;
}
