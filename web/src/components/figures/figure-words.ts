/** A local hour (`2026-11-21T14:00`) as `2 PM`, a day (`2026-11-21`) as `Nov 21`; `isFull` names the day of an hour too. */
export function wordStep(at: string, isFull = false): string {
  if (at === '') return '';
  // Read as UTC and written as UTC: the words of the server, whatever the browser's zone.
  const time = new Date(at.includes('T') ? `${at}Z` : `${at}T00:00:00Z`);
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    time,
  );
  if (!at.includes('T')) return day;
  const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', timeZone: 'UTC' }).format(time);
  return isFull ? `${day}, ${hour}` : hour;
}

/** Limits of a band in seconds or minutes: `0–5 s`, `45–60 s`, `1.5–2 min`, `10 min +`. */
export function wordBand(fromMs: number, toMs: number | null): string {
  const isInMinutes = fromMs >= 60_000;
  const unit = isInMinutes ? 'min' : 's';
  const word = (ms: number) => String(ms / (isInMinutes ? 60_000 : 1_000));
  return toMs === null ? `${word(fromMs)} ${unit} +` : `${word(fromMs)}–${word(toMs)} ${unit}`;
}

/** A long time in words: `3 h 12 min`, `12 min`, `45 s`. */
export function wordLongTime(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes === 0) return `${Math.round(ms / 1_000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours.toLocaleString('en-US')} h ${minutes % 60} min`;
}

/** A share in whole percent; a dash of nothing. */
export function wordShare(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = Math.round((part / whole) * 100);
  return percent === 0 && part > 0 ? '<1%' : `${percent}%`;
}
