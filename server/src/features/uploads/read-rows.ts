import { type Duplex, pipeline, Readable } from 'node:stream';
import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';

/** Characters handed to the parser at once: between two pieces the process answers others. */
const pieceLength = 128 * 1024;

/** A row as the file has it. `number` is its place, the heading being 1; `progress` how far the file is read, 0 to 1. */
export type CsvRow = { number: number; cells: string[]; progress: number };

/**
 * The rows of a CSV file in order, the heading first; rows without any text are left out but counted. The delimiter is
 * found by itself. Quotes that never close make one long row: the parser gives up nothing.
 */
export async function* readRows(bytes: Uint8Array): AsyncGenerator<CsvRow> {
  const text = decodeText(bytes);
  // An empty line, such as the last, would speak against a delimiter that makes two columns.
  const { delimiter } = Papa.parse(text.slice(0, pieceLength), { preview: 20, skipEmptyLines: true }).meta;
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { header: false, skipEmptyLines: false, delimiter });
  let given = 0;
  function* pieces(): Generator<string> {
    while (given < text.length) {
      const from = given;
      given = Math.min(text.length, from + pieceLength);
      yield text.slice(from, given);
    }
  }
  // Whoever stops reading early destroys the parser, and with it what feeds it.
  const rows: AsyncIterable<string[]> = compose(Readable.from(pieces()), parser);
  let number = 0;
  for await (const cells of rows) {
    number += 1;
    if (cells.every((cell) => cell.trim() === '')) continue;
    yield { number, cells, progress: text.length === 0 ? 1 : given / text.length };
  }
}

/** The second of two streams, fed by the first; closing it closes both. */
function compose(source: Readable, target: Duplex): AsyncIterable<string[]> {
  pipeline(source, target, () => undefined);
  return target;
}

/** Names of the columns, trimmed; those without one are called by their place, and of equal ones each later is counted. */
export function nameColumns(heading: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return heading.map((cell, at) => {
    const name = cell.trim() || `Column ${at + 1}`;
    const times = seen.get(name) ?? 0;
    seen.set(name, times + 1);
    return times === 0 ? name : `${name}_${times}`;
  });
}
