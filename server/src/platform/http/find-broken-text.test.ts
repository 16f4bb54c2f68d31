import { expect, test } from 'vitest';
import { findBrokenText } from './find-broken-text.ts';

test('the text that holds NUL, or half of a pair, is named by its path', () => {
  expect(findBrokenText({ name: 'fine', address: { lines: ['one', 'tw\0o'] } })).toBe('address.lines.1');
  expect(findBrokenText('\0')).toBe('');
  expect(findBrokenText({ name: 'half \ud800 a pair' })).toBe('name');
  expect(findBrokenText({ settings: { 'k\0ey': 1 } })).toBe('settings');
});

test('input without either, of any kind and depth, is let through', () => {
  let deep: unknown = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  for (const input of [undefined, null, 7, true, '', 'x\\u0000', { a: [1, 'b'] }, deep])
    expect(findBrokenText(input)).toBeUndefined();
});
