import { expect, test } from 'vitest';
import { isOnset, onsetPauseMs } from './barge-in.ts';
import { SoundOnset } from './sound-onset.ts';

const policy = { bargeInMs: 80 };

/** Feeds levels, 20 ms each; returns how long after the start an onset was noticed, for each onset. */
function onsets(levels: readonly number[]): number[] {
  const detector = new SoundOnset();
  const noticed: number[] = [];
  let isNoticed = false;
  for (const [i, level] of levels.entries()) {
    const isNow = isOnset(detector.process(level), policy);
    if (isNow && !isNoticed) noticed.push((i + 1) * 20);
    isNoticed = isNow;
  }
  return noticed;
}
const frames = (level: number, count: number): number[] => Array.from({ length: count }, () => level);

test('a voice is noticed after 80 ms, however loud', () => {
  for (const level of [-10, -25, -40])
    expect(onsets([...frames(-100, 50), ...frames(level, 40)])).toEqual([1080]);
});

test('a word that begins with a short vowel and a plosive is noticed as fast', () => {
  expect(onsets([...frames(-100, 50), -24, -17, -17, -25, -59, -49, -50, -52])).toEqual([1080]);
});

test('a click, a keystroke and a far noise are not', () => {
  expect(onsets([...frames(-70, 50), -12, -20, -60, ...frames(-70, 50)])).toEqual([]);
  expect(onsets([...frames(-70, 50), ...frames(-52, 50)])).toEqual([]);
});

test('noise that goes on is noticed once', () => {
  expect(onsets([...frames(-70, 50), ...frames(-30, 3000)])).toEqual([1080]);
});

test('a voice in steady noise is noticed above it', () => {
  expect(onsets([...frames(-40, 1000), ...frames(-20, 20)]).at(-1)).toBe(20_080);
});

test('each breath that was held for nothing makes the next one rarer', () => {
  expect([1, 2, 3, 20].map(onsetPauseMs)).toEqual([2000, 4000, 8000, 60_000]);
});
