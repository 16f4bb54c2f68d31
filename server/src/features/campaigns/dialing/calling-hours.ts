/** Wall-clock minutes of a day, from `startMinute` up to and without `endMinute`; on these ISO weekdays (Monday is 1). */
export type DayWindow = { weekdays: readonly number[]; startMinute: number; endMinute: number };

export type CallingHours = {
  /** Hours in which the law lets people be called, every day: 8 to 21 unless the workspace set others. */
  legal: { startMinute: number; endMinute: number };
  /** Hours of the campaign; it calls at none but these. */
  windows: readonly DayWindow[];
  /** Days without calls, `YYYY-MM-DD` in the person's own calendar. */
  holidays: ReadonlySet<string>;
};

/** 47 CFR 64.1200 (c)(1): no calls before 8 in the morning or after 9 in the evening at the called party's location. */
export const defaultLegalHours = { startMinute: 8 * 60, endMinute: 21 * 60 };

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** How far ahead a slot is looked for: beyond it there is none worth waiting for. */
const horizonMs = 400 * dayMs;

/**
 * Whether a person who may be in any of these zones may be called now: the hour must be right in each of them. Nobody
 * is called of whom no zone is known; give a fallback.
 */
export function isWithinHours(hours: CallingHours, zones: readonly string[], atMs: number): boolean {
  return zones.length > 0 && zones.every((zone) => isOpenAt(hours, zone, atMs));
}

/** The first moment at or after `fromMs` at which the person may be called; undefined when there is none in 400 days. */
export function findNextSlot(
  hours: CallingHours,
  zones: readonly string[],
  fromMs: number,
): number | undefined {
  if (zones.length === 0) return undefined;
  const lastMs = fromMs + horizonMs;
  let atMs = fromMs;
  // Each zone pushes the moment to its own next opening; when none does, it is open in all of them.
  for (let open = 0, turn = 0; open < zones.length; turn += 1) {
    const nextMs = findOpening(hours, zones[turn % zones.length]!, atMs, lastMs);
    if (nextMs === undefined) return undefined;
    open = nextMs === atMs ? open + 1 : 1;
    atMs = nextMs;
  }
  return atMs;
}

/** The moment's wall clock in a zone: `YYYY-MM-DD` and `HH:MM`, for people to read. */
export function localTimeOf(zone: string, atMs: number): { date: string; time: string } {
  const { date, minute } = wallClock(atMs + offsetMs(zone, atMs));
  const two = (value: number) => String(value).padStart(2, '0');
  return { date, time: `${two(Math.floor(minute / 60))}:${two(Math.floor(minute % 60))}` };
}

/** The moment of a wall-clock time in a zone; a time the clocks skip is the moment after the gap. */
export function momentOf(zone: string, date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, { disambiguation: 'later' })
    .epochMilliseconds;
}

function isOpenAt(hours: CallingHours, zone: string, atMs: number): boolean {
  const { date, weekday, minute } = wallClock(atMs + offsetMs(zone, atMs));
  return openingsOf(hours, date, weekday).some(
    ({ startMinute, endMinute }) => minute >= startMinute && minute < endMinute,
  );
}

/** The first moment from `fromMs` on at which the zone is open, DST changes included. */
function findOpening(hours: CallingHours, zone: string, fromMs: number, lastMs: number): number | undefined {
  let atMs = fromMs;
  while (atMs <= lastMs) {
    const offset = offsetMs(zone, atMs);
    const wallMs = atMs + offset;
    const { date, weekday, minute } = wallClock(wallMs);
    const starts = openingsOf(hours, date, weekday)
      .filter(({ endMinute }) => minute < endMinute)
      .map(({ startMinute }) => Math.max(startMinute, minute));
    const midnightMs = wallMs - minute * minuteMs;
    const isToday = starts.length > 0;
    const nextWallMs = isToday ? midnightMs + Math.min(...starts) * minuteMs : midnightMs + dayMs;
    const nextMs = nextWallMs - offset;
    // The clocks may change on the way: then look again from the change on, by the new offset.
    const changeMs = findOffsetChange(zone, atMs, nextMs);
    if (changeMs !== undefined) atMs = changeMs;
    else if (isToday) return nextMs <= lastMs ? nextMs : undefined;
    else atMs = nextMs;
  }
  return undefined;
}

/** What is left of the campaign's windows on a day, within the legal hours. */
function openingsOf(hours: CallingHours, date: string, weekday: number) {
  if (hours.holidays.has(date)) return [];
  return hours.windows
    .filter(({ weekdays }) => weekdays.includes(weekday))
    .map(({ startMinute, endMinute }) => ({
      startMinute: Math.max(startMinute, hours.legal.startMinute),
      endMinute: Math.min(endMinute, hours.legal.endMinute),
    }))
    .filter(({ startMinute, endMinute }) => startMinute < endMinute);
}

/** When, after `fromMs` and up to `toMs` (a day later at most), the offset changes; undefined when it does not. */
function findOffsetChange(zone: string, fromMs: number, toMs: number): number | undefined {
  const before = offsetMs(zone, fromMs);
  if (offsetMs(zone, toMs) === before) return undefined;
  let [low, high] = [fromMs, toMs];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMs(zone, middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/** Fields of a wall clock given as the milliseconds it would be in UTC. `minute` keeps its fraction. */
function wallClock(wallMs: number): { date: string; weekday: number; minute: number } {
  const clock = new Date(wallMs);
  const sinceMidnightMs = ((wallMs % dayMs) + dayMs) % dayMs;
  return {
    date: clock.toISOString().slice(0, 10),
    weekday: clock.getUTCDay() === 0 ? 7 : clock.getUTCDay(),
    minute: sinceMidnightMs / minuteMs,
  };
}

/** Clocks change at quarter hours of UTC (tz database, since 1972): the offset holds for each whole one. */
const quarterMs = 15 * minuteMs;
const offsetMax = 20_000;
const offsets = new Map<string, number>();

/** What the zone's wall clock is ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const quarter = Math.floor(atMs / quarterMs);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= offsetMax) offsets.clear();
  const zoned = Temporal.Instant.fromEpochMilliseconds(quarter * quarterMs).toZonedDateTimeISO(zone);
  const offset = zoned.offsetNanoseconds / 1_000_000;
  offsets.set(key, offset);
  return offset;
}
