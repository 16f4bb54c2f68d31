import mammoth from 'mammoth';
import { checkArchive } from './check-archive.ts';
import { readFragment } from './read-html.ts';
import { ReadingError, type ReadText } from './reading-error.ts';

/** The words of a Word document, with its headings, lists and tables; pictures are left out. Throws ReadingError. */
export async function readDocx(bytes: Buffer): Promise<ReadText> {
  checkArchive(bytes);
  const { value } = await mammoth
    .convertToHtml(
      { buffer: bytes },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), externalFileAccess: false },
    )
    .catch(() => {
      throw new ReadingError('This document is damaged and cannot be opened.');
    });
  const text = readFragment(value);
  if (text === '') throw new ReadingError('This document holds no text. Pictures of text cannot be read.');
  return { title: '', text };
}
