import { expect, test } from 'vitest';
import { Distribution, median, slope } from './distribution.ts';

test('percentiles of a thousand values are those of the sorted list', () => {
  const { p50, p99, p999, max, count } = Distribution.of(
    Array.from({ length: 1000 }, (_, i) => ((i * 7919) % 1000) / 10),
  ).summary;
  expect(count).toBe(1000);
  expect(p50).toBeCloseTo(49.9, 1);
  expect(p99).toBeCloseTo(98.9, 1);
  expect(p999).toBeCloseTo(99.8, 1);
  expect(max).toBe(99.9);
});

test('values far beyond the fine part keep their order and size', () => {
  const distribution = Distribution.of([0, 5, 250, 13_900]);
  expect(distribution.at(0.5)).toBeCloseTo(5, 1);
  expect(distribution.at(0.75)).toBeGreaterThan(249);
  expect(distribution.at(0.75)).toBeLessThan(251);
  expect(distribution.at(1)).toBe(13_900);
});

test('nothing measured is no number', () => {
  expect(new Distribution().at(0.5)).toBeNaN();
  expect(median([])).toBeNaN();
});

test('the median of an even count lies between the two in the middle', () => {
  expect(median([9, 1, 4, 6])).toBe(5);
  expect(median([3, 1, 2])).toBe(2);
});

test('the slope is what one more costs', () => {
  const points = [100, 200, 300].map((x) => ({ x, y: 70 + 0.4 * x }));
  expect(slope(points)).toBeCloseTo(0.4);
});
