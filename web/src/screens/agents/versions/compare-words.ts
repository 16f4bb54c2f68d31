/** A stretch of two texts: in both, only in the older one, or only in the newer one. */
export type WordChange = { text: string; kind: 'same' | 'removed' | 'added' };

/** Beyond this many comparisons the middle of two texts is told as one change: a page must not hang over it. */
const maxComparisons = 4_000_000;

/** Texts that share fewer of their words than this are another text, not a changed one. */
const sharedAtLeast = 0.5;

/**
 * What changed between two texts, word by word. Without the added parts the outcome is the older text,
 * without the removed ones the newer (longest common subsequence). Between two stretches that stayed, what went
 * stands before what came.
 */
export function compareWords(older: string, newer: string): WordChange[] {
  const [before, after] = [toWords(older), toWords(newer)];
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  return join([
    { kind: 'same', words: before.slice(0, start) },
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    { kind: 'same', words: before.slice(before.length - end) },
  ]);
}

type Stretch = { kind: WordChange['kind']; words: readonly string[] };

function compareMiddle(before: readonly string[], after: readonly string[]): Stretch[] {
  const replaced: Stretch[] = [
    { kind: 'removed', words: before },
    { kind: 'added', words: after },
  ];
  if (before.length * after.length > maxComparisons) return replaced;
  // lengths[i * width + j]: how many words the rests from i and from j have in common.
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        before[i] === after[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      stretches.push({ kind: 'same', words: [before[i]!] });
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!)
      stretches.push({ kind: 'removed', words: [before[i++]!] });
    else stretches.push({ kind: 'added', words: [after[j++]!] });
  }
  const shared = stretches.filter(({ kind, words }) => kind === 'same' && !isSpace(words)).length;
  const fewer = Math.min(
    ...[before, after].map((words) => words.filter((word) => word.trim() !== '').length),
  );
  if (shared < fewer * sharedAtLeast) return replaced;
  return [
    ...stretches,
    { kind: 'removed', words: before.slice(i) },
    { kind: 'added', words: after.slice(j) },
  ];
}

/** Words and the space between them, so that joined again they are the text. */
function toWords(text: string): string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function isSpace(words: readonly string[]): boolean {
  return words.every((word) => word.trim() === '');
}

/** What went and what came between two stretches that stayed is told once each; space alone does not part them. */
function join(stretches: readonly Stretch[]): WordChange[] {
  const changes: WordChange[] = [];
  let [same, removed, added] = ['', '', ''];
  const flush = (): void => {
    if (same !== '') changes.push({ kind: 'same', text: same });
    if (removed !== '') changes.push({ kind: 'removed', text: removed });
    if (added !== '') changes.push({ kind: 'added', text: added });
    [same, removed, added] = ['', '', ''];
  };
  for (const [at, { kind, words }] of stretches.entries()) {
    const text = words.join('');
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed + added === '') same += text;
    else if (isSpace(words) && stretches[at + 1] !== undefined && stretches[at + 1]?.kind !== 'same') {
      removed += text;
      added += text;
    } else {
      flush();
      same = text;
    }
  }
  flush();
  return changes;
}
