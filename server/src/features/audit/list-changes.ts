import type { AuditChange } from '@parley/contract/audit';

/** Longer values are told as changed, without the text: a prompt of pages is no line of a trail. */
const longestValue = 120;

export type ChangedValue = string | number | boolean | null | undefined;

/**
 * The fields whose value differs, with both values where they are short. A field named in `secret` is told
 * without values. Give only what staff may read.
 */
export function listChanges<Fields extends Record<string, unknown>>(
  before: { readonly [Name in keyof Fields]: ChangedValue },
  after: { readonly [Name in keyof Fields]?: ChangedValue },
  { secret = [] }: { secret?: readonly (keyof Fields & string)[] } = {},
): AuditChange[] {
  return Object.keys(after).flatMap((field) => {
    const [from, to] = [textOf(before[field]), textOf(after[field])];
    if (from === to) return [];
    const isHidden = secret.includes(field) || [from, to].some((each) => (each?.length ?? 0) > longestValue);
    return [{ field, before: isHidden ? null : from, after: isHidden ? null : to }];
  });
}

function textOf(value: ChangedValue): string | null {
  return value === null || value === undefined ? null : String(value);
}
