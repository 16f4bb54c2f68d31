import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CallingHours,
  defaultLegalHours,
  findNextSlot,
  isWithinHours,
  localTimeOf,
  momentOf,
} from './calling-hours.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const at = (text: string) => Date.parse(text);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

function hoursOf(changes: Partial<CallingHours> = {}): CallingHours {
  return {
    legal: defaultLegalHours,
    windows: [{ weekdays: everyDay, startMinute: 9 * 60, endMinute: 17 * 60 }],
    holidays: new Set(),
    ...changes,
  };
}

describe('calling hours', () => {
  test('are those of the person, not of the caller', () => {
    // Noon in New York is 9 in Los Angeles; an hour earlier only one of them may be called.
    const [east, west] = [['America/New_York'], ['America/Los_Angeles']];
    expect(isWithinHours(hoursOf(), east, at('2026-11-23T16:00:00Z'))).toBe(true);
    expect(isWithinHours(hoursOf(), west, at('2026-11-23T16:00:00Z'))).toBe(false);
    expect(isWithinHours(hoursOf(), west, at('2026-11-23T17:00:00Z'))).toBe(true);
    expect(iso(findNextSlot(hoursOf(), west, at('2026-11-23T16:00:00Z')))).toBe('2026-11-23T17:00:00.000Z');
  });

  test('of a person in one of several zones must fit all of them', () => {
    const zones = ['America/New_York', 'America/Los_Angeles'];
    expect(iso(findNextSlot(hoursOf(), zones, at('2026-11-23T10:00:00Z')))).toBe('2026-11-23T17:00:00.000Z');
    expect(isWithinHours(hoursOf(), zones, at('2026-11-23T22:30:00Z'))).toBe(false);
    // Berlin closes before Honolulu opens.
    expect(findNextSlot(hoursOf(), ['Europe/Berlin', 'Pacific/Honolulu'], at('2026-11-23T10:00:00Z'))).toBe(
      undefined,
    );
  });

  test('the law is stricter than the campaign', () => {
    const late = hoursOf({ windows: [{ weekdays: everyDay, startMinute: 0, endMinute: 24 * 60 }] });
    expect(isWithinHours(late, ['Europe/London'], at('2026-11-23T07:59:59.999Z'))).toBe(false);
    expect(isWithinHours(late, ['Europe/London'], at('2026-11-23T08:00:00Z'))).toBe(true);
    expect(isWithinHours(late, ['Europe/London'], at('2026-11-23T20:59:59.999Z'))).toBe(true);
    expect(isWithinHours(late, ['Europe/London'], at('2026-11-23T21:00:00Z'))).toBe(false);
  });

  test('weekends and holidays are passed over', () => {
    const hours = hoursOf({
      windows: [{ weekdays: [1, 2, 3, 4, 5], startMinute: 540, endMinute: 1020 }],
      holidays: new Set(['2026-11-23']),
    });
    expect(iso(findNextSlot(hours, ['Europe/London'], at('2026-11-20T17:00:00Z')))).toBe(
      '2026-11-24T09:00:00.000Z',
    );
  });

  test('a window in the hour that the clocks skip opens when the clocks have moved', () => {
    const early = hoursOf({
      legal: { startMinute: 0, endMinute: 24 * 60 },
      windows: [{ weekdays: [7], startMinute: 150, endMinute: 200 }],
    });
    // New York, 8 March 2026: 02:00 becomes 03:00, so half past two is never.
    const slot = findNextSlot(early, ['America/New_York'], at('2026-03-08T05:00:00Z'));
    expect(iso(slot)).toBe('2026-03-08T07:00:00.000Z');
    expect(localTimeOf('America/New_York', slot!)).toEqual({ date: '2026-03-08', time: '03:00' });
    // 1 November 2026: half past one comes twice; both are open.
    const twice = { ...early, windows: [{ weekdays: [7], startMinute: 90, endMinute: 100 }] };
    expect(isWithinHours(twice, ['America/New_York'], at('2026-11-01T05:30:00Z'))).toBe(true);
    expect(isWithinHours(twice, ['America/New_York'], at('2026-11-01T06:30:00Z'))).toBe(true);
    expect(iso(findNextSlot(twice, ['America/New_York'], at('2026-11-01T05:41:00Z')))).toBe(
      '2026-11-01T06:30:00.000Z',
    );
  });

  test('none that is never, and none for a person of whom nothing is known', () => {
    expect(findNextSlot(hoursOf({ windows: [] }), ['Europe/London'], 0)).toBe(undefined);
    const night = hoursOf({ windows: [{ weekdays: everyDay, startMinute: 1320, endMinute: 1380 }] });
    expect(findNextSlot(night, ['Europe/London'], 0)).toBe(undefined);
    expect(isWithinHours(hoursOf(), [], 0)).toBe(false);
    expect(findNextSlot(hoursOf(), [], 0)).toBe(undefined);
  });

  test('a wall-clock time has its moment, also where the clocks skip it', () => {
    expect(iso(momentOf('America/New_York', '2026-11-23', '09:00'))).toBe('2026-11-23T14:00:00.000Z');
    expect(iso(momentOf('America/New_York', '2026-03-08', '02:30'))).toBe('2026-03-08T07:30:00.000Z');
  });

  test('over random campaigns the slot is the first open minute, through every change of the clocks', () => {
    const zone = fc.constantFrom(
      'America/New_York',
      'America/Los_Angeles',
      'America/St_Johns',
      'Europe/London',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'Asia/Kolkata',
      'Africa/Casablanca',
      'America/Santiago',
      'Pacific/Auckland',
    );
    const span = fc.tuple(fc.integer({ min: 0, max: 1440 }), fc.integer({ min: 0, max: 1440 }));
    const campaign = fc.record({
      zones: fc.uniqueArray(zone, { minLength: 1, maxLength: 3 }),
      legal: span,
      windows: fc.array(fc.tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), span), {
        minLength: 1,
        maxLength: 3,
      }),
      // Around the changes of a year, and anywhere in it.
      fromMs: fc.oneof(
        fc.integer({ min: at('2026-01-01'), max: at('2027-01-01') }),
        fc
          .tuple(
            fc.constantFrom(
              '2026-03-08',
              '2026-03-29',
              '2026-04-05',
              '2026-10-25',
              '2026-11-01',
              '2026-02-15',
            ),
            fc.integer({ min: -30 * 3600_000, max: 30 * 3600_000 }),
          )
          .map(([day, shift]) => at(day) + shift),
      ),
      isHoliday: fc.boolean(),
    });
    fc.assert(
      fc.property(campaign, ({ zones, legal, windows, fromMs, isHoliday }) => {
        const order = ([one, other]: [number, number]) => ({
          startMinute: Math.min(one, other),
          endMinute: Math.max(one, other),
        });
        const hours: CallingHours = {
          legal: order(legal),
          windows: windows.map(([weekdays, each]) => ({ weekdays, ...order(each) })),
          holidays: new Set(isHoliday ? [localTimeOf(zones[0]!, fromMs).date] : []),
        };
        const slot = findNextSlot(hours, zones, fromMs);
        if (slot !== undefined) {
          expect(slot).toBeGreaterThanOrEqual(fromMs);
          expect(isWithinHours(hours, zones, slot)).toBe(true);
        }
        // Nothing was open before it; tried at every whole minute of two days, where windows begin.
        const untilMs = Math.min(slot ?? Infinity, fromMs + 2 * 24 * 3600_000);
        for (let ms = Math.ceil(fromMs / 60_000) * 60_000; ms < untilMs; ms += 60_000) {
          if (isWithinHours(hours, zones, ms)) throw new Error(`${iso(ms)} was open before ${iso(slot)}`);
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);
});
