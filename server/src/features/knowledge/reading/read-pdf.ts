import { extractText, getDocumentProxy } from 'unpdf';
import { ReadingError, type ReadText } from './reading-error.ts';

const pagesLimit = 2_000;

/** The words of a PDF, page by page. Throws ReadingError, also for one that is locked or only a picture of text. */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error: Error) => {
    throw error.name === 'PasswordException'
      ? new ReadingError('This PDF is locked with a password. Save it without one.')
      : new ReadingError('This PDF is damaged and cannot be opened.');
  });
  if (document.numPages > pagesLimit)
    throw new ReadingError(`This PDF has more than ${pagesLimit.toLocaleString('en')} pages. Split it.`);
  const { text: pages } = await extractText(document, { mergePages: false }).catch(() => {
    throw new ReadingError('This PDF is damaged: its pages cannot be read.');
  });
  const text = pages.map(joinLines).filter(Boolean).join('\n\n');
  if (text === '')
    throw new ReadingError('This PDF holds pictures of pages and no text. Make it searchable (OCR) first.');
  return { title: '', text };
}

/** Words that a line's end has cut are joined again; lines of a paragraph become one. */
function joinLines(page: string): string {
  return page
    .toWellFormed()
    .replaceAll('\u0000', '')
    .replaceAll(/(\p{Ll})[-\u00ad]\n(\p{Ll})/gu, '$1$2')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/[^\S\n]+/g, ' ').trim())
    .filter(Boolean)
    .join('\n');
}
