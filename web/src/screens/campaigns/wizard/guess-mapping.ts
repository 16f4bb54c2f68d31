import type { CsvColumn } from './read-csv.ts';

/** The column of each product field; fields without one are left out. */
export type FieldColumns = Readonly<Record<string, string>>;

/** Headings that mean a field of the product, as `normalise` writes them, the likeliest first. */
const headings: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    phone_number: [
      'phone_number',
      'phone',
      'mobile',
      'mobile_number',
      'mobile_phone',
      'cell',
      'cell_phone',
      'cellphone',
      'telephone',
      'telephone_number',
      'tel',
      'phone_no',
      'contact_number',
      'contact_no',
      'number',
      'contact',
      'phone_1',
      'primary_phone',
      'telefon',
      'telefonnummer',
      'handy',
      'telefono',
      'portable',
    ],
    first_name: [
      'first_name',
      'firstname',
      'given_name',
      'forename',
      'first',
      'fname',
      'vorname',
      'prenom',
      'nombre',
      'name',
    ],
    last_name: [
      'last_name',
      'lastname',
      'surname',
      'family_name',
      'last',
      'lname',
      'nachname',
      'nom',
      'apellido',
      'apellidos',
    ],
    consent: ['consent', 'opt_in', 'optin', 'permission', 'agreed', 'consent_given'],
    time_zone: ['time_zone', 'timezone', 'tz'],
    email: ['email', 'e_mail', 'email_address', 'e_mail_address', 'mail', 'correo'],
    company_name: [
      'company_name',
      'company',
      'organisation',
      'organization',
      'employer',
      'business',
      'business_name',
      'firm',
      'firma',
      'account_name',
      'account',
      'empresa',
    ],
  }),
);

/** Words that tell a field when they stand anywhere in a heading. */
const hints: ReadonlyMap<string, RegExp> = new Map([
  ['phone_number', /phone|mobile|cell|telefon/],
  ['email', /e_?mail/],
]);

/** Fields that are also known by what stands below the heading. */
const looks: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['phone_number', looksLikePhone],
  ['email', looksLikeEmail],
]);

/**
 * The likely column of each field (WIZ-3): by heading, and for phone and email also by what stands below it. A column goes
 * to one field only, that which it fits best.
 */
export function guessMapping(fields: readonly string[], columns: readonly CsvColumn[]): FieldColumns {
  const pairs = fields
    .flatMap((field) => columns.map((column) => ({ field, column, score: judge(field, column) })))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const chosen: Record<string, string> = {};
  const taken = new Set<string>();
  for (const { field, column } of pairs) {
    if (Object.hasOwn(chosen, field) || taken.has(column.name)) continue;
    chosen[field] = column.name;
    taken.add(column.name);
  }
  return chosen;
}

function judge(field: string, { name, samples }: CsvColumn): number {
  const heading = normalise(name);
  if (field === 'phone_number' && samples.length > 0 && !samples.some(looksLikePhone)) return 0;
  if (heading === field) return 100;
  const place = (headings.get(field) ?? []).indexOf(heading);
  if (place >= 0) return 90 - place;
  if (heading.replaceAll('_', '') === field.replaceAll('_', '')) return 60;
  if (hints.get(field)?.test(heading)) return 40;
  const holds = looks.get(field);
  return holds !== undefined && samples.length > 0 && samples.every(holds) ? 20 : 0;
}

/** `E-Mail Address` and `Prénom` become `e_mail_address` and `prenom`, `firstName` becomes `first_name`. */
function normalise(heading: string): string {
  return heading
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

function looksLikePhone(value: string): boolean {
  const digits = value.replace(/\D/g, '').length;
  return digits >= 7 && digits <= 15 && /^[+\d\s().\-/x]+$/i.test(value);
}

function looksLikeEmail(value: string): boolean {
  return /^\S+@\S+\.\S+$/.test(value);
}
