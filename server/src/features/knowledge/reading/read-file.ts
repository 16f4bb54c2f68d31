import type { KnowledgeFileType } from '@parley/contract/knowledge-rules';
import { decodeText } from './decode-text.ts';
import { ReadingError, type ReadText } from './reading-error.ts';

/** What all of a document's words may be, in characters: a long handbook. */
export const longestText = 2_000_000;

/** The words of a file. Each reader is loaded when its first file comes. Throws ReadingError. */
export async function readFile(type: KnowledgeFileType, bytes: Buffer): Promise<ReadText> {
  const read = await readType(type, bytes);
  if (read.text.trim() === '') throw new ReadingError('This file holds no text.');
  if (read.text.length > longestText)
    throw new ReadingError('This file holds more than 2 million characters. Split it.');
  return { title: read.title, text: read.text.toWellFormed().replaceAll('\u0000', '') };
}

async function readType(type: KnowledgeFileType, bytes: Buffer): Promise<ReadText> {
  switch (type) {
    case 'pdf':
      return await (await import('./read-pdf.ts')).readPdf(new Uint8Array(bytes));
    case 'docx':
      return await (await import('./read-docx.ts')).readDocx(bytes);
    case 'html':
      return (await import('./read-html.ts')).readHtml(decode(bytes));
    case 'csv':
      return (await import('./read-csv.ts')).readCsv(decode(bytes));
    default:
      return { title: '', text: decode(bytes).replace(/^\ufeff/, '') };
  }
}

const decode = (body: Buffer): string => decodeText({ body, headers: {} });
