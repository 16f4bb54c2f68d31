import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';

/** A column of the file: its heading, and the first values that are not empty. */
export type CsvColumn = { name: string; samples: readonly string[] };
export type CsvSummary = { columns: readonly CsvColumn[]; rows: number };

/** How many values of a column are shown and judged by. */
const sampleCount = 3;
/** Wider than any list of people; more is a file of another kind. */
const columnLimit = 200;

/**
 * What stands in a CSV file: columns and how many rows. Any of the usual delimiters, quotes, line ends and encodings.
 * Undefined when it is no CSV file with a heading.
 */
export function readCsv(bytes: Uint8Array): CsvSummary | undefined {
  const text = decodeText(bytes);
  if (text === undefined) return undefined;
  let names: string[] | undefined;
  let isBroken = false;
  let rows = 0;
  const samples: string[][] = [];
  Papa.parse<string[]>(withoutSeparatorLine(text), {
    delimitersToGuess: [',', ';', '\t', '|'],
    skipEmptyLines: 'greedy',
    step: ({ data, errors }, parser) => {
      // A quote that never closes swallows the rest of the file.
      if (errors.some(({ code }) => code === 'MissingQuotes')) {
        isBroken = true;
        return parser.abort();
      }
      if (names === undefined) {
        names = data.map((name) => name.trim());
        isBroken = names.length > columnLimit || names.every((name) => name === '');
        if (isBroken) parser.abort();
        return;
      }
      rows += 1;
      for (const [at, value] of data.slice(0, names.length).entries()) {
        const kept = samples[at] ?? [];
        samples[at] = kept;
        if (kept.length < sampleCount && value.trim() !== '') kept.push(value.trim().slice(0, 200));
      }
    },
  });
  if (names === undefined || isBroken) return undefined;
  const seen = new Set<string>();
  const columns = names.flatMap((name, at) => {
    // Of two columns with one heading the first counts; one without a heading cannot be named.
    if (name === '' || seen.has(name)) return [];
    seen.add(name);
    return [{ name, samples: samples[at] ?? [] }];
  });
  return { columns, rows };
}

/** Spreadsheets may name the delimiter in a first line of its own: `sep=;`. */
function withoutSeparatorLine(text: string): string {
  return text.replace(/^\uFEFF?sep=.\r?\n/i, '');
}
