import { type RawClip, soundingLevel, throughMuLaw } from './clip.ts';
import { carNoise, office, pinkNoise, whiteNoise } from './noises.ts';
import { createRandom, type Random } from './random.ts';

const rateHz = 8000;
const frameLength = 160;

/** How a sound comes over a line. `snrDb` null: a quiet line. */
export type Line = { levelDbfs: number; snrDb: number | null; leadMs: number; tailMs: number; seed: number };

/** A sound as the detector hears it: after mu-law, with the line's noise. */
export type HeardClip = {
  samples: Int16Array;
  /** Per frame: the sound itself, without the noise, is within 20 dB of its mean level. */
  isSounding: Uint8Array;
  /** Per frame: the sound is not weaker than the line's noise by more than 3 dB. */
  isAudible: Uint8Array;
};

/** Puts a sound on a line: silence before and after, level, background noise of a kind chosen by seed, mu-law. */
export function putOnLine(clip: RawClip, line: Line): HeardClip {
  const random = createRandom(line.seed);
  const lead = samplesIn(line.leadMs);
  const placed = new Float64Array(lead + clip.length + samplesIn(line.tailMs));
  placed.set(clip, lead);
  const isSounding = findLouder(placed, soundingLevel(placed) * 0.1);
  const gain = gainTo(placed, line.levelDbfs);
  const noise = backgroundNoise(random, placed.length);
  const noiseDbfs = line.snrDb === null ? random.between(-78, -60) : line.levelDbfs - line.snrDb;
  const noiseGain = gainTo(noise, noiseDbfs);
  const samples = Int16Array.from(placed, (sample, i) => {
    return Math.max(-32_768, Math.min(32_767, Math.round(sample * gain + noise[i]! * noiseGain)));
  });
  const noiseLevel = (10 ** (noiseDbfs / 20) * 32_768) / gain;
  return {
    samples: throughMuLaw(samples),
    isSounding,
    isAudible: findLouder(placed, noiseLevel * Math.SQRT1_2),
  };
}

/** What a telephone's microphone and line cut off below `hz`: a second-order high-pass. */
export function cutLow(clip: RawClip, hz: number): RawClip {
  const omega = (2 * Math.PI * hz) / rateHz;
  const alpha = Math.sin(omega) * Math.SQRT1_2;
  const a0 = 1 + alpha;
  const b = (1 + Math.cos(omega)) / 2 / a0;
  const [a1, a2] = [(-2 * Math.cos(omega)) / a0, (1 - alpha) / a0];
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return clip.map((x) => {
    const y = b * (x - 2 * x1 + x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  });
}

function backgroundNoise(random: Random, length: number): RawClip {
  const make = random.pick([whiteNoise, pinkNoise, carNoise, office]);
  return make({ seconds: length / rateHz, rateHz, seed: Math.floor(random.next() * 1e9) });
}

/** Which frames are louder than a level, given as a root of mean squares. */
function findLouder(clip: RawClip, level: number): Uint8Array {
  const threshold = level ** 2 * frameLength;
  return Uint8Array.from({ length: Math.floor(clip.length / frameLength) }, (_, frame) => {
    let sum = 0;
    for (let i = 0; i < frameLength; i++) sum += clip[frame * frameLength + i]! ** 2;
    return sum > threshold ? 1 : 0;
  });
}

function gainTo(clip: RawClip, levelDbfs: number): number {
  return (10 ** (levelDbfs / 20) * 32_768) / Math.max(1e-9, soundingLevel(clip));
}

function samplesIn(ms: number): number {
  return Math.round(ms / 20) * frameLength;
}
