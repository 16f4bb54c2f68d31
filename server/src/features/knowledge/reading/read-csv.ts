import Papa from 'papaparse';
import { ReadingError, type ReadText } from './reading-error.ts';

/** A table's rows as lines that stand for themselves: `Service: Whitening; Price: 250`. Throws ReadingError. */
export function readCsv(text: string): ReadText {
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' });
  const [head = [], ...rows] = data;
  if (rows.length === 0) throw new ReadingError('This table has no rows below its headings.');
  const lines = rows.map((row) =>
    row
      .map((cell, column) => ({
        name: head[column]?.trim() ?? '',
        value: cell.replaceAll(/\s+/g, ' ').trim(),
      }))
      .filter(({ value }) => value !== '')
      .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
      .join('; '),
  );
  return { title: '', text: lines.filter(Boolean).join('\n') };
}
