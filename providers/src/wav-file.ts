/** Sound of a WAV file: mono 16-bit PCM. */
export type WavSound = { sampleRateHz: number; samples: Int16Array };

const riffHeaderBytes = 12;
const chunkHeaderBytes = 8;
const pcmFormat = 1;
const floatFormat = 3;
/** WAVE_FORMAT_EXTENSIBLE: the real format stands in the first two bytes of the sub-format GUID. */
const extensibleFormat = 0xfffe;

/**
 * Reads a WAV file of 8, 16, 24 or 32-bit PCM or 32-bit float, any number of channels, as mono 16-bit PCM.
 * Sizes that lie (a program that wrote to a pipe leaves 0 or 0xffffffff) are cut to what is there.
 * Throws an Error that says what is wrong with the file.
 */
export function decodeWav(file: Uint8Array): WavSound {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < riffHeaderBytes || readTag(view, 0) !== 'RIFF' || readTag(view, 8) !== 'WAVE') {
    throw new Error('This is not a WAV file.');
  }
  let format: WavFormat | undefined;
  let position = riffHeaderBytes;
  while (position + chunkHeaderBytes <= file.length) {
    const tag = readTag(view, position);
    const start = position + chunkHeaderBytes;
    const size = view.getUint32(position + 4, true);
    if (tag === 'fmt ') {
      format = readFormat(view, start, Math.min(size, file.length - start));
    } else if (tag === 'data') {
      if (!format) throw new Error('The WAV file has no format before its sound.');
      const isOpenEnded = size === 0 || size === 0xffff_ffff;
      const end = isOpenEnded ? file.length : Math.min(start + size, file.length);
      return { sampleRateHz: format.sampleRateHz, samples: readSamples(view, start, end, format) };
    }
    // Chunks are padded to an even size.
    position = start + size + (size & 1);
  }
  throw new Error('The WAV file holds no sound.');
}

type WavFormat = { encoding: number; channels: number; sampleRateHz: number; bits: number };

function readFormat(view: DataView, start: number, size: number): WavFormat {
  if (size < 16) throw new Error('The format of the WAV file is cut short.');
  let encoding = view.getUint16(start, true);
  if (encoding === extensibleFormat && size >= 26) encoding = view.getUint16(start + 24, true);
  const format = {
    encoding,
    channels: view.getUint16(start + 2, true),
    sampleRateHz: view.getUint32(start + 4, true),
    bits: view.getUint16(start + 14, true),
  };
  const isPcm = encoding === pcmFormat && [8, 16, 24, 32].includes(format.bits);
  const isFloat = encoding === floatFormat && format.bits === 32;
  if (!isPcm && !isFloat)
    throw new Error(`A WAV file of encoding ${encoding} with ${format.bits} bits cannot be read.`);
  if (
    format.channels < 1 ||
    format.channels > 8 ||
    format.sampleRateHz < 4_000 ||
    format.sampleRateHz > 192_000
  ) {
    throw new Error(`A WAV file of ${format.channels} channels at ${format.sampleRateHz} Hz cannot be read.`);
  }
  return format;
}

function readSamples(view: DataView, start: number, end: number, format: WavFormat): Int16Array {
  const sampleBytes = format.bits / 8;
  const frameBytes = sampleBytes * format.channels;
  const samples = new Int16Array(Math.floor((end - start) / frameBytes));
  for (let i = 0; i < samples.length; i++) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel++) {
      sum += readSample(view, start + i * frameBytes + channel * sampleBytes, format);
    }
    samples[i] = Math.max(-32768, Math.min(32767, Math.round(sum / format.channels)));
  }
  return samples;
}

function readSample(view: DataView, at: number, format: WavFormat): number {
  if (format.encoding === floatFormat) return view.getFloat32(at, true) * 32767;
  if (format.bits === 16) return view.getInt16(at, true);
  // 8-bit WAV is unsigned around 128; the wider ones keep their top 16 bits.
  if (format.bits === 8) return (view.getUint8(at) - 128) * 256;
  if (format.bits === 24) return view.getInt16(at + 1, true);
  return view.getInt16(at + 2, true);
}

function readTag(view: DataView, at: number): string {
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
