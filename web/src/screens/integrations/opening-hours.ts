import type { CalendarSettings } from '@parley/contract/integrations';

export type Hours = CalendarSettings['hours'];

/** Monday first, as the settings have them. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Openings a day may have. */
export const openingLimit = 4;

/** What is wrong with the hours, or null. */
export function findHoursProblem(hours: Hours): string | null {
  for (const [index, day] of hours.entries()) {
    const name = weekdays[index];
    const ordered = [...day].sort((one, other) => (one.from < other.from ? -1 : 1));
    for (const [at, { from, until }] of ordered.entries()) {
      if (from === '' || until === '') return `${name}: please give both times.`;
      if (from >= until) return `${name}: the end must be after the start.`;
      if (at > 0 && ordered[at - 1]!.until > from) return `${name}: the hours overlap.`;
    }
  }
  if (hours.every((day) => day.length === 0)) return 'Please open at least one day.';
  return null;
}

/** Another opening for a day: the usual hours, or after the last one. */
export function addOpening(day: Hours[number]): Hours[number] {
  const last = day.at(-1);
  if (last === undefined) return [{ from: '09:00', until: '17:00' }];
  const hour = Number(last.until.slice(0, 2));
  const from = `${String(Math.min(hour + 1, 22)).padStart(2, '0')}:00`;
  return [...day, { from, until: `${String(Math.min(hour + 3, 23)).padStart(2, '0')}:00` }];
}

/** A browser's time field has no 24:00: midnight as an end is shown as 00:00. */
export const toField = (time: string): string => (time === '24:00' ? '00:00' : time);
export const fromEndField = (time: string): string => (time === '00:00' ? '24:00' : time);

/** Gives every other working day (Monday to Friday) the hours of the first. */
export function copyToWorkdays(hours: Hours): Hours {
  return hours.map((day, index) => (index < 5 ? (hours[0] ?? []) : day));
}
