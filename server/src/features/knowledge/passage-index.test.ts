import { expect, test } from 'vitest';
import { parseWords } from './parse-words.ts';
import { type PassageIndex, PassageIndexBuilder } from './passage-index.ts';

const indexOf = (passages: Record<string, string>): PassageIndex => {
  const builder = new PassageIndexBuilder();
  for (const [id, vector] of Object.entries(passages)) builder.add(id, parseWords(vector));
  return builder.build();
};
const rank = (index: PassageIndex, words: string[], limit = 10) =>
  index.rank(words, index.countWords(words), limit);
const idsOf = (hits: { id: string }[]) => hits.map(({ id }) => id);

test('words are read as the database writes them, quotes and backslashes included, and titles count more', () => {
  expect(parseWords(`'60':5 'cut':2A,4 'o''clock':7 'a\\\\b':9B 'bare'`)).toEqual([
    { word: '60', weight: 1 },
    { word: 'cut', weight: 4 },
    { word: "o'clock", weight: 1 },
    { word: 'a\\b', weight: 1 },
    { word: 'bare', weight: 1 },
  ]);
  expect(parseWords('')).toEqual([]);
});

test('a passage that holds the rare word of a question comes before those that hold the common one', () => {
  const index = indexOf({ a: "'price':1,2,3", b: "'price':1 'whiten':2", c: "'price':1", d: "'hour':1" });
  expect(idsOf(rank(index, ['price', 'whiten']))).toEqual(['b', 'a', 'c']);
  expect(rank(index, ['price', 'whiten'], 1)).toHaveLength(1);
  expect(rank(index, ['nothing'])).toEqual([]);
  expect(rank(indexOf({}), ['price'])).toEqual([]);
});

test('a short passage comes before a long one, titles before texts, and of equals the earlier one', () => {
  const long = Array.from({ length: 60 }, (_, at) => `'w${at}':${at + 2}`).join(' ');
  const index = indexOf({
    long: `'price':1 ${long}`,
    short: "'price':1",
    again: "'price':1",
    title: "'price':1A",
  });
  expect(idsOf(rank(index, ['price']))).toEqual(['title', 'short', 'again', 'long']);
});

test('scores lie between 0 and 1, and words that nothing holds lower them', () => {
  const index = indexOf({ a: "'price':1A,2,3,4,5,6,7", b: "'hour':1" });
  const [known] = rank(index, ['price']);
  const [partly] = rank(index, ['price', 'quantum']);
  expect(known!.score).toBeGreaterThan(0.5);
  expect(known!.score).toBeLessThanOrEqual(1);
  expect(partly!.score).toBeLessThan(known!.score);
});
