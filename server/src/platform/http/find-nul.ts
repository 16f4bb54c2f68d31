/**
 * Names the first text within `input` that holds the character NUL, by its path; undefined when none does.
 * The database cannot store it (https://www.postgresql.org/docs/current/datatype-character.html), and no
 * person types it. Walks without recursion, so that no depth of a body can exhaust the stack.
 */
export function findNul(input: unknown): string | undefined {
  const left: [path: string, value: unknown][] = [['', input]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [path, value] = next;
    if (typeof value === 'string' && value.includes('\0')) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, inner] of Object.entries(value)) {
      const innerPath = path === '' ? key : `${path}.${key}`;
      if (key.includes('\0')) return path;
      left.push([innerPath.slice(0, longestPath), inner]);
    }
  }
  return undefined;
}

/** Characters of a path that are told; deeper ones would only fill the answer. */
const longestPath = 200;
