import type { KnowledgeFileType } from '@parley/contract/knowledge-rules';
import { expect, test } from 'vitest';
import { readFile } from './read-file.ts';
import { readInThread } from './read-in-thread.ts';
import { sniffFile } from './sniff-file.ts';
import { makeDocx, makePdf, makeZip } from './testing-files.ts';

const read = async (type: KnowledgeFileType, bytes: Buffer | string): Promise<string> =>
  await readFile(type, Buffer.from(bytes)).then(
    ({ text }) => text,
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('the words of every kind of file are taken, with headings where it has them', async () => {
  expect(await read('pdf', makePdf(['Whitening costs\n250 dollars.', 'Second page.']))).toBe(
    'Whitening costs\n250 dollars.\n\nSecond page.',
  );
  expect(await read('docx', makeDocx(['# Prices', 'Whitening costs 250.', 'Ask &amp; pay.']))).toBe(
    '# Prices\nWhitening costs 250.\nAsk & pay.',
  );
  expect(await read('txt', '\ufeffPlain.')).toBe('Plain.');
  expect(await read('md', '# Prices\n\nWhitening.')).toBe('# Prices\n\nWhitening.');
  expect(await read('html', '<h2>Prices</h2><p>Whitening</p><script>alert(1)</script>')).toBe(
    '## Prices\nWhitening',
  );
  expect(await read('csv', 'Service;Price\n"Whitening; deep";250\n\nCheck-up;95\n')).toBe(
    'Service: Whitening; deep; Price: 250\nService: Check-up; Price: 95',
  );
});

test('texts in UTF-8, UTF-16 and Latin-1 are the same words', async () => {
  const words = 'Größe für 5 €';
  const wide = Buffer.from(`\ufeff${words}`, 'utf16le');
  expect(await read('txt', words)).toBe(words);
  expect(await read('txt', wide)).toBe(words);
  expect(await read('csv', Buffer.from(`\ufeffA,B\n${words},2`, 'utf16le'))).toBe(`A: ${words}; B: 2`);
  expect(await read('txt', Buffer.from(wide).swap16())).toBe(words);
  expect(await read('txt', Buffer.from('Größe für 5', 'latin1'))).toBe('Größe für 5');
});

test.each<[string, KnowledgeFileType, () => Buffer | string, string]>([
  ['a locked PDF', 'pdf', () => makePdf(['Secret'], { isLocked: true }), 'is locked with a password'],
  ['a scanned PDF', 'pdf', () => makePdf(['', '']), 'holds pictures of pages and no text'],
  ['a damaged PDF', 'pdf', () => '%PDF-1.4\nnothing of a PDF follows', 'is damaged'],
  ['a half PDF', 'pdf', () => makePdf(['Half']).subarray(0, 150), 'is damaged'],
  ['an archive that is no document', 'docx', () => makeZip([{ name: 'a.txt', content: 'a' }]), 'is damaged'],
  ['a damaged document', 'docx', () => makeDocx(['Half']).subarray(0, 400), 'is damaged'],
  ['a document without words', 'docx', () => makeDocx([]), 'holds no text'],
  [
    'a locked document',
    'docx',
    () => makeDocx(['a'], [{ name: 'x', content: 'x', flags: 1 }]),
    'is locked with a password',
  ],
  ['an empty text', 'txt', () => ' \n ', 'holds no text'],
  ['a table of headings', 'csv', () => 'Service,Price\n', 'no rows'],
  ['a text without end', 'txt', () => 'word '.repeat(400_001), 'more than 2 million characters'],
])('%s is told plainly', async (_name, type, bytes, told) => {
  const said = await read(type, bytes());
  expect(said).toContain('ReadingError: ');
  expect(said).toContain(told);
});

test('an archive that unpacks without end is stopped, whatever it says about its size', async () => {
  const bomb = makeDocx(
    ['Small'],
    [{ name: 'word/bomb.xml', content: Buffer.alloc(80 * 1024 * 1024), saysBytes: 10 }],
  );
  expect(bomb.length).toBeLessThan(200_000);
  expect(await read('docx', bomb)).toContain('unpacks to more than 64 MB');
});

test('a document is read in a thread of its own, which gives up in time', async () => {
  const task = { type: 'pdf' as const, bytes: makePdf(['Whitening costs 250 dollars.']) };
  expect((await readInThread(task)).text).toBe('Whitening costs 250 dollars.');
  await expect(readInThread({ type: 'docx', bytes: Buffer.from('PK') })).rejects.toThrow('is damaged');
  await expect(readInThread(task, 1)).rejects.toThrow('took too long');
});

test('a file is what its bytes say, and a name that says otherwise is told', () => {
  const sniff = (name: string, bytes: Buffer | string) => {
    try {
      return sniffFile(name, Buffer.from(bytes));
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(sniff('Prices.PDF', makePdf(['a']))).toBe('pdf');
  expect(sniff('a.docx', makeDocx(['a']))).toBe('docx');
  expect([sniff('a.htm', '<p>'), sniff('a.markdown', '#'), sniff('a.csv', 'a,b')]).toEqual([
    'html',
    'md',
    'csv',
  ]);
  expect(sniff('a.txt', Buffer.from('\ufeffwide', 'utf16le'))).toBe('txt');
  expect(sniff('a.pdf', makeDocx(['a']))).toContain('called PDF, but it holds a Word document');
  expect(sniff('a.txt', makePdf(['a']))).toContain('called TXT, but it holds a PDF document');
  expect(sniff('a.pdf', 'plain words')).toContain('called PDF, but it holds plain text');
  expect(sniff('a.docx', '\u00d0')).toContain('plain text');
  expect(sniff('a.docx', Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toContain('an old Word');
  expect(sniff('a.txt', Buffer.from('\x89PNG\r\n', 'latin1'))).toContain('a PNG picture');
  expect(sniff('a.csv', Buffer.from([1, 0, 2]))).toContain('something that is no text');
  expect(sniff('a.exe', 'MZ')).toContain('Files of this type cannot be read');
  expect(sniff('noname', 'text')).toContain('Files of this type cannot be read');
  expect(sniff('a.txt', '')).toBe('This file is empty.');
});
