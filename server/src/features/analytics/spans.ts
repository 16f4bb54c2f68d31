import type { Period } from '@parley/contract/analytics';

/** A time of figures and the one it is compared with; ends are not included. All limits are quarters of an hour. */
export type FigureSpan = {
  from: Date;
  to: Date;
  beforeFrom: Date;
  beforeTo: Date;
  /** As in `+12% from yesterday`. */
  beforeName: string;
};

export type SpanRequest = {
  period: Period;
  /** Days of a custom range, `2026-11-21`. */
  from?: string | undefined;
  to?: string | undefined;
  time_zone: string;
};

/** Slots of the counters. */
const slotMs = 15 * 60_000;

/**
 * The span of a period at a moment. What has not ended yet is compared with as much of the period before: at ten
 * in the morning, today with yesterday until ten.
 */
export function spanOf(request: SpanRequest, nowMs: number): FigureSpan {
  const zone = request.time_zone;
  const now = Temporal.Instant.fromEpochMilliseconds((Math.floor(nowMs / slotMs) + 1) * slotMs);
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(zone).startOfDay();
  const { from, end, back, beforeName } = frameOf(request, today);
  const to = earlier(later(now.toZonedDateTimeISO(zone), from), end);
  const beforeFrom = from.subtract(back);
  // A month's last days have no counterpart in a shorter month before.
  const beforeTo = earlier(to.subtract(back), from);
  const date = (at: Temporal.ZonedDateTime) => new Date(at.epochMilliseconds);
  return {
    from: date(from),
    to: date(to),
    beforeFrom: date(beforeFrom),
    beforeTo: date(beforeTo),
    beforeName,
  };
}

type Frame = {
  from: Temporal.ZonedDateTime;
  end: Temporal.ZonedDateTime;
  back: { days?: number; months?: number };
  beforeName: string;
};

function frameOf({ period, from, to, time_zone: zone }: SpanRequest, today: Temporal.ZonedDateTime): Frame {
  if (period === 'week') {
    const monday = today.subtract({ days: today.dayOfWeek - 1 });
    return { from: monday, end: monday.add({ days: 7 }), back: { days: 7 }, beforeName: 'last week' };
  }
  if (period === 'month') {
    const first = today.with({ day: 1 });
    return { from: first, end: first.add({ months: 1 }), back: { months: 1 }, beforeName: 'last month' };
  }
  if (period === 'custom' && from !== undefined && to !== undefined) {
    const first = Temporal.PlainDate.from(from);
    const after = Temporal.PlainDate.from(to).add({ days: 1 });
    const { days } = first.until(after);
    return {
      from: first.toZonedDateTime(zone),
      end: after.toZonedDateTime(zone),
      back: { days },
      beforeName: days === 1 ? 'the day before' : `the ${days} days before`,
    };
  }
  return { from: today, end: today.add({ days: 1 }), back: { days: 1 }, beforeName: 'yesterday' };
}

function earlier(one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.compare(one, other) < 0 ? one : other;
}

function later(one: Temporal.ZonedDateTime, other: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return Temporal.ZonedDateTime.compare(one, other) > 0 ? one : other;
}

/**
 * Offsets from UTC that hold within a span, in order: each until the next begins. Databases need not know the zone
 * by the same name, or at all.
 */
export function listOffsets(
  timeZone: string,
  span: Pick<FigureSpan, 'from' | 'to'>,
): { from: Date; minutes: number }[] {
  const offsets: { from: Date; minutes: number }[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    span.from.getTime(),
  ).toZonedDateTimeISO(timeZone);
  while (at !== null && at.epochMilliseconds < Math.max(span.to.getTime(), span.from.getTime() + 1)) {
    offsets.push({ from: new Date(at.epochMilliseconds), minutes: Math.round(at.offsetNanoseconds / 60e9) });
    at = at.getTimeZoneTransition('next');
  }
  return offsets;
}

/** Local names of the hours (`2026-11-21T14:00`) or days (`2026-11-21`) that a span touches, in order. */
export function listSteps(timeZone: string, { from, to }: FigureSpan, step: 'hour' | 'day'): string[] {
  const names = new Set<string>();
  // An hour at a time: no change of the clock makes a local hour, or a day, longer than that jump.
  for (let at = from.getTime(); at < to.getTime(); at += step === 'hour' ? 2 * slotMs : 4 * slotMs) {
    const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
    const date = local.toPlainDate().toString();
    names.add(step === 'day' ? date : `${date}T${String(local.hour).padStart(2, '0')}:00`);
  }
  return [...names];
}

/** Day and 24-hour time at a place. */
export function localTime(at: Date, timeZone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
  };
}
