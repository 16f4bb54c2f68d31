import { expect, test } from 'vitest';
import { encodeWav, parseWav, readPcm16, repairedHeader, WavError, wavHeader } from './wav.ts';

const samples = Int16Array.of(1, -2, 3, -4, 32_767, -32_768);

/** A RIFF file of chunks, each padded to an even length. */
function riff(...chunks: [tag: string, body: number[]][]): Uint8Array {
  const bytes = [...'RIFF\0\0\0\0WAVE'].map((char) => char.charCodeAt(0));
  for (const [tag, body] of chunks) {
    bytes.push(...[...tag].map((char) => char.charCodeAt(0)), body.length, 0, 0, 0, ...body);
    if (body.length % 2) bytes.push(0);
  }
  return Uint8Array.from(bytes);
}

const pcmMono8k = [1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0, 2, 0, 16, 0];

test('what is written is read back, mono and stereo', () => {
  for (const channels of [1, 2]) {
    const wav = parseWav(encodeWav(samples, { sampleRateHz: 8000, channels }));
    expect(wav).toMatchObject({ encoding: 'pcm16', channels, sampleRateHz: 8000, dataOffset: 44 });
    expect([...readPcm16(wav)]).toEqual([...samples]);
  }
});

test('a mu-law header carries its number of samples and is read back', () => {
  const header = wavHeader({ encoding: 'mulaw', channels: 2, sampleRateHz: 8000 }, 320);
  const file = new Uint8Array(header.length + 320);
  file.set(header);
  expect(parseWav(file)).toMatchObject({
    encoding: 'mulaw',
    channels: 2,
    sampleRateHz: 8000,
    dataOffset: 58,
  });
  expect(new DataView(header.buffer).getUint32(46, true)).toBe(160);
  expect(() => readPcm16(parseWav(file))).toThrow('mulaw');
});

test('chunks of odd length and unknown names are stepped over', () => {
  const file = riff(['LIST', [1, 2, 3]], ['fmt ', pcmMono8k], ['junk', [9]], ['data', [1, 0, 2, 0]]);
  expect([...readPcm16(parseWav(file))]).toEqual([1, 2]);
});

test('an extensible format is what its sub-format says', () => {
  const extensible = [...pcmMono8k, 22, 0, 16, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 16, 0, 128, 0, 0, 170];
  extensible[0] = 0xfe;
  extensible[1] = 0xff;
  expect(parseWav(riff(['fmt ', extensible], ['data', [5, 0]]))).toMatchObject({ encoding: 'pcm16' });
  expect(() => parseWav(riff(['fmt ', extensible.slice(0, 20)], ['data', [5, 0]]))).toThrow('cut off');
});

test('a view into a larger buffer is read at its own offset', () => {
  const file = encodeWav(samples, { sampleRateHz: 16_000 });
  const larger = new Uint8Array(file.length + 7);
  larger.set(file, 7);
  expect([...readPcm16(parseWav(larger.subarray(7)))]).toEqual([...samples]);
});

test('a data size of nothing, of everything, or beyond the file means: to the end of the file', () => {
  for (const size of [0, 0xffffffff, 1000]) {
    const file = encodeWav(samples, { sampleRateHz: 8000 });
    new DataView(file.buffer).setUint32(40, size, true);
    expect(readPcm16(parseWav(file.subarray(0, 44 + 7))).length).toBe(3);
  }
});

test.each([
  ['nothing', new Uint8Array(0), 'does not begin with RIFF'],
  ['text', new TextEncoder().encode('<!doctype html><html></html>'), 'does not begin with RIFF'],
  ['no format', riff(['LIST', [1, 2]]), 'does not say its format'],
  ['no samples', riff(['fmt ', pcmMono8k]), 'has no samples'],
  ['samples first', riff(['data', [1, 2]], ['fmt ', pcmMono8k]), 'before it says'],
  ['a format cut off', riff(['fmt ', [1, 0]], ['data', [1, 2]]), 'cut off'],
  ['MP3 inside', riff(['fmt ', [0x55, ...pcmMono8k.slice(1)]], ['data', [1, 2]]), 'format 85 with 16 bits'],
  ['no channels', riff(['fmt ', [1, 0, 0, ...pcmMono8k.slice(3)]], ['data', [1, 2]]), '0 channels'],
  [
    'a rate of 0',
    riff(['fmt ', [...pcmMono8k.slice(0, 4), 0, 0, ...pcmMono8k.slice(6)]], ['data', []]),
    '0 Hz',
  ],
])('%s is refused with a reason', (_, file, reason) => {
  expect(() => parseWav(file)).toThrow(WavError);
  expect(() => parseWav(file)).toThrow(reason);
});

test('the header of a file whose writer died follows from the length of the file', () => {
  for (const encoding of ['pcm16', 'mulaw'] as const) {
    const format = { encoding, channels: 2, sampleRateHz: 8000 };
    const repaired = repairedHeader(wavHeader(format, 0), 58 + 1603);
    const dataBytes = encoding === 'pcm16' ? 1616 : 1602;
    expect(repaired).toEqual(wavHeader(format, dataBytes));
  }
});

test('any bytes at all are read or refused with a WavError, never with another error', () => {
  const file = riff(['fmt ', pcmMono8k], ['fact', [4, 0, 0, 0]], ['data', [1, 0, 2, 0]]);
  let seed = 7;
  for (let round = 0; round < 3000; round++) {
    const broken = file.slice(0, 12 + (round % (file.length - 11)));
    for (let change = 0; change < 3; change++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      broken[seed % broken.length] = seed >>> 24;
    }
    try {
      parseWav(broken);
      repairedHeader(broken, 10_000);
    } catch (error) {
      expect(error).toBeInstanceOf(WavError);
    }
  }
});
