/** How the samples of a WAV file are stored. */
export type WavEncoding = 'pcm16' | 'mulaw' | 'alaw';

export type WavFormat = { encoding: WavEncoding; channels: number; sampleRateHz: number };

export type ParsedWav = WavFormat & {
  /** The bytes of the samples, a view into the file, cut to whole sample frames. */
  data: Uint8Array;
  /** Where the samples begin in the file. */
  dataOffset: number;
};

/** A file that is not a WAV file we can read; the message says why. */
export class WavError extends Error {
  override readonly name = 'WavError';
}

/**
 * The header of a WAV file with `dataBytes` of samples to follow: 44 bytes, 58 with a `fact` chunk for companded
 * encodings, as Microsoft's "Multiple Channel Audio Data and WAVE Files" asks. Sizes beyond 4 GiB are held there.
 */
export function wavHeader(format: WavFormat, dataBytes: number): Uint8Array<ArrayBuffer> {
  const isPcm = format.encoding === 'pcm16';
  const bytesPerSample = isPcm ? 2 : 1;
  const header = new Uint8Array(isPcm ? 44 : 58);
  const view = new DataView(header.buffer);
  const blockBytes = format.channels * bytesPerSample;
  writeTag(header, 0, 'RIFF');
  view.setUint32(4, clampSize(header.length - 8 + dataBytes), true);
  writeTag(header, 8, 'WAVE');
  writeTag(header, 12, 'fmt ');
  view.setUint32(16, isPcm ? 16 : 18, true);
  view.setUint16(20, formatCodes[format.encoding], true);
  view.setUint16(22, format.channels, true);
  view.setUint32(24, format.sampleRateHz, true);
  view.setUint32(28, format.sampleRateHz * blockBytes, true);
  view.setUint16(32, blockBytes, true);
  view.setUint16(34, bytesPerSample * 8, true);
  if (!isPcm) {
    writeTag(header, 38, 'fact');
    view.setUint32(42, 4, true);
    view.setUint32(46, clampSize(Math.floor(dataBytes / blockBytes)), true);
  }
  writeTag(header, header.length - 8, 'data');
  view.setUint32(header.length - 4, clampSize(dataBytes), true);
  return header;
}

/** A whole WAV file of 16 bit samples, interleaved where there are several channels. */
export function encodeWav(
  samples: Int16Array,
  format: { sampleRateHz: number; channels?: number },
): Uint8Array<ArrayBuffer> {
  const { sampleRateHz, channels = 1 } = format;
  const header = wavHeader({ encoding: 'pcm16', channels, sampleRateHz }, samples.length * 2);
  const file = new Uint8Array(header.length + samples.length * 2);
  file.set(header);
  const view = new DataView(file.buffer);
  for (let i = 0; i < samples.length; i++) view.setInt16(header.length + i * 2, samples[i]!, true);
  return file;
}

/**
 * Reads a WAV file: 16 bit PCM, mu-law or A-law, any number of channels, WAVE_FORMAT_EXTENSIBLE too. A data
 * chunk that claims more than there is (a file cut off, or a stream's 0 or FFFFFFFF) ends with the file.
 * Throws a WavError.
 */
export function parseWav(file: Uint8Array): ParsedWav {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < 12 || readTag(file, 0) !== 'RIFF' || readTag(file, 8) !== 'WAVE') {
    throw new WavError('This is not a WAV file: it does not begin with RIFF and WAVE.');
  }
  let format: WavFormat | null = null;
  let offset = 12;
  while (offset + 8 <= file.length) {
    const tag = readTag(file, offset);
    const size = view.getUint32(offset + 4, true);
    const start = offset + 8;
    if (tag === 'fmt ') format = readFormat(view, start, Math.min(size, file.length - start));
    if (tag === 'data') {
      if (!format) throw new WavError('The WAV file has samples before it says what they are.');
      return { ...format, data: cutData({ file, start, size, format }), dataOffset: start };
    }
    // Chunks are padded to an even length; the size does not count the padding.
    offset = start + size + (size % 2);
  }
  throw new WavError(format ? 'The WAV file has no samples.' : 'The WAV file does not say its format.');
}

/**
 * The samples of a parsed file as 16 bit values of its encoding's PCM, interleaved. Companded data is left to
 * the G.711 decoders: this throws a WavError for it.
 */
export function readPcm16(wav: ParsedWav): Int16Array {
  if (wav.encoding !== 'pcm16') throw new WavError(`The samples are ${wav.encoding}, not 16 bit PCM.`);
  const view = new DataView(wav.data.buffer, wav.data.byteOffset, wav.data.byteLength);
  const samples = new Int16Array(wav.data.length >> 1);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * 2, true);
  return samples;
}

/**
 * The header a file should have whose writer died: same length as the one it has, with the sizes that follow
 * from the length of the file. `head` is the first bytes of the file (4 KiB are plenty). Throws a WavError when
 * they hold no format and no data chunk.
 */
export function repairedHeader(head: Uint8Array, fileBytes: number): Uint8Array<ArrayBuffer> {
  const { channels, encoding, dataOffset } = parseWav(head);
  const blockBytes = channels * (encoding === 'pcm16' ? 2 : 1);
  const dataBytes = Math.floor(Math.max(0, fileBytes - dataOffset) / blockBytes) * blockBytes;
  const header = head.slice(0, dataOffset);
  const view = new DataView(header.buffer);
  view.setUint32(4, clampSize(dataOffset - 8 + dataBytes), true);
  view.setUint32(dataOffset - 4, clampSize(dataBytes), true);
  for (let offset = 12; offset + 12 <= dataOffset; ) {
    const size = view.getUint32(offset + 4, true);
    if (readTag(header, offset) === 'fact')
      view.setUint32(offset + 8, clampSize(dataBytes / blockBytes), true);
    offset += 8 + size + (size % 2);
  }
  return header;
}

function readFormat(view: DataView, start: number, size: number): WavFormat {
  if (size < 16) throw new WavError('The format chunk of the WAV file is cut off.');
  let code = view.getUint16(start, true);
  // WAVE_FORMAT_EXTENSIBLE: the real code is the first two bytes of the sub-format's GUID.
  if (code === 0xfffe) {
    if (size < 26) throw new WavError('The extensible format chunk of the WAV file is cut off.');
    code = view.getUint16(start + 24, true);
  }
  const channels = view.getUint16(start + 2, true);
  const sampleRateHz = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const encoding = encodingOf(code, bits);
  if (channels < 1 || channels > 16)
    throw new WavError(`A WAV file of ${channels} channels is not supported.`);
  if (sampleRateHz < 1000 || sampleRateHz > 192_000) {
    throw new WavError(`A WAV file of ${sampleRateHz} Hz is not supported.`);
  }
  return { encoding, channels, sampleRateHz };
}

function encodingOf(code: number, bits: number): WavEncoding {
  if (code === formatCodes.pcm16 && bits === 16) return 'pcm16';
  if (code === formatCodes.mulaw && bits === 8) return 'mulaw';
  if (code === formatCodes.alaw && bits === 8) return 'alaw';
  throw new WavError(`WAV format ${code} with ${bits} bits is not supported: send 16 bit PCM or G.711.`);
}

function cutData(parts: { file: Uint8Array; start: number; size: number; format: WavFormat }): Uint8Array {
  const { file, start, size, format } = parts;
  const available = file.length - start;
  const isUnknown = size === 0 || size > available;
  const blockBytes = format.channels * (format.encoding === 'pcm16' ? 2 : 1);
  const bytes = Math.floor((isUnknown ? available : size) / blockBytes) * blockBytes;
  return file.subarray(start, start + bytes);
}

function readTag(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

function writeTag(bytes: Uint8Array, offset: number, tag: string): void {
  for (let i = 0; i < 4; i++) bytes[offset + i] = tag.charCodeAt(i);
}

function clampSize(size: number): number {
  return Math.min(size, 0xffffffff);
}

/** RFC 2361: WAVE_FORMAT_PCM, WAVE_FORMAT_ALAW, WAVE_FORMAT_MULAW. */
const formatCodes = { pcm16: 1, alaw: 6, mulaw: 7 } as const;
