/** How much is looked at to tell an encoding without a mark, in bytes. */
const probeBytes = 4_096;

/** Starts of files that spreadsheets are often confused with: XLSX and ZIP, XLS, PDF, gzip, PNG, JPEG. */
const otherKinds: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];

/**
 * The text of a file in the encodings that spreadsheets write: UTF-8 and UTF-16 with or without a byte order mark,
 * else Windows-1252 (which Latin-1 is part of). Undefined when it is no text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  if (otherKinds.some((start) => start.every((byte, at) => bytes[at] === byte))) return undefined;
  const text = new TextDecoder(findEncoding(bytes)).decode(bytes);
  // No text holds these; a tab, line breaks and the old separators of records and units (29 to 31) do occur.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  return /[\u0000-\u0008\u000e-\u001b]/.test(text.slice(0, probeBytes)) ? undefined : text;
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const probe = bytes.subarray(0, probeBytes);
  const zeros = [0, 0];
  for (const [at, byte] of probe.entries()) if (byte === 0) zeros[at % 2]! += 1;
  // Letters of most languages have a zero byte in UTF-16: behind them in little endian, before them in big endian.
  if (zeros[1]! > probe.length / 8) return 'utf-16le';
  if (zeros[0]! > probe.length / 8) return 'utf-16be';
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
