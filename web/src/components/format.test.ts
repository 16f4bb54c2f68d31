import { expect, test } from 'vitest';
import {
  capitalise,
  durationBetween,
  formatAgo,
  formatCallTime,
  formatDuration,
  formatEditedTime,
  formatSeconds,
  spokenDuration,
} from './format.ts';

test('[CALLS-4] durations are minutes and two-digit seconds', () => {
  expect([0, 999, 7_000, 67_400, 3_723_000].map(formatDuration)).toEqual([
    '0:00',
    '0:00',
    '0:07',
    '1:07',
    '62:03',
  ]);
  expect(formatDuration(-5_000)).toBe('0:00');
});

test('[CALLS-4] a running call lasts till now, and a broken timestamp is no duration', () => {
  const start = '2026-11-21T10:00:00.000Z';
  expect(durationBetween(start, '2026-11-21T10:01:30.000Z', 0)).toBe(90_000);
  expect(durationBetween(start, null, Date.parse(start) + 4_000)).toBe(4_000);
  expect(durationBetween(start, '2026-11-21T09:59:59.000Z', 0)).toBe(0);
  expect(durationBetween('never', start, 0)).toBe(0);
});

test('[CALLS-6] a call time has the short month, the year and a 12-hour clock', () => {
  expect(formatCallTime('2026-11-21T14:07:00')).toBe('Nov 21, 2026, 02:07 PM');
});

test('[AGENTS-1] an edit time is MM/DD/YYYY, HH:MM in 24 hours, midnight included', () => {
  expect(formatEditedTime('2026-01-05T14:07:00')).toBe('01/05/2026, 14:07');
  expect(formatEditedTime('2026-01-05T00:03:00')).toBe('01/05/2026, 00:03');
});

test('durations are spoken in words', () => {
  expect(spokenDuration(1_000)).toBe('1 second');
  expect(spokenDuration(61_000)).toBe('1 minute 1 second');
  expect(spokenDuration(125_900)).toBe('2 minutes 5 seconds');
});

test('waiting times and words', () => {
  expect(formatSeconds(640)).toBe('0.6 s');
  expect(formatSeconds(12_400)).toBe('12 s');
  expect(capitalise('positive')).toBe('Positive');
  expect(capitalise('')).toBe('');
});

test('how long ago something was, in words people use', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const ago = (ms: number) => formatAgo(new Date(now - ms).toISOString(), now);
  expect([-5_000, 0, 59_999].map(ago)).toEqual(['just now', 'just now', 'just now']);
  expect([60_000, 300_000, 3_600_000, 7_200_000].map(ago)).toEqual([
    '1 minute ago',
    '5 minutes ago',
    '1 hour ago',
    '2 hours ago',
  ]);
  expect([86_400_000, 3 * 86_400_000].map(ago)).toEqual(['yesterday', '3 days ago']);
  expect(ago(10 * 86_400_000)).toBe('Nov 11, 2026');
});
