import { clampSample } from './frames.ts';

/**
 * The chords of the piece, by semitones above A2 (110 Hz): C major seventh, A minor seventh, F major seventh and G with
 * a sixth, each played as a slow figure up and down. Own composition.
 */
const chords: readonly (readonly number[])[] = [
  [15, 22, 27, 31, 34, 31, 27, 22],
  [12, 19, 24, 27, 31, 27, 24, 19],
  [8, 15, 20, 24, 27, 24, 20, 15],
  [10, 17, 22, 26, 31, 26, 22, 17],
];
const lowestHz = 110;
const noteMs = 440;
/** A note sounds on under those that follow. */
const ringingMs = 2600;
/** Peak of one note, of 32767: several sound together, about 12 dB below speech. */
const notePeak = 1500;
/** Strength of each partial of the tone: soft, so that narrow lines do not make it harsh. */
const partials: readonly number[] = [1, 0.32, 0.08];

const rendered = new Map<number, Int16Array>();

/**
 * Quiet music for somebody who waits: 14 s that begin where they end, to be played over and over. The same array for
 * every call of a rate: read only.
 */
export function holdMusic(sampleRateHz: number): Int16Array {
  const known = rendered.get(sampleRateHz);
  if (known) return known;
  const music = render(sampleRateHz);
  rendered.set(sampleRateHz, music);
  return music;
}

function render(sampleRateHz: number): Int16Array {
  const notes = chords.flat();
  const noteSamples = Math.round((noteMs * sampleRateHz) / 1000);
  const length = noteSamples * notes.length;
  const sum = new Float64Array(length);
  const ringing = Math.round((ringingMs * sampleRateHz) / 1000);
  for (const [index, semitones] of notes.entries()) {
    const hz = lowestHz * 2 ** (semitones / 12);
    for (let i = 0; i < ringing; i++) {
      // The last notes sound on over the first: the loop has no seam.
      sum[(index * noteSamples + i) % length]! += toneAt(hz, i / sampleRateHz);
    }
  }
  return Int16Array.from(sum, (value) => clampSample(Math.round(value * notePeak)));
}

/** A struck note: up within 12 ms, fading, and silent at its end. */
function toneAt(hz: number, seconds: number): number {
  const attack = Math.min(1, seconds / 0.012);
  const release = Math.min(1, (ringingMs / 1000 - seconds) / 0.2);
  const fading = Math.exp(-seconds * 1.6);
  let tone = 0;
  for (const [index, strength] of partials.entries())
    tone += strength * Math.sin(2 * Math.PI * hz * (index + 1) * seconds);
  return tone * attack * release * fading;
}
