import { describe, expect, test } from 'vitest';
import {
  findRuleBroken,
  listFreeSlots,
  listOpenHours,
  mergeIntervals,
  overlaps,
  type SlotRules,
  widen,
} from './slots.ts';
import type { Interval } from './vendor.ts';

const minuteMs = 60_000;
const workday = [{ from: '09:00', until: '17:00' }];
const rules: SlotRules = {
  time_zone: 'America/New_York',
  hours: [workday, workday, workday, workday, workday, [], []],
  slot_minutes: 30,
  buffer_minutes: 0,
  notice_minutes: 0,
  horizon_days: 30,
};
const at = (iso: string) => Date.parse(iso);
const starts = (slots: readonly Interval[]) => slots.map((slot) => new Date(slot.startMs).toISOString());

describe('Free slots', () => {
  test('lie on the grid of working hours, skip what is busy, and end with the day', () => {
    const busy = [{ startMs: at('2026-11-23T15:15:00Z'), endMs: at('2026-11-23T15:45:00Z') }];
    // A Monday, 9:40 in New York.
    const slots = listFreeSlots({ rules, busy, nowMs: at('2026-11-23T14:40:00Z'), limit: 3 });
    expect(starts(slots)).toEqual([
      '2026-11-23T16:00:00.000Z',
      '2026-11-23T16:30:00.000Z',
      '2026-11-23T17:00:00.000Z',
    ]);
    const late = listFreeSlots({ rules, busy, nowMs: at('2026-11-23T21:31:00Z'), limit: 1 });
    expect(starts(late)).toEqual(['2026-11-24T14:00:00.000Z']);
  });

  test('keep the buffer on both sides, the notice and the horizon', () => {
    const busy = [{ startMs: at('2026-11-23T16:00:00Z'), endMs: at('2026-11-23T16:30:00Z') }];
    const strict = { ...rules, buffer_minutes: 30, notice_minutes: 60, horizon_days: 1 };
    const slots = listFreeSlots({ rules: strict, busy, nowMs: at('2026-11-23T14:00:00Z'), limit: 100 });
    // 10:00 to 10:30 ends with the buffer; 10:30, 11:00 and 11:30 would touch it.
    expect(starts(slots).slice(0, 2)).toEqual(['2026-11-23T15:00:00.000Z', '2026-11-23T17:00:00.000Z']);
    expect(slots.at(-1)!.endMs).toBeLessThanOrEqual(at('2026-11-24T14:00:00Z'));
  });

  test('begin an hour earlier by UTC when summer time begins, at the same time by the clock on the wall', () => {
    const slots = (now: string) => starts(listFreeSlots({ rules, busy: [], nowMs: at(now), limit: 1 }));
    // The clocks of New York change on 8 March and 1 November 2026.
    expect(slots('2026-03-06T22:00:00Z')).toEqual(['2026-03-09T13:00:00.000Z']);
    expect(slots('2026-03-05T22:00:00Z')).toEqual(['2026-03-06T14:00:00.000Z']);
    expect(slots('2026-10-30T21:30:00Z')).toEqual(['2026-11-02T14:00:00.000Z']);
  });

  test('a night that has an hour twice is an hour longer, one that lacks it an hour shorter', () => {
    const nights = { ...rules, hours: Array(7).fill([{ from: '00:00', until: '06:00' }]) };
    const hoursOf = (day: string) => {
      const [open] = listOpenHours(nights, {
        startMs: at(`${day}T05:30:00Z`),
        endMs: at(`${day}T08:00:00Z`),
      });
      return (open!.endMs - open!.startMs) / 3_600_000;
    };
    expect([hoursOf('2026-03-08'), hoursOf('2026-03-09'), hoursOf('2026-11-01')]).toEqual([5, 6, 7]);
  });

  test('a whole day until 24:00 joins the next one', () => {
    const always = { ...rules, hours: Array(7).fill([{ from: '00:00', until: '24:00' }]) };
    const range = { startMs: at('2026-10-30T00:00:00Z'), endMs: at('2026-11-04T00:00:00Z') };
    expect(listOpenHours(always, range)).toHaveLength(1);
  });
});

describe('A time that is asked for', () => {
  const nowMs = at('2026-11-23T14:00:00Z');
  const slot = (iso: string, minutes = 30) => ({ startMs: at(iso), endMs: at(iso) + minutes * minuteMs });
  test.each([
    ['inside the hours', '2026-11-23T15:10:00Z', 30, undefined],
    ['until the very end', '2026-11-23T21:30:00Z', 30, undefined],
    ['over the end', '2026-11-23T21:45:00Z', 30, 'outside_hours'],
    ['at the weekend', '2026-11-28T15:00:00Z', 30, 'outside_hours'],
    ['too soon', '2026-11-23T14:10:00Z', 30, 'too_soon'],
    ['in the past', '2020-11-23T15:00:00Z', 30, 'too_soon'],
    ['too far away', '2027-11-23T15:00:00Z', 30, 'too_late'],
  ])('%s', (_name, iso, minutes, expected) => {
    expect(findRuleBroken({ ...rules, notice_minutes: 30 }, slot(iso, minutes), nowMs)).toBe(expected);
  });
});

/** A small generator with a seed (mulberry32): a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'UTC',
];
/** Days around which clocks change somewhere. */
const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'];

function scenario(seed: number) {
  const next = random(seed);
  const pick = <Each>(from: readonly Each[]): Each => from[Math.floor(next() * from.length)]!;
  const time = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  const day = () =>
    Array.from({ length: Math.floor(next() * 3) }, () => {
      const from = Math.floor(next() * 92) * 15;
      const until = Math.min(1440, from + 15 + Math.floor(next() * 40) * 15);
      return { from: time(from), until: time(until) };
    });
  const generated: SlotRules = {
    time_zone: pick(zones),
    hours: Array.from({ length: 7 }, day),
    slot_minutes: pick([5, 15, 20, 30, 45, 60, 90]),
    buffer_minutes: pick([0, 0, 5, 15, 30]),
    notice_minutes: pick([0, 30, 120, 1440]),
    horizon_days: pick([1, 3, 7]),
  };
  const nowMs = at(`${pick(changes)}T00:00:00Z`) + Math.floor((next() * 3 - 2) * 24 * 60) * minuteMs;
  const busy = Array.from({ length: Math.floor(next() * 12) }, () => {
    const startMs = nowMs + Math.floor(next() * 7 * 24 * 60) * minuteMs;
    return { startMs, endMs: startMs + Math.floor(next() * 180 + 1) * minuteMs };
  });
  return { rules: generated, busy, nowMs };
}

describe('Over days on which clocks change, in seven zones', () => {
  const cases = Array.from({ length: 600 }, (_, seed) => ({ seed, ...scenario(seed + 1) }));

  test('the scenarios hold slots at all', () => {
    const found = cases.map((each) => listFreeSlots({ ...each, limit: 50 }).length);
    expect(found.filter((count) => count > 0).length).toBeGreaterThan(300);
  });

  test('each slot has its length, is in order, keeps away from what is busy, and can be booked by the rules', () => {
    for (const { seed, rules: given, busy, nowMs } of cases) {
      const slots = listFreeSlots({ rules: given, busy, nowMs, limit: 500 });
      for (const [index, slot] of slots.entries()) {
        expect(slot.endMs - slot.startMs, `${seed}`).toBe(given.slot_minutes * minuteMs);
        expect(index === 0 || slots[index - 1]!.endMs <= slot.startMs, `${seed}`).toBe(true);
        const around = widen(slot, given.buffer_minutes * minuteMs);
        expect(
          busy.some((each) => overlaps(each, around)),
          `${seed}`,
        ).toBe(false);
        expect(findRuleBroken(given, slot, nowMs), `${seed}`).toBeUndefined();
      }
    }
  });

  test('no slot lies outside the hours by the clock on the wall', () => {
    for (const { seed, rules: given, busy, nowMs } of cases) {
      for (const slot of listFreeSlots({ rules: given, busy, nowMs, limit: 500 })) {
        for (const ms of [slot.startMs, slot.endMs - 1]) {
          const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(given.time_zone);
          const clock = local.toPlainTime().toString({ smallestUnit: 'minute' });
          const isOpen = given.hours[local.dayOfWeek - 1]!.some(
            ({ from, until }) => from <= clock && clock < until,
          );
          expect(isOpen, `${seed} ${local}`).toBe(true);
        }
      }
    }
  });

  test('asked piece by piece, the answer holds nothing that the whole does not', () => {
    for (const { rules: given, busy, nowMs } of cases.slice(0, 200)) {
      const whole = new Set(starts(listFreeSlots({ rules: given, busy, nowMs, limit: 2_000 })));
      const middleMs = nowMs + 36 * 3_600_000;
      const pieces = [
        ...listFreeSlots({ rules: given, busy, nowMs, untilMs: middleMs, limit: 2_000 }),
        ...listFreeSlots({ rules: given, busy, nowMs, fromMs: middleMs, limit: 2_000 }),
      ];
      for (const start of starts(pieces)) expect(whole).toContain(start);
    }
  });

  test('merged intervals cover the same moments, in order, without touching', () => {
    for (const { busy } of cases) {
      const merged = mergeIntervals(busy);
      for (const [index, each] of merged.entries())
        expect(index === 0 || merged[index - 1]!.endMs < each.startMs).toBe(true);
      for (const each of busy)
        expect(merged.some((whole) => whole.startMs <= each.startMs && each.endMs <= whole.endMs)).toBe(true);
    }
  });
});
