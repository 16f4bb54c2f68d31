import { encodeWav, wavHeader } from '@parley/engine/audio/wav';
import { expect, test } from 'vitest';
import { decodeWav } from './wav-file.ts';

const samples = Int16Array.from([0, 1, -1, 32_767, -32_768, 1_000]);

/** A WAV file of any encoding: format code, bits, channels, bytes of the samples. */
function wavOf(code: number, bits: number, channels: number, data: Uint8Array, extra = new Uint8Array()) {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16 + extra.length, 16);
  header.writeUInt16LE(code, 20);
  header.writeUInt16LE(channels, 22);
  header.writeUInt32LE(22_050, 24);
  header.writeUInt16LE((bits / 8) * channels, 32);
  header.writeUInt16LE(bits, 34);
  const tail = Buffer.concat([extra, header.subarray(36)]);
  tail.write('data', extra.length, 'latin1');
  tail.writeUInt32LE(data.length, extra.length + 4);
  return new Uint8Array(Buffer.concat([header.subarray(0, 36), tail, data]));
}

test('16-bit mono comes back as it was', () => {
  expect(decodeWav(encodeWav(samples, { sampleRateHz: 16_000 }))).toEqual({ sampleRateHz: 16_000, samples });
});

test('other encodings are brought to 16 bits', () => {
  expect([...decodeWav(wavOf(1, 8, 1, Uint8Array.of(128, 255, 0))).samples]).toEqual([0, 32_512, -32_768]);
  expect([...decodeWav(wavOf(1, 24, 1, Uint8Array.of(9, 0xe8, 0x03))).samples]).toEqual([1_000]);
  expect([...decodeWav(wavOf(1, 32, 1, Uint8Array.of(9, 9, 0xe8, 0x03))).samples]).toEqual([1_000]);
  const floats = new Uint8Array(Float32Array.of(0.5, -2).buffer);
  expect([...decodeWav(wavOf(3, 32, 1, floats)).samples]).toEqual([16_384, -32_768]);
  const guid = Uint8Array.of(
    22,
    0,
    16,
    0,
    0,
    0,
    0,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    16,
    0,
    0x80,
    0,
    0,
    0xaa,
    0,
    0x38,
    0x9b,
    0x71,
  );
  expect([...decodeWav(wavOf(0xfffe, 16, 1, Uint8Array.of(232, 3), guid)).samples]).toEqual([1_000]);
});

test('channels are mixed', () => {
  const stereo = new Uint8Array(Int16Array.of(100, 300, -100, -300).buffer);
  expect([...decodeWav(wavOf(1, 16, 2, stereo)).samples]).toEqual([200, -200]);
});

test('sizes that a program could not know when it wrote to a pipe are read as "to the end"', () => {
  const file = encodeWav(samples, { sampleRateHz: 8_000 });
  for (const size of [0, 0xffff_ffff, 999_999]) {
    new DataView(file.buffer).setUint32(40, size, true);
    expect(decodeWav(file).samples).toEqual(samples);
  }
});

test.each([
  ['nothing', new Uint8Array()],
  ['text', Buffer.from('this is no sound at all')],
  ['a header alone', wavHeader({ encoding: 'pcm16', channels: 1, sampleRateHz: 8000 }, 0).subarray(0, 36)],
  ['an unknown encoding', wavOf(85, 16, 1, Uint8Array.of(1, 2))],
  ['no channels', wavOf(1, 16, 0, Uint8Array.of(1, 2))],
])('%s is refused with a reason', (_, file) => {
  expect(() => decodeWav(file)).toThrow(/WAV/);
});
