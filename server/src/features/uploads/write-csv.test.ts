import { describe, expect, test } from 'vitest';
import { toCsvLine } from './write-csv.ts';

describe('Lines of a CSV file', () => {
  test.each([
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    ['+cmd|calc', "'+cmd|calc"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', `"'\t=1+1"`],
    ['  =1+1', "'  =1+1"],
    ['＝1+1', "'＝1+1"],
  ])('a formula is text: %s', (cell, written) => {
    expect(toCsvLine([cell])).toBe(`${written}\r\n`);
  });

  test.each(['+14155550142', '-3', '4.5', 'Ada', 'a=b', ''])('%s stays as it is', (cell) => {
    expect(toCsvLine([cell])).toBe(`${cell}\r\n`);
  });

  test('quotes, commas and line breaks are kept', () => {
    expect(toCsvLine(['a"b', 'c,d', 'e\nf', 7])).toBe('"a""b","c,d","e\nf",7\r\n');
  });
});
