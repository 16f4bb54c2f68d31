import { expect, test } from 'vitest';
import { checkDelay, delayOf, describeDelay, minutesOf } from './retry-delay.ts';

test('a wait is shown in the largest unit that holds it whole, and saved in minutes', () => {
  for (const [minutes, words] of [
    [1, '1 minute'],
    [30, '30 minutes'],
    [60, '1 hour'],
    [90, '90 minutes'],
    [240, '4 hours'],
    [1_440, '1 day'],
    [43_200, '30 days'],
  ] as const) {
    expect(describeDelay(minutes)).toBe(words);
    expect(minutesOf(delayOf(minutes))).toBe(minutes);
  }
});

test.each([
  [{ count: 1, unit: 'minutes' }, null],
  [{ count: '30', unit: 'days' }, null],
  [{ count: 1.5, unit: 'hours' }, null],
  [{ count: 1.1, unit: 'hours' }, null],
  [{ count: 0, unit: 'minutes' }, 'From 1 minute to 30 days.'],
  [{ count: '', unit: 'hours' }, 'From 1 minute to 30 days.'],
  [{ count: '-', unit: 'hours' }, 'From 1 minute to 30 days.'],
  [{ count: 31, unit: 'days' }, 'From 1 minute to 30 days.'],
  [{ count: 2.5, unit: 'minutes' }, 'Give whole minutes.'],
] as const)('%j is answered with %j', (delay, answer) => {
  expect(checkDelay(delay)).toBe(answer);
});
