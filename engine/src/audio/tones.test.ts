import { expect, test } from 'vitest';
import { levelDbfs } from './frames.ts';
import { callProgressTones, digitTones, findDigitFrequencies, renderTones } from './tones.ts';

/** Power of one frequency against the whole, 0 to 1. */
function shareOf(samples: Int16Array, hz: number, rateHz: number): number {
  let re = 0;
  let im = 0;
  let all = 0;
  for (const [i, sample] of samples.entries()) {
    re += sample * Math.cos((2 * Math.PI * hz * i) / rateHz);
    im += sample * Math.sin((2 * Math.PI * hz * i) / rateHz);
    all += sample * sample;
  }
  return (2 * (re * re + im * im)) / samples.length / all;
}

test('every key has its row and its column, and nothing else is a key', () => {
  expect(findDigitFrequencies('1')).toEqual([697, 1209]);
  expect(findDigitFrequencies('#')).toEqual([941, 1477]);
  expect(findDigitFrequencies('d')).toEqual([941, 1633]);
  expect(findDigitFrequencies('x')).toBeNull();
  expect(findDigitFrequencies('12')).toBeNull();
  expect(findDigitFrequencies('')).toBeNull();
});

test.each([8000, 16_000])('a touch-tone at %i Hz holds its two frequencies, then a pause', (rateHz) => {
  const samples = renderTones(digitTones('5-'), rateHz);
  expect(samples.length).toBe(rateHz / 5);
  const tone = samples.subarray(0, rateHz / 10);
  expect(shareOf(tone, 770, rateHz)).toBeGreaterThan(0.45);
  expect(shareOf(tone, 1336, rateHz)).toBeGreaterThan(0.45);
  expect(levelDbfs(samples.subarray(rateHz / 10))).toBe(-100);
});

test('ringback sounds for two of six seconds at its level', () => {
  const samples = renderTones(callProgressTones.ringback, 8000);
  expect(samples.length).toBe(48_000);
  // Two tones of -19 dBm0 are -16 together; 0 dBm0 is 3.17 + 3.01 dB below a square wave at full scale, nearly.
  expect(levelDbfs(samples.subarray(0, 16_000))).toBeCloseTo(-16 - 3.17 - 3.01 - 0.17, 0);
  expect(levelDbfs(samples.subarray(16_000))).toBe(-100);
});

test('tones that add up beyond full scale are held there', () => {
  const loud = renderTones([{ frequenciesHz: [400, 400, 400], ms: 100, levelDbm0: 3 }], 8000);
  expect(loud.reduce((peak, sample) => Math.max(peak, sample), 0)).toBe(32_767);
});
