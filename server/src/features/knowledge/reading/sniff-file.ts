import { type KnowledgeFileType, knowledgeFileTypes } from '@parley/contract/knowledge-rules';
import { ReadingError } from './reading-error.ts';

/** As many bytes of the beginning of a file as `sniffFile` wants. */
export const sniffedBytes = 4_096;

/** What the first bytes of well-known files say. */
const signatures: readonly { starts: string; is: string }[] = [
  { starts: '\x89PNG', is: 'a PNG picture' },
  { starts: '\xff\xd8\xff', is: 'a JPEG picture' },
  { starts: 'GIF8', is: 'a GIF picture' },
  { starts: '{\\rtf', is: 'an RTF document' },
  { starts: '\xd0\xcf\x11\xe0', is: 'an old Word, Excel or PowerPoint document' },
  { starts: 'MZ', is: 'a program' },
  { starts: '\x7fELF', is: 'a program' },
  { starts: '\x1f\x8b', is: 'a compressed file' },
  { starts: 'Rar!', is: 'a compressed file' },
  { starts: '7z\xbc\xaf', is: 'a compressed file' },
];

/**
 * What a file is, by its name and by its first bytes. A name and bytes that do not fit each other are refused in plain
 * words, so that nobody wonders why an agent knows nothing of it. Throws ReadingError.
 */
export function sniffFile(name: string, head: Uint8Array): KnowledgeFileType {
  const named = nameType(name);
  if (head.length === 0) throw new ReadingError('This file is empty.');
  const found = findContent(head);
  if (found.type === named || (found.type === 'text' && isTextType(named))) return named;
  throw new ReadingError(
    `This file is called ${named.toUpperCase()}, but it holds ${found.words}. Save it as ${named.toUpperCase()}, or give it the name it should have.`,
  );
}

function nameType(name: string): KnowledgeFileType {
  const end = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  const type = end === 'htm' ? 'html' : end === 'markdown' ? 'md' : end;
  const known = knowledgeFileTypes.find((each) => each === type);
  if (known) return known;
  throw new ReadingError('Files of this type cannot be read. Use PDF, DOCX, TXT, MD, HTML or CSV.');
}

const isTextType = (type: KnowledgeFileType): boolean => type !== 'pdf' && type !== 'docx';

function findContent(head: Uint8Array): { type: 'pdf' | 'docx' | 'text' | 'other'; words: string } {
  const start = Buffer.from(head.subarray(0, 1_024)).toString('latin1');
  // Readers accept a PDF whose header stands anywhere in the first 1,024 bytes (PDF 1.7 implementation notes, H.3).
  if (start.includes('%PDF-')) return { type: 'pdf', words: 'a PDF document' };
  if (start.startsWith('PK\x03\x04')) return { type: 'docx', words: 'a Word document or an archive' };
  const signed = signatures.find(({ starts }) => start.startsWith(starts));
  if (signed) return { type: 'other', words: signed.is };
  const isUtf16 = start.startsWith('\xff\xfe') || start.startsWith('\xfe\xff');
  if (!isUtf16 && head.includes(0)) return { type: 'other', words: 'something that is no text' };
  return { type: 'text', words: 'plain text' };
}
