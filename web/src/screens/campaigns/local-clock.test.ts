import { expect, test } from 'vitest';
import { formatClockIn, formatLocalClock, nameZone } from './local-clock.ts';

test('a clock elsewhere is read as people say it', () => {
  expect(formatLocalClock('2026-11-21 15:07')).toBe('Sat 3:07 PM');
  expect(formatLocalClock('2026-11-21 00:30')).toBe('Sat 12:30 AM');
  expect(formatLocalClock('soon')).toBe('soon');
  expect(formatClockIn('2026-11-23T17:00:00Z', 'America/Los_Angeles')).toBe('Mon, Nov 23, 9:00 AM');
  expect(formatClockIn('2026-11-23T17:00:00Z', 'America/Chicago, America/Denver')).toBe(
    'Mon, Nov 23, 11:00 AM',
  );
  expect(nameZone('America/Los_Angeles')).toBe('America / Los Angeles');
});
