import { expect, test } from 'vitest';
import { concurrencyOf, findPauseMs, hasFailedTooLong, triesPerDelivery } from './retry-rules.ts';

test('pauses grow from seconds to a day, and after the last try there is none', () => {
  const pauses = Array.from({ length: triesPerDelivery }, (_, index) => findPauseMs(index + 1, 0.5));
  expect(pauses.map((pause) => pause && pause / 1000)).toEqual([
    5,
    300,
    1_800,
    7_200,
    18_000,
    36_000,
    50_400,
    72_000,
    86_400,
    undefined,
  ]);
});

test('pauses differ by a fifth at most', () => {
  expect(findPauseMs(2, 0)).toBe(240_000);
  expect(findPauseMs(2, 1)).toBe(360_000);
});

test('three days without anything getting through are too long', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(hasFailedTooLong(null, now)).toBe(false);
  expect(hasFailedTooLong(new Date('2026-11-18T12:00:01Z'), now)).toBe(false);
  expect(hasFailedTooLong(new Date('2026-11-18T12:00:00Z'), now)).toBe(true);
});

test('a webhook that fails is asked one at a time', () => {
  expect(concurrencyOf({ failingSince: null })).toBe(4);
  expect(concurrencyOf({ failingSince: new Date() })).toBe(1);
});
