import { describe, expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const text = 'name;phone\r\nZoë Müller;+14155550142\r\n';
const utf16be = (given: string) => Buffer.from(given, 'utf16le').swap16();

describe('Text of any spreadsheet', () => {
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 little endian with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 big endian with a mark', utf16be(`\uFEFF${text}`)],
    ['UTF-16 little endian without one', Buffer.from(text, 'utf16le')],
    ['UTF-16 big endian without one', utf16be(text)],
    ['Latin-1', Buffer.from(text, 'latin1')],
  ])('%s reads the same', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(text);
  });

  test('Windows-1252 keeps its curly quotes and the euro', () => {
    expect(decodeText(Buffer.from([0x93, 0x48, 0x69, 0x94, 0x20, 0x80]))).toBe('“Hi” €');
  });

  test('an empty file is an empty text', () => {
    expect(decodeText(Buffer.alloc(0))).toBe('');
  });
});
