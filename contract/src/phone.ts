/** E.164: a plus sign, then 7 to 15 digits, the first of them not 0 (ITU-T E.164). */
export const e164Pattern = /^\+[1-9]\d{6,14}$/;

/** What is left of `text` when only digits and plus signs are kept, at most 20 characters (AGENTS-6). */
export function keepDialable(text: string): string {
  return text.replace(/[^\d+]/g, '').slice(0, 20);
}

/**
 * A dialled string as E.164: `14155550123`, `(415) 555-0123` and `0044 20 ...` become `+...`.
 * Ten digits are read as North American. Undefined when it can be no phone number.
 */
export function toE164(text: string): string | undefined {
  const dialled = text.trim();
  const digits = dialled.replace(/\D/g, '');
  let candidate: string;
  if (dialled.startsWith('+')) candidate = `+${digits}`;
  else if (digits.startsWith('00')) candidate = `+${digits.slice(2)}`;
  else if (digits.length === 10) candidate = `+1${digits}`;
  else candidate = `+${digits}`;
  return e164Pattern.test(candidate) ? candidate : undefined;
}

/** What `isFictionalNumber` looks for, as JavaScript and PostgreSQL both read it. */
export const fictionalNumbers = '^\\+1\\d{3}55501\\d{2}$';
const fictional = new RegExp(fictionalNumbers);

/**
 * True for +1 AAA 555-0100 to 555-0199, which the North American Numbering Plan reserves for fiction: no network
 * outside this one ever has a phone there.
 */
export function isFictionalNumber(e164: string): boolean {
  return fictional.test(e164);
}

/** True when the number has 11 digits and starts with 1: the call log shows the US flag beside it (CALLS-3). */
export function isNorthAmerican(number: string): boolean {
  return /^1\d{10}$/.test(number.replace(/\D/g, ''));
}

/**
 * The form of the call log: 11 digits starting with 1 as `+1(AAA)BBB-CCCC`, others as `+` and digits (CALLS-3);
 * `Unknown` for a caller without a number.
 */
export function formatCallLogNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  if (!isNorthAmerican(digits)) return digits === '' ? 'Unknown' : `+${digits}`;
  return `+1(${digits.slice(1, 4)})${digits.slice(4, 7)}-${digits.slice(7)}`;
}

/** The form of the agents list: US numbers of 10 or 11 digits as `+1 (xxx) xxx-xxxx` (AGENTS-3). */
export function formatAgentNumber(number: string): string {
  const digits = number.replace(/\D/g, '');
  const national = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (national.length !== 10 || (digits.length === 10 && number.trim().startsWith('+'))) return number;
  return `+1 (${national.slice(0, 3)}) ${national.slice(3, 6)}-${national.slice(6)}`;
}

/**
 * The form of the phone numbers screen: North American numbers as `+1(AAA)BBB–CCCC`, with an en dash (NUM-1); others
 * in E.164.
 */
export function formatNumberRow(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area === undefined ? e164 : `+1(${area})${exchange}–${line}`;
}
