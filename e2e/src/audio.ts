import { encodeWav, parseWav, readPcm16 } from '@parley/engine/audio/wav';

/** Loudness of each channel of a WAV file, as root mean square of full scale 1. */
export function loudness(file: Buffer): { seconds: number; channels: number[] } {
  const wav = parseWav(file);
  const samples = readPcm16(wav);
  const sums = new Array<number>(wav.channels).fill(0);
  for (const [index, sample] of samples.entries()) sums[index % wav.channels]! += (sample / 32768) ** 2;
  const frames = samples.length / wav.channels;
  return {
    seconds: frames / wav.sampleRateHz,
    channels: sums.map((sum) => Math.sqrt(sum / Math.max(1, frames))),
  };
}

/** One channel of a WAV file. */
export function channel(file: Buffer, index: number): { samples: Int16Array; sampleRateHz: number } {
  const wav = parseWav(file);
  const all = readPcm16(wav);
  const samples = new Int16Array(Math.floor(all.length / wav.channels));
  for (let frame = 0; frame < samples.length; frame += 1) samples[frame] = all[frame * wav.channels + index]!;
  return { samples, sampleRateHz: wav.sampleRateHz };
}

/**
 * How alike two recordings are wherever the second lies in the first, from 0 to 1: the best normalised
 * cross-correlation of their loudness over time (10 ms steps), which bears codecs and concealment.
 */
export function likeness(one: Int16Array, other: Int16Array, sampleRateHz: number): number {
  const step = sampleRateHz / 100;
  const [long, short] = [envelope(one, step), envelope(other, step)];
  let best = 0;
  for (let lag = -short.length + 50; lag < long.length - 50; lag += 1) {
    const from = Math.max(0, lag);
    const to = Math.min(long.length, lag + short.length);
    if (to - from < short.length * 0.6) continue;
    best = Math.max(best, correlate(long.subarray(from, to), short.subarray(from - lag, to - lag)));
  }
  return best;
}

function envelope(samples: Int16Array, step: number): Float64Array {
  const levels = new Float64Array(Math.floor(samples.length / step));
  for (let index = 0; index < levels.length; index += 1) {
    let sum = 0;
    for (let at = 0; at < step; at += 1) sum += Math.abs(samples[index * step + at]!);
    levels[index] = Math.log(1 + sum / step);
  }
  return levels;
}

function correlate(one: Float64Array, other: Float64Array): number {
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [mean(one), mean(other)];
  let [product, squareOne, squareOther] = [0, 0, 0];
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [one[index]! - meanOne, other[index]! - meanOther];
    product += a * b;
    squareOne += a * a;
    squareOther += b * b;
  }
  return product / Math.sqrt(squareOne * squareOther || 1);
}

/** A WAV file of silence and speech one after another, as a microphone would give it: seconds, or samples. */
export function microphone(parts: readonly (number | Int16Array)[], sampleRateHz: number): Buffer {
  const pieces = parts.map((part) =>
    typeof part === 'number' ? new Int16Array(Math.round(part * sampleRateHz)) : part,
  );
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return Buffer.from(encodeWav(whole, { sampleRateHz }));
}
