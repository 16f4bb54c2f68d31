import { expect, test } from 'vitest';
import { prepareSound } from './prepare-sound.ts';

const tone = (rateHz: number, amplitude: number, offset = 0) =>
  Int16Array.from(
    { length: rateHz },
    (_, i) => offset + amplitude * Math.sin((2 * Math.PI * 500 * i) / rateHz),
  );
const rms = (samples: Int16Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

test.each([
  ['quiet', 600],
  ['loud', 30_000],
])('a %s utterance is brought to one level, with silence around it', (_, amplitude) => {
  const sound = prepareSound(tone(16_000, amplitude), { fromHz: 16_000, toHz: 16_000 });
  expect(sound).toHaveLength(16_000 + 2 * 3_200);
  expect(Math.max(...sound.subarray(0, 3_200))).toBe(0);
  expect(rms(sound.subarray(3_200, 19_200))).toBeGreaterThan(3_000);
  expect(rms(sound.subarray(3_200, 19_200))).toBeLessThan(3_600);
});

test('an offset is taken out, and nothing overflows', () => {
  const sound = prepareSound(tone(16_000, 1_000, 5_000), { fromHz: 16_000, toHz: 16_000 });
  const speech = sound.subarray(3_200, 19_200);
  expect(Math.abs(speech.reduce((sum, sample) => sum + sample, 0) / speech.length)).toBeLessThan(5);
});

test('near silence is not blown up to speech', () => {
  const sound = prepareSound(tone(16_000, 20), { fromHz: 16_000, toHz: 16_000 });
  expect(rms(sound)).toBeLessThan(250);
});

test('narrowband comes at the rate asked for, the same every time, with a little noise in the empty band', () => {
  const first = prepareSound(tone(8_000, 3_000), { fromHz: 8_000, toHz: 16_000 });
  expect(first).toHaveLength(16_000 + 2 * 3_200);
  expect(rms(first.subarray(0, 3_000))).toBeGreaterThan(20);
  expect(rms(first.subarray(0, 3_000))).toBeLessThan(50);
  expect(prepareSound(tone(8_000, 3_000), { fromHz: 8_000, toHz: 16_000 })).toEqual(first);
});

test('an empty sound stays silence', () => {
  expect(prepareSound(new Int16Array(), { fromHz: 16_000, toHz: 16_000 })).toEqual(new Int16Array(6_400));
});
