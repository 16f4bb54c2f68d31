import type { CallPolicy } from '../interfaces/call-settings.ts';

/** Keys the customer presses one after the other. */
export type DigitEntry = { digits: string; startMs: number; lastMs: number };

/** Adds a key; opens the entry with the first. */
export function addDigit(entry: DigitEntry | null, digit: string, atMs: number): DigitEntry {
  if (!entry) return { digits: digit, startMs: atMs, lastMs: atMs };
  return { ...entry, digits: entry.digits + digit, lastMs: atMs };
}

/** `#` ends an entry at once, a pause after the last key ends it too, and so does a full one. */
export function isEntryOver(
  entry: DigitEntry,
  atMs: number,
  policy: Pick<CallPolicy, 'digitEntryMs'>,
): boolean {
  return (
    entry.digits.endsWith('#') ||
    entry.digits.length >= maxDigits ||
    atMs - entry.lastMs >= policy.digitEntryMs
  );
}

/** The entry as the language model and the transcript read it. The `#` that only ends it is left out. */
export function entryText(entry: DigitEntry): string {
  const digits = entry.digits.length > 1 ? entry.digits.replace(/#$/u, '') : entry.digits;
  return `(pressed ${digits} on the phone keypad)`;
}

/** Whether a media event's text is one key of a phone (RFC 4733 section 3.2). */
export function isDigit(text: string): boolean {
  return /^[0-9*#A-D]$/u.test(text);
}

/** Longer than any card or account number. */
const maxDigits = 40;
