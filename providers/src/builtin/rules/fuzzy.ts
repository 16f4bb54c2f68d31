/**
 * The word of a vocabulary that a recogniser most likely meant by `word`: itself, one that sounds the same,
 * by `soundOf`, or one a letter or two away. Undefined when nothing is near. Short words must match as they are.
 */
export function closestWord(
  word: string,
  vocabulary: ReadonlySet<string>,
  soundOf: ((word: string) => string) | undefined,
): string | undefined {
  if (vocabulary.has(word)) return word;
  if (word.length < 4 || /\d/.test(word)) return undefined;
  const sound = soundOf?.(word) ?? '';
  let best: string | undefined;
  let bestDistance = word.length >= 7 ? 2.5 : 1.5;
  for (const candidate of vocabulary) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > 2) continue;
    const soundsAlike = sound.length >= 3 && soundOf?.(candidate) === sound;
    const distance = editDistance(word, candidate, 3) - (soundsAlike ? 1 : 0);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters to insert, remove or change to get from one word to the other; `limit` when it is that or more. */
export function editDistance(from: string, to: string, limit: number): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    if (Math.min(...next) >= limit) return limit;
    row = next;
  }
  return Math.min(limit, row[to.length]!);
}

/** The consonants of an English word by their sound: words with the same key are easily taken for each other. */
export function soundKey(word: string): string {
  return word
    .replace(/^(?:kn|gn)/, 'n')
    .replace(/^wr/, 'r')
    .replace(/^h(?=ou|on)/, '')
    .replace(/ph/g, 'f')
    .replace(/ght/g, 't')
    .replace(/sch|sh|ch|tch|j|dg/g, 'x')
    .replace(/th/g, 't')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/[ckq]+/g, 'k')
    .replace(/[bp]/g, 'p')
    .replace(/[dt]/g, 't')
    .replace(/[fv]/g, 'f')
    .replace(/[sz]/g, 's')
    .replace(/(?!^)[aeiouyhw]/g, '')
    .replace(/^[aeiouy]/, 'a')
    .replace(/(.)\1+/g, '$1');
}
