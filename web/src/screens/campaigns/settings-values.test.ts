import { expect, test } from 'vitest';
import { settingsChecks } from './settings-values.ts';

test('[CAMP-3] name, date and times are required, and the end lies behind the start', () => {
  const { name, date, startTime, endTime, weekdays } = settingsChecks;
  expect([name('  '), name('Recall')]).toEqual(['Give the campaign a name.', null]);
  expect([date(''), date('2026-11-23')]).toEqual(['Choose the day it begins.', null]);
  expect([startTime(''), startTime('24:00'), startTime('09:00')].map((each) => each === null)).toEqual([
    false,
    false,
    true,
  ]);
  const end = (time: string) => endTime(time, { startTime: '09:00' });
  expect([end(''), end('09:00'), end('08:59')].every((each) => each !== null)).toBe(true);
  expect(end('09:01')).toBeNull();
  expect([weekdays([]) === null, weekdays(['1']) === null]).toEqual([false, true]);
});

test.each([
  ['', false],
  [' ', false],
  [0, false],
  [1.5, false],
  ['7', true],
  [1_000, true],
  [1_001, false],
])('%j live calls are a fair number: %s', (count, isFair) => {
  expect(settingsChecks.maxLiveCalls(count) === null).toBe(isFair);
});
