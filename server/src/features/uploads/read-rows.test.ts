import { describe, expect, test } from 'vitest';
import { nameColumns, readRows } from './read-rows.ts';

async function read(text: string | Buffer): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readRows(Buffer.from(text))) rows.push(cells);
  return rows;
}

describe('Rows of a CSV file', () => {
  test.each([',', ';', '\t', '|'])('the delimiter %j is found', async (delimiter) => {
    const line = (cells: string[]) => cells.join(delimiter);
    expect(await read([line(['name', 'phone']), line(['Ada', '1']), line(['Bob', '2'])].join('\n'))).toEqual([
      ['name', 'phone'],
      ['Ada', '1'],
      ['Bob', '2'],
    ]);
  });

  test.each([';', '\t', '|'])(
    '%j is found in two columns with an empty line at the end',
    async (delimiter) => {
      expect(await read(`name${delimiter}phone\nAda${delimiter}1\n`)).toEqual([
        ['name', 'phone'],
        ['Ada', '1'],
      ]);
    },
  );

  test('quotes keep delimiters, quotes and line breaks', async () => {
    expect(await read('a,b\r\n"x, ""y""","1\n2"\r\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', '1\n2'],
    ]);
  });

  test('empty rows are left out and counted', async () => {
    const numbers: number[] = [];
    for await (const { number } of readRows(Buffer.from('a,b\n\n1,2\n,\n3,4\n'))) numbers.push(number);
    expect(numbers).toEqual([1, 3, 5]);
  });

  test('rows that lie across pieces come whole, and the progress ends at 1', async () => {
    const lines = Array.from({ length: 60_000 }, (_each, at) => `${at},"Zoë, ${at}"`);
    let count = 0;
    let progress = 0;
    for await (const row of readRows(Buffer.from(lines.join('\n')))) {
      expect(row.cells).toEqual([String(count), `Zoë, ${count}`]);
      expect(row.progress).toBeGreaterThanOrEqual(progress);
      progress = row.progress;
      count += 1;
    }
    expect([count, progress]).toEqual([60_000, 1]);
  });

  test('a quote that never closes, a single column, one line without an end', async () => {
    expect((await read('a,b\n"1,2\n3,4')).length).toBe(2);
    expect(await read('phone\n1\n2')).toEqual([['phone'], ['1'], ['2']]);
    expect(await read('phone')).toEqual([['phone']]);
    expect(await read('')).toEqual([]);
  });

  test('a reader that stops early leaves nothing running', async () => {
    for await (const { cells } of readRows(Buffer.from('a\n'.repeat(500_000)))) {
      expect(cells).toEqual(['a']);
      break;
    }
  });

  test('columns without a name and with equal ones are told apart', () => {
    expect(nameColumns([' Name ', '', 'Phone', 'Phone', 'Phone'])).toEqual([
      'Name',
      'Column 2',
      'Phone',
      'Phone_1',
      'Phone_2',
    ]);
  });
});
