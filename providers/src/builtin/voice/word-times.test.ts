import { expect, test } from 'vitest';
import { spokenPieces } from './spoken-text.ts';
import { wordTimes } from './word-times.ts';

/** The sounds of "Hello, this is the opening hours line", as the synthesiser tells them. */
const phones = (
  'pau:164 hh:255 ax:304 l:547 ow:661 pau:857 dh:905 ih:952 s:1045 ih:1099 z:1183 dh:1241 iy:1348 ' +
  'ow:1430 p:1521 ax:1601 n:1666 ih:1730 ng:1822 aw:2054 er:2208 z:2281 l:2426 ay:2516 n:2585 pau:2687'
)
  .split(' ')
  .map((sound) => ({ name: sound.split(':')[0]!, endMs: Number(sound.split(':')[1]) }));

test('every word is found where its sounds are', () => {
  const words = wordTimes(spokenPieces('Hello, this is the opening hours line.'), phones);
  expect(words.map((word) => [word.text, word.startMs, word.endMs])).toEqual([
    ['Hello,', 164, 661],
    ['this', 857, 1045],
    ['is', 1045, 1183],
    ['the', 1183, 1348],
    ['opening', 1348, 1822],
    ['hours', 1822, 2281],
    ['line.', 2281, 2585],
  ]);
});

test('words that fit the sounds badly still come in order and inside the speech', () => {
  const words = wordTimes(spokenPieces('Zzyzx qwrty 12 strengths through a b'), phones);
  expect(words).toHaveLength(7);
  let before = 0;
  for (const word of words) {
    expect(word.startMs).toBeGreaterThanOrEqual(before - 200);
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
    expect(word.endMs).toBeLessThanOrEqual(2585);
    before = word.startMs;
  }
});

test('silence alone has no words', () => {
  expect(wordTimes(spokenPieces('Hello'), [{ name: 'pau', endMs: 186 }])).toEqual([]);
});
