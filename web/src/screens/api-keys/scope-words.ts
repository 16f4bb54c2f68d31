import type { ApiKeyAreas } from '../../api/api-keys.ts';

export type Access = 'none' | 'read' | 'write';

export const accessLabels: Readonly<Record<Access, string>> = {
  none: 'No access',
  read: 'Read',
  write: 'Read and change',
};

/** What a key's scopes allow in an area. An area that can only be written counts as changed. */
export function accessIn(area: string, scopes: readonly string[]): Access {
  if (scopes.includes(`${area}:write`)) return 'write';
  return scopes.includes(`${area}:read`) ? 'read' : 'none';
}

/** The scopes after an area was set; who may change may read too, where there is something to read. */
export function setAccess(
  { area, can }: ApiKeyAreas[number],
  access: Access,
  scopes: readonly string[],
): string[] {
  const others = scopes.filter((scope) => scope !== `${area}:read` && scope !== `${area}:write`);
  const wanted =
    access === 'none' ? [] : access === 'read' ? (['read'] as const) : (['read', 'write'] as const);
  return [...others, ...wanted.filter((each) => can.includes(each)).map((each) => `${area}:${each}`)];
}

/** The choices there are in an area. */
export function choicesIn({ can }: ApiKeyAreas[number]): Access[] {
  return ['none', ...can];
}

/** `Calls, Agents (read and change)`: what a key may reach, for the list. */
export function describeScopes(scopes: readonly string[], areas: ApiKeyAreas): string {
  const reached = areas
    .map(({ area, label }) => ({ label, access: accessIn(area, scopes) }))
    .filter(({ access }) => access !== 'none');
  const isAll = areas.length > 0 && reached.length === areas.length;
  for (const access of ['read', 'write'] as const) {
    if (isAll && reached.every((each) => each.access === access))
      return access === 'read' ? 'Reads everything' : 'Reads and changes everything';
  }
  const changes = reached.filter(({ access }) => access === 'write').map(({ label }) => label);
  const reads = reached.filter(({ access }) => access === 'read').map(({ label }) => label);
  return [
    ...(reads.length > 0 ? [`Reads ${listWords(reads)}`] : []),
    ...(changes.length > 0 ? [`${reads.length > 0 ? 'changes' : 'Changes'} ${listWords(changes)}`] : []),
  ].join('; ');
}

function listWords(words: readonly string[]): string {
  const lower = words.map((word) => word.toLowerCase());
  return lower.length <= 1 ? (lower[0] ?? '') : `${lower.slice(0, -1).join(', ')} and ${lower.at(-1)}`;
}
