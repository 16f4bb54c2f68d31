/**
 * Where a screen stands in the feed of its workspace. Numbers are given out before commits happen, so a
 * later number may be seen before an earlier one; what a screen has seen is therefore said by snapshots
 * (PostgreSQL documentation 9.27, pg_snapshot): everything visible in `base`, and of what became visible
 * between `base` and `top`, the events up to `lastId`.
 */
export type Cursor = { atMs: number; base: string; top: string; lastId: string };

/** As the `id` of a Server-Sent Event. */
export function writeCursor({ atMs, base, top, lastId }: Cursor): string {
  return [atMs, base, top === base ? '' : top, lastId].join('~');
}

/** Undefined for what this server never gave out. */
export function parseCursor(text: string): Cursor | undefined {
  const found = pattern.exec(text);
  if (found === null || text.length > maxLength) return undefined;
  const [, atMs = '', base = '', top = '', lastId = ''] = found;
  return { atMs: Number(atMs), base, top: top || base, lastId };
}

/** The first transaction that was still open at, or came after, a snapshot. */
export function lowestUnseen(snapshot: string): string {
  return snapshot.slice(0, snapshot.indexOf(':'));
}

/** A header of a request may have 16 KiB in Node; thousands of open transactions do not happen. */
const maxLength = 8_000;
const snapshot = String.raw`\d{1,20}:\d{1,20}:(?:\d{1,20}(?:,\d{1,20})*)?`;
const pattern = new RegExp(`^(\\d{1,15})~(${snapshot})~((?:${snapshot})?)~(\\d{1,19})$`);
