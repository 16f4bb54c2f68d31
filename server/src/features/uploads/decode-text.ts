/**
 * Bytes of a text file as text, whatever spreadsheet wrote it: UTF-8 and UTF-16 by their marks, UTF-16 without one by
 * its NULs, UTF-8 where the bytes are valid, else Windows-1252 (which Latin-1 is read as: https://encoding.spec.whatwg.org).
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = findEncoding(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

function findEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const beginning = bytes.subarray(0, 2_000);
  const nuls = [0, 0];
  beginning.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2]!++;
  });
  // Of Western text in UTF-16 every other byte is NUL; in no other text file is there one.
  const many = beginning.length / 8;
  if (nuls[1]! > many && nuls[1]! > nuls[0]!) return 'utf-16le';
  if (nuls[0]! > many) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
