import { countryTable } from './country-table.ts';

export type Country = {
  /** ISO 3166-1 alpha-2, and those in common use beside it, such as XK. */
  code: string;
  name: string;
  /** With its plus sign. */
  dialCode: string;
  /** Digits of a number without its calling code at least, 10 at most. */
  fewestDigits: number;
  /** What is dialled before a number inside the country; empty where there is nothing. */
  trunk: string;
};

/** SIGNUP-6: the country a form starts with. */
export const usualCountry = 'US';

let known: readonly Country[] | undefined;

/** Every country and territory with a calling code, by name in English. */
export function listCountries(): readonly Country[] {
  known ??= readTable(countryTable);
  return known;
}

/** The country of an ISO code in any case; undefined when there is none. */
export function findCountry(code: string): Country | undefined {
  const wanted = code.toUpperCase();
  return listCountries().find((country) => country.code === wanted);
}

/** The country whose calling code begins the digits, and what follows it; the chief one where several share it. */
export function findDialled(digits: string): { country: Country; national: string } | undefined {
  // No calling code begins another (ITU-T E.164): the first that fits is the only one.
  for (let length = 1; length <= 3; length += 1) {
    const country = findChief(digits.slice(0, length));
    if (country) return { country, national: digits.slice(length) };
  }
  return undefined;
}

/**
 * The countries that answer to a search by name, calling code or ISO code; the likeliest first, the chief country of a
 * calling code before those that share it.
 */
export function searchCountries(search: string): readonly Country[] {
  const words = fold(search);
  if (words === '') return listCountries();
  return listCountries()
    .map((country) => ({ country, rank: rankOf(country, words) }))
    .filter(({ rank }) => rank < Number.POSITIVE_INFINITY)
    .sort((one, other) => one.rank - other.rank)
    .map(({ country }) => country);
}

/** How well a country fits, 0 the best; infinity when not at all. */
function rankOf(country: Country, words: string): number {
  const digits = words.replace(/[^\d]/g, '');
  if (digits !== '' && /^[+\d\s()-]+$/.test(words)) {
    const dialled = country.dialCode.slice(1);
    if (dialled === digits) return isChief(country) ? 0 : 1;
    return dialled.startsWith(digits) ? 2 : Number.POSITIVE_INFINITY;
  }
  const name = fold(country.name);
  if (fold(country.code) === words) return 0;
  if (name.startsWith(words)) return 1;
  if (name.split(/[^\p{L}]+/u).some((word) => word.startsWith(words))) return 2;
  return name.includes(words) ? 3 : Number.POSITIVE_INFINITY;
}

/** Small letters without their accents: "cote" finds Côte d’Ivoire. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

let chiefs: ReadonlyMap<string, string> | undefined;

function findChief(dialled: string): Country | undefined {
  chiefs ??= new Map(
    rowsOf(countryTable).map(([dialCode = '', first = '']) => [dialCode, first.slice(0, 2)]),
  );
  const code = chiefs.get(dialled);
  return code === undefined ? undefined : findCountry(code);
}

function isChief(country: Country): boolean {
  return findChief(country.dialCode.slice(1)) === country;
}

function rowsOf(table: string): string[][] {
  return table
    .trim()
    .split('\n')
    .map((row) => row.split(' '));
}

function readTable(table: string): readonly Country[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return rowsOf(table)
    .flatMap(([dialCode = '', ...entries]) =>
      entries.map((entry) => {
        const [code = '', digits = '', trunk = ''] = entry.split(':');
        const name = names.of(code) ?? code;
        return { code, name, dialCode: `+${dialCode}`, fewestDigits: Number(digits), trunk };
      }),
    )
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
