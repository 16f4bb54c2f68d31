import { expect, test } from 'vitest';
import { readCode } from './code-input.tsx';

test.each([
  ['123456', '123456'],
  [' 123 456 ', '123456'],
  ['123-456', '123456'],
  ['Your code is 987654.', '987654'],
  ['12345678', '123456'],
  ['１２３４５６', '123456'],
  ['abc<script>👩‍👩‍👧', ''],
  ['', ''],
])('of "%s" the code is "%s"', (text, code) => {
  expect(readCode(text)).toBe(code);
});
