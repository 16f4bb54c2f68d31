import { findMergeFields } from '@parley/contract/merge-field-rules';

/** A person nobody knows, with a number and an address that are kept free for examples (NANPA 555-01xx, RFC 2606). */
const samplePerson: Readonly<Record<string, string>> = {
  first_name: 'Alex',
  last_name: 'Morgan',
  phone_number: '+1 415 555 0123',
  email: 'alex@example.com',
  company_name: 'Morgan Bakery',
};

/** What the text is heard with: each field it names, with what was typed for it, else the sample person's. */
export function sampleFields(text: string, typed: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    findMergeFields(text).map((name) => [name, typed[name] ?? samplePerson[name] ?? '']),
  );
}

/** `first_name` as a label: `First name`. */
export function fieldLabel(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
