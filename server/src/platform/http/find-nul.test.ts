import { expect, test } from 'vitest';
import { findNul } from './find-nul.ts';

test('the text that holds NUL is named by its path', () => {
  expect(findNul({ name: 'fine', address: { lines: ['one', 'tw\0o'] } })).toBe('address.lines.1');
  expect(findNul('\0')).toBe('');
  expect(findNul({ settings: { 'k\0ey': 1 } })).toBe('settings');
});

test('input without NUL, of any kind and depth, is let through', () => {
  let deep: unknown = [];
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  for (const input of [undefined, null, 7, true, '', 'x\\u0000', { a: [1, 'b'] }, deep])
    expect(findNul(input)).toBeUndefined();
});
