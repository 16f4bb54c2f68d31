import { readFile } from 'node:fs/promises';
import { AppError } from '@parley/contract/errors';
import type { UploadedFile } from '../../platform/http/take-upload.ts';
import { nameColumns, readRows } from './read-rows.ts';

/** First bytes that say what a file is, whatever it is called (https://en.wikipedia.org/wiki/List_of_file_signatures). */
const signatures: readonly { bytes: readonly number[]; kind: string }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'an Excel workbook or a ZIP file. Save it as CSV first' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'an old Excel workbook. Save it as CSV first' },
  { bytes: [0x25, 0x50, 0x44, 0x46], kind: 'a PDF document' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'a picture' },
  { bytes: [0xff, 0xd8, 0xff], kind: 'a picture' },
  { bytes: [0x1f, 0x8b], kind: 'a compressed file' },
];

/**
 * What the first line of a file calls its columns. Throws upload_not_csv where the file is something else or holds
 * nothing.
 */
export async function readColumns(file: Pick<UploadedFile, 'path' | 'sizeBytes'>): Promise<string[]> {
  if (file.sizeBytes === 0) throw AppError.of('upload_not_csv', { problem: 'it is empty.' });
  const bytes = await readFile(file.path);
  const known = signatures.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (known !== undefined) throw AppError.of('upload_not_csv', { problem: `it is ${known.kind}.` });
  for await (const { cells } of readRows(bytes)) {
    const columns = nameColumns(cells).map((name) => name.slice(0, 300));
    if (columns.some((name) => /\p{Cc}|\uFFFD/u.test(name)))
      throw AppError.of('upload_not_csv', { problem: 'its first line is not text.' });
    return columns;
  }
  throw AppError.of('upload_not_csv', { problem: 'it holds no rows.' });
}
