import { createResampler } from '@parley/engine/audio/resample';

/** Speech as recognisers were trained on: about -20 dBFS, measured over its louder parts. */
const targetRms = 3_277;
const maxGain = 12;
const peakLimit = 30_000;
/** Silence before and after, in which recognisers measure the noise. */
const paddingMs = 200;

/*
 * A recogniser trained on 16 kHz takes the empty upper half of narrowband speech for a sound of its own. A
 * little white noise (35 rms, -59 dBFS) hides that it is empty. Measured with pocketsphinx on 30 sentences
 * through 300 to 3400 Hz and mu-law: words right 13 % without, 28 % with it; 25 % at 25, 28 % at 120.
 */
const narrowbandNoise = 60;
const wideRateHz = 16_000;

/** Brings the sound of one utterance to the rate and level a recogniser works best with. */
export function prepareSound(samples: Int16Array, rates: { fromHz: number; toHz: number }): Int16Array {
  const resampler = createResampler(rates.fromHz, rates.toHz);
  const converted = [resampler.process(samples), resampler.flush()];
  const padding = Math.round((rates.toHz * paddingMs) / 1000);
  const length = converted.reduce((sum, part) => sum + part.length, 0);
  const prepared = new Int16Array(length + 2 * padding);
  let at = padding;
  for (const part of converted) {
    prepared.set(part, at);
    at += part.length;
  }
  normalise(prepared.subarray(padding, padding + length), rates.toHz);
  if (rates.fromHz < wideRateHz && rates.toHz >= wideRateHz) addNoise(prepared);
  return prepared;
}

/** The same noise every time, so that the same sound gets the same text. */
function addNoise(samples: Int16Array): void {
  let seed = 1;
  for (let i = 0; i < samples.length; i++) {
    // Numerical Recipes' linear congruential generator.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const noise = (seed / 2 ** 31 - 1) * narrowbandNoise;
    samples[i] = Math.max(-32_768, Math.min(32_767, Math.round(samples[i]! + noise)));
  }
}

function normalise(samples: Int16Array, rateHz: number): void {
  if (samples.length === 0) return;
  const mean = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const level = loudLevel(samples, mean, Math.round(rateHz / 50));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample - mean)), 1);
  const gain = Math.min(maxGain, targetRms / Math.max(1, level), peakLimit / peak);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.round((samples[i]! - mean) * gain);
}

/** The level that three quarters of the 20 ms frames stay under: pauses do not count. */
function loudLevel(samples: Int16Array, mean: number, frameLength: number): number {
  const levels: number[] = [];
  for (let at = 0; at < samples.length; at += frameLength) {
    const frame = samples.subarray(at, at + frameLength);
    levels.push(Math.sqrt(frame.reduce((sum, sample) => sum + (sample - mean) ** 2, 0) / frame.length));
  }
  levels.sort((a, b) => a - b);
  return levels[Math.floor(levels.length * 0.75)] ?? 0;
}
