import { inflateRawSync } from 'node:zlib';
import { ReadingError } from './reading-error.ts';

/** What all parts of a document may unpack to. */
const unpackedBytesLimit = 64 * 1024 * 1024;
const entriesLimit = 2_000;
const stored = 0;
const deflated = 8;

/**
 * Unpacks every part of a ZIP archive once, against a limit, before a reader that knows none does: what the archive says
 * about its own sizes is not believed (APPNOTE.TXT 6.3.10, sections 4.3.12 and 4.3.16). Throws ReadingError.
 */
export function checkArchive(archive: Buffer): void {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 22 > archive.length) throw broken();
  const entries = archive.readUInt16LE(end + 10);
  if (entries > entriesLimit) throw new ReadingError('This document has too many parts.');
  let left = unpackedBytesLimit;
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > archive.length || archive.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw broken();
    if ((archive.readUInt16LE(at + 8) & 1) === 1)
      throw new ReadingError('This document is locked with a password.');
    left -= unpack(archive, at, left);
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
}

/** How many bytes one part unpacks to. */
function unpack(archive: Buffer, entryAt: number, limitBytes: number): number {
  const method = archive.readUInt16LE(entryAt + 10);
  const packedBytes = archive.readUInt32LE(entryAt + 20);
  const headerAt = archive.readUInt32LE(entryAt + 42);
  if (headerAt + 30 > archive.length) throw broken();
  const dataAt = headerAt + 30 + archive.readUInt16LE(headerAt + 26) + archive.readUInt16LE(headerAt + 28);
  const data = archive.subarray(dataAt, dataAt + packedBytes);
  if (method !== stored && method !== deflated) throw broken();
  let sizeBytes = data.length;
  if (method === deflated && data.length > 0) {
    try {
      sizeBytes = inflateRawSync(data, { maxOutputLength: limitBytes + 1 }).length;
    } catch (error) {
      throw (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : broken();
    }
  }
  if (sizeBytes > limitBytes) throw tooLarge();
  return sizeBytes;
}

const broken = (): ReadingError => new ReadingError('This document is damaged and cannot be opened.');
const tooLarge = (): ReadingError =>
  new ReadingError(
    'This document unpacks to more than 64 MB. Take out what agents do not need, such as pictures.',
  );
