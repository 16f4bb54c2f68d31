const contractions: readonly [RegExp, string][] = [
  [/[’‘]/g, "'"],
  [/\b(what|where|when|who|how|that|it|there|here|she|he)'s\b/g, '$1 is'],
  [/\bi'm\b/g, 'i am'],
  [/\bcan't\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/'s\b/g, ''],
];

/** Lower-case words of a text, contractions opened, no punctuation. Digits and amounts stay words. */
export function wordsOf(text: string): string[] {
  let plain = text.toLowerCase().normalize('NFKC');
  for (const [pattern, replacement] of contractions) plain = plain.replace(pattern, replacement);
  return plain.match(/[\p{L}\p{N}]+(?:[.:@][\p{L}\p{N}]+)*/gu) ?? [];
}

/** The words joined by single blanks: what phrase patterns are tried on. */
export function plainText(text: string): string {
  return wordsOf(text).join(' ');
}

/** Lower-case words without accents, joined by single blanks: for languages whose recognisers leave accents out at times. */
export function foldedText(text: string): string {
  const folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
  return (folded.match(/[\p{L}\p{N}]+(?:[.:@][\p{L}\p{N}]+)*/gu) ?? []).join(' ');
}

/** Words of a plain text that carry meaning, each reduced to its stem. */
export function contentStemsWith(plain: string, stopWords: ReadonlySet<string>): string[] {
  return plain
    .split(' ')
    .filter((word) => word !== '' && !stopWords.has(word))
    .map(stemOf);
}

/** A word without its commonest English endings: enough to bring `opening`, `opens` and `open` together. */
export function stemOf(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  const stem = word
    .replace(/ies$/, 'y')
    .replace(/(?<=[a-z]{3})(?:ations?|ments?)$/, '')
    .replace(/(?<=(?:ss|sh|ch|x|z))es$/, '')
    .replace(/(?<=[^su])s$/, '')
    .replace(/(?<=[a-z]{3})(?:ing|ed|ly|er)$/, '');
  return stem
    .replace(/([bdfglmnprt])\1$/, '$1')
    .replace(/(?<=[a-z]{2})e$/, '')
    .replace(/(?<=[a-z]{3})y$/, 'i');
}

/** The text with a capital at its start and a mark at its end. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[\s,;:]+$/, '');
  if (trimmed === '') return '';
  const capital = trimmed[0]!.toUpperCase() + trimmed.slice(1);
  return /[.!?]["')]?$/.test(capital) ? capital : `${capital}.`;
}
