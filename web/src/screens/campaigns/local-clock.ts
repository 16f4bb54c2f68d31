/** `2026-11-21 15:07`, as a clock on the wall shows it somewhere, as `Sat 3:07 PM`; as it is when it is none. */
export function formatLocalClock(local: string): string {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(local)) return local;
  return clock({ timeZone: 'UTC' }).format(new Date(`${local.replace(' ', 'T')}:00Z`));
}

/** `15:07` as `3:07 PM`. */
export function formatTimeOfDay(time: string): string {
  return clock({ timeZone: 'UTC', weekday: undefined }).format(new Date(`2026-01-01T${time}:00Z`));
}

/**
 * A moment by the clock of a time zone, with its day: `Mon, Nov 23, 9:00 AM`. Of several zones somebody may be in, joined
 * by commas, it is the first's.
 */
export function formatClockIn(timestamp: string, zones: string): string {
  const timeZone = zones.split(', ')[0] ?? 'UTC';
  return clock({ timeZone, month: 'short', day: 'numeric' }).format(new Date(timestamp));
}

/** `America/Los_Angeles` as people read it. */
export function nameZone(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ');
}

const clock = (more: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    ...more,
  });
