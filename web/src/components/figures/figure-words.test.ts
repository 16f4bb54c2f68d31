import { expect, test } from 'vitest';
import { wordBand, wordLongTime, wordShare, wordStep } from './figure-words.ts';

test('hours and days are named as people say them', () => {
  expect([wordStep('2026-11-21T00:00'), wordStep('2026-11-21T14:00')]).toEqual(['12 AM', '2 PM']);
  expect([wordStep('2026-11-21'), wordStep('2026-11-21T14:00', true)]).toEqual(['Nov 21', 'Nov 21, 2 PM']);
});

test('bands are in seconds under a minute, in minutes above', () => {
  expect([wordBand(0, 5_000), wordBand(45_000, 60_000), wordBand(90_000, 120_000)]).toEqual([
    '0–5 s',
    '45–60 s',
    '1.5–2 min',
  ]);
  expect([wordBand(600_000, null), wordBand(400, 600), wordBand(3_000, null)]).toEqual([
    '10 min +',
    '0.4–0.6 s',
    '3 s +',
  ]);
});

test('long times and shares keep to what can be read', () => {
  expect([wordLongTime(45_400), wordLongTime(12 * 60_000), wordLongTime(11_520_000)]).toEqual([
    '45 s',
    '12 min',
    '3 h 12 min',
  ]);
  expect([wordShare(1, 3), wordShare(1, 1_000), wordShare(0, 7), wordShare(0, 0)]).toEqual([
    '33%',
    '<1%',
    '0%',
    '–',
  ]);
});
