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

const stopWords = new Set(
  (
    'a an and are as at be been but by can could did do does for from get had has have he her him his i if in into ' +
    'is it its just like may me mine my of on or our ours please she should so some than that the their them then ' +
    'there these they this those to too us was we were what when where which who why how will with would you your ' +
    'yours am any about tell know want need hi hello hey um uh er well ok okay yes no not let also all very much many'
  ).split(' '),
);

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

/** Words that carry meaning, each reduced to its stem. */
export function contentStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stemOf);
}

/** Whether a word says nothing about the subject. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
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
