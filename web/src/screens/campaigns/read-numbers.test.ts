import { expect, test } from 'vitest';
import { readNumbers } from './read-numbers.ts';

test('numbers are parted by lines, commas and semicolons, and each counts once', () => {
  expect(readNumbers('+1 415 555 0101\r\n(212) 555-0102, +442079460018;;\n\n+1 415 555 0101')).toEqual([
    '+1 415 555 0101',
    '(212) 555-0102',
    '+442079460018',
  ]);
  expect(readNumbers(' \n ,')).toEqual([]);
});
