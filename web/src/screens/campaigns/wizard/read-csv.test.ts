import { expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean) =>
  new Uint8Array(
    [...text].flatMap((each) => {
      const unit = each.charCodeAt(0);
      const pair = [unit & 0xff, unit >> 8];
      return isLittle ? pair : pair.reverse();
    }),
  );
const latin1 = (text: string) => Uint8Array.from(text, (each) => each.charCodeAt(0));
const people = 'Prénom;Téléphone\r\nZoë;+14155550101\r\n"Müller; José";+14155550102\r\n';
const expected = {
  rows: 2,
  columns: [
    { name: 'Prénom', samples: ['Zoë', 'Müller; José'] },
    { name: 'Téléphone', samples: ['+14155550101', '+14155550102'] },
  ],
};

test.each([
  ['UTF-8', utf8(people)],
  ['UTF-8 with its mark', utf8(`\uFEFF${people}`)],
  ['UTF-16 little endian with its mark', utf16(`\uFEFF${people}`, true)],
  ['UTF-16 big endian with its mark', utf16(`\uFEFF${people}`, false)],
  ['UTF-16 little endian', utf16(people, true)],
  ['UTF-16 big endian', utf16(people, false)],
  ['Latin-1', latin1(people)],
  ['a first line that names the delimiter', utf8(`sep=;\r\n${people}`)],
])('reads %s', (_, bytes) => {
  expect(readCsv(bytes)).toEqual(expected);
});

test.each([
  ['comma', ','],
  ['tab', '\t'],
  ['bar', '|'],
])('finds the delimiter: %s', (_, delimiter) => {
  const bytes = utf8(`${['name', 'phone'].join(delimiter)}\n${['Ann', '5550101'].join(delimiter)}`);
  expect(readCsv(bytes)).toEqual({
    rows: 1,
    columns: [
      { name: 'name', samples: ['Ann'] },
      { name: 'phone', samples: ['5550101'] },
    ],
  });
});

test('a line break and a doubled quote inside quotes belong to the value; empty lines are no rows', () => {
  const file = utf8('name,note\n\n"Ann","says ""hi""\nand waits"\n,,\n"Bo",\n');
  expect(readCsv(file)).toEqual({
    rows: 2,
    columns: [
      { name: 'name', samples: ['Ann', 'Bo'] },
      { name: 'note', samples: ['says "hi"\nand waits'] },
    ],
  });
});

test('one column alone is a list too; of two alike the first counts, and one without heading is left out', () => {
  expect(readCsv(utf8('phone\n5550101\n'))).toMatchObject({ rows: 1, columns: [{ name: 'phone' }] });
  expect(readCsv(utf8('a,a,,b\n1,2,3,4\n'))?.columns).toEqual([
    { name: 'a', samples: ['1'] },
    { name: 'b', samples: ['4'] },
  ]);
});

test.each([
  ['nothing', new Uint8Array()],
  ['blank lines', utf8('\n \n')],
  ['a spreadsheet under another name', Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14)],
  ['a PDF', utf8('%PDF-1.7\n')],
  ['bytes that are no text', Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 0x0a)],
  ['a quote that never closes', utf8('name,phone\n"Ann,5550101\nBo,5550102\n')],
  ['more columns than any list has', utf8(`${'x,'.repeat(300)}\n`)],
])('does not take %s for a CSV file', (_, bytes) => {
  expect(readCsv(bytes)).toBeUndefined();
});
