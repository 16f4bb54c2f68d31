import type { CalendarSettings } from '@parley/contract/integrations';
import type { Interval } from './vendor.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export type SlotRules = Omit<CalendarSettings, 'kind' | 'calendar_id' | 'busy_calendar_ids'>;

export type SlotQuestion = {
  rules: SlotRules;
  /** What stands in the calendars, in any order, overlapping or not. */
  busy: readonly Interval[];
  nowMs: number;
  /** Slots that start from here; never before the notice is over. */
  fromMs?: number;
  /** Slots that end until here; never after the horizon. */
  untilMs?: number;
  limit: number;
};

/**
 * The slots an agent may offer, earliest first: inside working hours of the calendar's zone, on the grid that starts
 * with each opening, with the buffer free on both sides. Lengths are real minutes, also on days when clocks change.
 */
export function listFreeSlots({ rules, busy, nowMs, fromMs, untilMs, limit }: SlotQuestion): Interval[] {
  const range = bookableRange(rules, nowMs);
  const startMs = Math.max(range.startMs, fromMs ?? range.startMs);
  const endMs = Math.min(range.endMs, untilMs ?? range.endMs);
  const slotMs = rules.slot_minutes * minuteMs;
  const taken = mergeIntervals(busy.map((each) => widen(each, rules.buffer_minutes * minuteMs)));
  const slots: Interval[] = [];
  for (const open of listOpenHours(rules, { startMs, endMs })) {
    let at = open.startMs;
    if (at < startMs) at += Math.ceil((startMs - at) / slotMs) * slotMs;
    for (; at + slotMs <= Math.min(open.endMs, endMs); at += slotMs) {
      const slot = { startMs: at, endMs: at + slotMs };
      if (taken.some((each) => overlaps(each, slot))) continue;
      slots.push(slot);
      if (slots.length >= limit) return slots;
    }
  }
  return slots;
}

/** Why a time cannot be booked by the rules; undefined when it can. Other appointments are not its business. */
export function findRuleBroken(
  rules: SlotRules,
  slot: Interval,
  nowMs: number,
): 'too_soon' | 'too_late' | 'outside_hours' | undefined {
  const range = bookableRange(rules, nowMs);
  if (slot.startMs < range.startMs) return 'too_soon';
  if (slot.endMs > range.endMs) return 'too_late';
  const isOpen = listOpenHours(rules, slot).some(
    (open) => open.startMs <= slot.startMs && slot.endMs <= open.endMs,
  );
  return isOpen ? undefined : 'outside_hours';
}

/** From the end of the notice until the horizon. */
export function bookableRange(rules: SlotRules, nowMs: number): Interval {
  return {
    startMs: nowMs + rules.notice_minutes * minuteMs,
    endMs: nowMs + rules.horizon_days * dayMs,
  };
}

/** Working hours that touch the range, as moments: merged and in order. */
export function listOpenHours(rules: SlotRules, { startMs, endMs }: Interval): Interval[] {
  if (endMs <= startMs) return [];
  const dateOf = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(rules.time_zone).toPlainDate();
  const last = dateOf(endMs);
  const found: Interval[] = [];
  for (
    let date = dateOf(startMs);
    Temporal.PlainDate.compare(date, last) <= 0;
    date = date.add({ days: 1 })
  ) {
    for (const hours of rules.hours[date.dayOfWeek - 1] ?? []) {
      const open = {
        startMs: momentOf(rules, date, hours.from, 'later'),
        endMs: momentOf(rules, date, hours.until, 'earlier'),
      };
      if (open.startMs < open.endMs && overlaps(open, { startMs, endMs })) found.push(open);
    }
  }
  return mergeIntervals(found);
}

/**
 * The moment of a time of day. Where clocks change, a time may come twice or not at all: opening takes the later
 * reading and closing the earlier one, so that no slot lies outside the hours by anybody's clock.
 */
function momentOf(
  { time_zone }: SlotRules,
  date: Temporal.PlainDate,
  time: string,
  disambiguation: 'earlier' | 'later',
): number {
  const midnight = date.add({ days: 1 }).toPlainDateTime();
  const local = time === '24:00' ? midnight : date.toPlainDateTime(Temporal.PlainTime.from(time));
  return local.toZonedDateTime(time_zone, { disambiguation }).epochMilliseconds;
}

/** Overlapping and touching intervals become one; the result is in order. */
export function mergeIntervals(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const next of [...intervals].sort((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1);
    if (last !== undefined && next.startMs <= last.endMs) last.endMs = Math.max(last.endMs, next.endMs);
    else merged.push({ ...next });
  }
  return merged;
}

/** Whether two intervals share a moment; touching ends share none. */
export function overlaps(one: Interval, other: Interval): boolean {
  return one.startMs < other.endMs && other.startMs < one.endMs;
}

export function widen({ startMs, endMs }: Interval, byMs: number): Interval {
  return { startMs: startMs - byMs, endMs: endMs + byMs };
}

/** Whether it names a time zone this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
