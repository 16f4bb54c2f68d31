/**
 * Fills `{field}` with what is known of the customer, for the ear: a value that is missing leaves nothing
 * behind, neither a brace nor a space before a comma.
 */
export function fillForSpeech(text: string, knownFields: Readonly<Record<string, string>>): string {
  return text
    .replace(field, (_, name: string) => findField(name, knownFields) ?? '')
    .replace(/[{}]/gu, '')
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ +([,.;:!?])/gu, '$1')
    .replace(/([,;:])(?=[,.;:!?])/gu, '')
    .trim();
}

/** Fills `{field}` for the language model, which is told what is not known. */
export function fillForModel(text: string, knownFields: Readonly<Record<string, string>>): string {
  return text.replace(field, (_, name: string) => findField(name, knownFields) ?? `(${name}: not known)`);
}

function findField(name: string, knownFields: Readonly<Record<string, string>>): string | undefined {
  const value = Object.hasOwn(knownFields, name) ? knownFields[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

/** Merge fields are lower case with underscores, at most 50 characters (MERGE-1); capitals are let through. */
const field = /\{\{?\s*([A-Za-z0-9_]{1,50})\s*\}?\}/gu;
