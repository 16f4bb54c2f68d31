import { type Country, findDialled } from './countries.ts';

/** Digits of a whole number at most (ITU-T E.164). */
const mostDigits = 15;

/** What was typed beside a calling code: the country it means, and the number without the calling code. */
export type PhoneEntry = { country: Country; national: string };

/** Keeps what belongs in a phone number; a field takes nothing else. */
export function keepPhoneCharacters(text: string): string {
  return text.replace(/[^\d\s()+./-]/g, '').slice(0, 30);
}

/** Reads a number beside its country; one in international form, as browsers fill it in, brings its own country. */
export function readPhone(typed: string, country: Country): PhoneEntry {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '');
  const international = text.startsWith('+') ? digits : /^00\d/.test(digits) ? digits.slice(2) : undefined;
  if (international === undefined) return { country, national: digits };
  const ownDialled = country.dialCode.slice(1);
  if (international.startsWith(ownDialled))
    return { country, national: international.slice(ownDialled.length) };
  return findDialled(international) ?? { country, national: international };
}

/** SIGNUP-7: what is wrong with the number, or null. Countries with shorter numbers are asked for fewer digits. */
export function checkPhone(typed: string, country: Country): string | null {
  const entry = readPhone(typed, country);
  const { fewestDigits, dialCode } = entry.country;
  if (entry.national.length < fewestDigits) return `Phone number must be at least ${fewestDigits} digits`;
  const most = mostDigits - (dialCode.length - 1);
  return dropTrunk(entry).length > most ? `Phone number must be at most ${most} digits` : null;
}

/** The whole number, calling code first, a space behind it: `+44 7400123456`. */
export function wholeNumber(typed: string, country: Country): string {
  const entry = readPhone(typed, country);
  return `${entry.country.dialCode} ${dropTrunk(entry)}`;
}

/** Without what is dialled before a number inside the country only. */
function dropTrunk({ country, national }: PhoneEntry): string {
  const { trunk, fewestDigits } = country;
  if (trunk === '' || !national.startsWith(trunk)) return national;
  // No number begins with 0 where 0 is dialled before it; other digits may be the number's own.
  if (trunk.startsWith('0') || national.length > fewestDigits) return national.slice(trunk.length);
  return national;
}
