import { isFictionalNumber, toE164 } from '@parley/contract/phone';
import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** An extension at the end, which no network dials: `ext. 12`, `x12`, `#12`. */
const extension = /\s*(?:ext(?:ension)?\.?|x|#)\s*\d{1,6}\s*$/i;

/**
 * A phone number as people and spreadsheets write it, in E.164; undefined where it is none. Without a plus sign ten
 * digits are North American, more begin with the country's code. A length the country does not have is no number;
 * whether anybody has it, only the network knows.
 */
export function readPhone(text: string, given: { allowsFictional: boolean }): string | undefined {
  const written = text
    .normalize('NFKC')
    .trim()
    .replace(/^(?:tel:|'|=")/i, '')
    .replace(/"$/, '')
    .replace(extension, '');
  // Words, or two numbers in one cell, or what a spreadsheet made of a number (1.4156E+10).
  if (/[^\d\s+().\-–/\u200e\u202a\u202c]/.test(written) || /\d\s*\/\s*\d{7}/.test(written)) return undefined;
  // British writing: +44 (0)20 ...
  const e164 = toE164(written.replace(/\(0\)/, written.startsWith('+') ? '' : '0'));
  if (e164 === undefined) return undefined;
  if (isFictionalNumber(e164)) return given.allowsFictional ? e164 : undefined;
  // North American area codes and exchanges begin with 2 to 9.
  if (e164.startsWith('+1') && !/^\+1[2-9]\d{2}[2-9]\d{6}$/.test(e164)) return undefined;
  return parsePhoneNumberFromString(e164)?.isPossible() ? e164 : undefined;
}
