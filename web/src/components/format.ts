/** Minutes and seconds, as in `3:07` (CALLS-4). Nothing negative: clocks of two machines may differ. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The time between two timestamps, or till `nowMs` while the second is open. */
export function durationBetween(start: string, end: string | null, nowMs: number): number {
  const from = Date.parse(start);
  const to = end === null ? nowMs : Date.parse(end);
  return Number.isFinite(from) && Number.isFinite(to) ? Math.max(0, to - from) : 0;
}

/** A duration in words for screen readers: `1 minute 7 seconds`. */
export function spokenDuration(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1_000));
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  const restText = `${rest} ${rest === 1 ? 'second' : 'seconds'}`;
  return minutes === 0 ? restText : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ${restText}`;
}

/** `Nov 21, 2026, 02:07 PM`: short month, day, year, 12-hour time (CALLS-6). */
export function formatCallTime(timestamp: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hour12: true,
  }).format(new Date(timestamp));
}

/** `11/21/2026, 14:07`: month, day, year and 24-hour time (AGENTS-1). */
export function formatEditedTime(timestamp: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(timestamp));
}

/** `0.6 s` under ten seconds, `12 s` above. */
export function formatSeconds(ms: number): string {
  const seconds = ms / 1_000;
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
}

/** The first letter large, the rest as it is (CALLS-8). */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** `5 minutes ago`, `yesterday`; the date after a week. A moment that lies ahead, by another clock, is now. */
export function formatAgo(timestamp: string, nowMs: number): string {
  const pastMs = nowMs - Date.parse(timestamp);
  if (pastMs >= 7 * 86_400_000)
    return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' }).format(
      new Date(timestamp),
    );
  const step = steps.find(({ ms }) => pastMs >= ms);
  if (step === undefined) return 'just now';
  const { unit, ms } = step;
  return new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }).format(-Math.floor(pastMs / ms), unit);
}
