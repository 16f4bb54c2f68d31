import { expect, test } from 'vitest';
import { checkCsvFiles, csvFileLimitBytes, formatBytes } from './check-csv-file.ts';

const file = (name: string, size = 100) => ({ name, size });

test('[WIZ-2] one CSV file of at most 10 MB is taken', () => {
  expect(checkCsvFiles([file('people.csv')])).toBeUndefined();
  expect(checkCsvFiles([file('PEOPLE.CSV', csvFileLimitBytes)])).toBeUndefined();
});

test.each([
  [[], 'Choose a CSV file.'],
  [[file('a.csv'), file('b.csv')], 'one file only'],
  [[file('people.xlsx')], 'Only CSV'],
  [[file('people.csv.exe')], 'Only CSV'],
  [[file('people.csv', csvFileLimitBytes + 1)], 'larger than 10 MB'],
  [[file('people.csv', 0)], 'empty'],
])('[WIZ-2] %j is refused: %s', (files, words) => {
  expect(checkCsvFiles(files)).toContain(words);
});

test('sizes are told in the unit that suits them', () => {
  expect([1, 840, 12_400, 3_400_000].map(formatBytes)).toEqual(['1 byte', '840 bytes', '12 kB', '3.4 MB']);
});
