import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallingHours, defaultLegalHours, isWithinHours } from './calling-hours.ts';
import { estimateFinish, type RemainingCalls } from './finish-time.ts';

const hours: CallingHours = {
  legal: defaultLegalHours,
  windows: [{ weekdays: [1, 2, 3, 4, 5], startMinute: 540, endMinute: 1020 }],
  holidays: new Set(),
};
const at = (text: string) => Date.parse(text);
const finish = (changes: Partial<RemainingCalls>) => {
  const ms = estimateFinish({
    groups: [{ zones: ['Europe/London'], contacts: 3600 }],
    hours,
    fromMs: at('2026-11-23T09:00:00Z'),
    maxLiveCalls: 1000,
    callsPerSecond: 1,
    meanCallMs: 30_000,
    callsPerContact: 1,
    ...changes,
  });
  return ms === undefined ? undefined : new Date(ms).toISOString();
};

describe('the expected end of a campaign', () => {
  test('follows from its rate or its lines, whichever is slower', () => {
    expect(finish({})).toBe('2026-11-23T10:00:00.000Z');
    expect(finish({ maxLiveCalls: 15 })).toBe('2026-11-23T11:00:00.000Z');
    expect(finish({ callsPerContact: 2 })).toBe('2026-11-23T11:00:00.000Z');
    expect(finish({ groups: [] })).toBe('2026-11-23T09:00:00.000Z');
  });

  test('waits for the hours of each contact, nights and weekends too', () => {
    // Friday, an hour before the end: two hours of calls end on Monday.
    expect(finish({ fromMs: at('2026-11-27T16:00:00Z'), callsPerContact: 2 })).toBe(
      '2026-11-30T10:00:00.000Z',
    );
    const both = [
      { zones: ['Europe/London'], contacts: 3600 },
      { zones: ['America/New_York'], contacts: 60 },
    ];
    expect(finish({ groups: both })).toBe('2026-11-23T14:01:00.000Z');
  });

  test('is unknown where somebody can never be called', () => {
    expect(finish({ hours: { ...hours, windows: [] } })).toBe(undefined);
    expect(finish({ groups: [{ zones: [], contacts: 1 }] })).toBe(undefined);
    expect(finish({ callsPerSecond: 0 })).toBe(undefined);
  });

  test('lies within calling hours and grows with the contacts, for random campaigns', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'America/Los_Angeles',
      'Europe/Berlin',
      'Australia/Sydney',
    );
    const given = fc.record({
      zone,
      contacts: fc.integer({ min: 1, max: 200_000 }),
      more: fc.integer({ min: 0, max: 50_000 }),
      fromMs: fc.integer({ min: at('2026-01-01'), max: at('2026-12-31') }),
      maxLiveCalls: fc.integer({ min: 1, max: 200 }),
      callsPerSecond: fc.double({ min: 0.5, max: 100, noNaN: true }),
    });
    fc.assert(
      fc.property(given, ({ zone, contacts, more, ...rest }) => {
        const common = { ...rest, hours, meanCallMs: 40_000, callsPerContact: 1.5 };
        const one = estimateFinish({ ...common, groups: [{ zones: [zone], contacts }] });
        const two = estimateFinish({ ...common, groups: [{ zones: [zone], contacts: contacts + more }] });
        if (one === undefined) return;
        expect(isWithinHours(hours, [zone], one - 1)).toBe(true);
        if (two !== undefined) expect(two).toBeGreaterThanOrEqual(one);
      }),
      { numRuns: 150 },
    );
  }, 30_000);
});
