/**
 * Names the first text within `input` that the database cannot store, by its path; undefined when all can be. Such is
 * the character NUL (https://www.postgresql.org/docs/current/datatype-character.html), and half of a surrogate pair,
 * which JSON columns refuse. No person types either. Walks without recursion, so that no depth of a body can exhaust
 * the stack.
 */
export function findBrokenText(input: unknown): string | undefined {
  const left: [path: string, value: unknown][] = [['', input]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && isBroken(value)) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = path === '' ? key : `${path}.${key}`;
      if (isBroken(key)) return path;
      left.push([innerPath.slice(0, longestPath), inner]);
    }
  }
  return undefined;
}

function isBroken(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Characters of a path that are told; deeper ones would only fill the answer. */
const longestPath = 200;
