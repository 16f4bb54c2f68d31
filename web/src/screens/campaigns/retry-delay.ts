/** A wait as staff give it: a count, which may hold text while it is typed, of a unit. */
export type RetryDelay = { count: number | string; unit: DelayUnit };
export type DelayUnit = (typeof delayUnits)[number];

/** The smallest first. */
export const delayUnits = ['minutes', 'hours', 'days'] as const;
const minutesIn: Readonly<Record<DelayUnit, number>> = { minutes: 1, hours: 60, days: 1_440 };
/** As the server takes them, in minutes: 30 days. */
const longestMinutes = 43_200;

/** The wait in the largest unit that holds it whole: 240 minutes are 4 hours, 90 stay minutes. */
export function delayOf(minutes: number): RetryDelay {
  const unit = delayUnits.findLast((each) => minutes % minutesIn[each] === 0) ?? 'minutes';
  return { count: minutes / minutesIn[unit], unit };
}

/** How many minutes; NaN for a count that is no number. */
export function minutesOf({ count, unit }: RetryDelay): number {
  const number = typeof count === 'string' && count.trim() === '' ? Number.NaN : Number(count);
  // 1.1 hours are 66 minutes, although the product is a little more.
  return Number((number * minutesIn[unit]).toFixed(6));
}

/** What is wrong with a wait: whole minutes, from one to 30 days. */
export function checkDelay(delay: RetryDelay): string | null {
  const minutes = minutesOf(delay);
  if (!(minutes >= 1 && minutes <= longestMinutes)) return 'From 1 minute to 30 days.';
  return Number.isInteger(minutes) ? null : 'Give whole minutes.';
}

/** `30 minutes`, `1 day`. */
export function describeDelay(minutes: number): string {
  const { count, unit } = delayOf(minutes);
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
