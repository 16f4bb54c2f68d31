import { expect, test } from 'vitest';
import { compareWords, type WordChange } from './compare-words.ts';

const older = (changes: readonly WordChange[]) =>
  changes.flatMap(({ kind, text }) => (kind === 'added' ? [] : text)).join('');
const newer = (changes: readonly WordChange[]) =>
  changes.flatMap(({ kind, text }) => (kind === 'removed' ? [] : text)).join('');

test('a word in the middle that was replaced is all that is told', () => {
  expect(compareWords('We open at 8 am.', 'We open at 9 am.')).toEqual([
    { kind: 'same', text: 'We open at ' },
    { kind: 'removed', text: '8' },
    { kind: 'added', text: '9' },
    { kind: 'same', text: ' am.' },
  ]);
});

test('both texts can be read back from what changed', () => {
  const texts = ['', 'a', 'a b c', 'c b a', 'a  b\n\nc d', 'x a b y c z', 'a a a b', 'b a a'];
  for (const one of texts)
    for (const other of texts) {
      const changes = compareWords(one, other);
      expect(older(changes)).toBe(one);
      expect(newer(changes)).toBe(other);
    }
});

test('texts that are the same have no change, and empty ones nothing at all', () => {
  expect(compareWords('a b', 'a b')).toEqual([{ kind: 'same', text: 'a b' }]);
  expect(compareWords('', '')).toEqual([]);
});

test('very long texts with nothing in common are told as one change', () => {
  const one = Array.from({ length: 3_000 }, (_, at) => `a${at}`).join(' ');
  const other = Array.from({ length: 3_000 }, (_, at) => `b${at}`).join(' ');
  const changes = compareWords(one, other);
  expect(changes.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect([older(changes), newer(changes)]).toEqual([one, other]);
});

test('words that were replaced beside each other are told as one change, what went before what came', () => {
  expect(compareWords('Please call Ada Lovelace today.', 'Please call Grace Hopper today.')).toEqual([
    { kind: 'same', text: 'Please call ' },
    { kind: 'removed', text: 'Ada Lovelace' },
    { kind: 'added', text: 'Grace Hopper' },
    { kind: 'same', text: ' today.' },
  ]);
});

test('a text that shares next to nothing with the older one takes its place as a whole', () => {
  const [greeting, silence] = ['The agent greets: Hello, how can I help you?', 'The person speaks first'];
  expect(compareWords(greeting, silence)).toEqual([
    { kind: 'same', text: 'The ' },
    { kind: 'removed', text: 'agent greets: Hello, how can I help you?' },
    { kind: 'added', text: 'person speaks first' },
  ]);
});
