import { describe, expect, test } from 'vitest';
import { aLawSilence, decodeALaw, decodeMuLaw, encodeALaw, encodeMuLaw, muLawSilence } from './g711.ts';

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code);
const everySample = Int16Array.from({ length: 65_536 }, (_, i) => i - 32_768);

const laws = [
  { name: 'mu-law', decode: decodeMuLaw, encode: encodeMuLaw, silence: muLawSilence },
  { name: 'A-law', decode: decodeALaw, encode: encodeALaw, silence: aLawSilence },
];

describe.each(laws)('$name', ({ name, decode, encode, silence }) => {
  const values = new Int16Array(256);
  decode(everyCode, values);
  const codes = new Uint8Array(65_536);
  encode(everySample, codes);

  test('every code comes back from its own value, except that mu-law has two zeros', () => {
    const back = new Uint8Array(256);
    encode(values, back);
    const changed = [...everyCode].filter((code) => back[code] !== code);
    expect(changed).toEqual(name === 'mu-law' ? [0x7f] : []);
  });

  test('louder samples never get a quieter code', () => {
    for (let i = 1; i < everySample.length; i++) {
      expect(values[codes[i]!]!).toBeGreaterThanOrEqual(values[codes[i - 1]!]!);
    }
  });

  test('silence encodes to the silence octet', () => {
    const into = new Uint8Array(3);
    encode(new Int16Array(3), into);
    expect([...into]).toEqual([silence, silence, silence]);
  });

  test('arrays of different lengths are handled up to the shorter one', () => {
    expect(decode(new Uint8Array(5), new Int16Array(3))).toBe(3);
    expect(encode(new Int16Array(2), new Uint8Array(9))).toBe(2);
  });
});

test('mu-law has the values of G.711 tables 2a and 2b', () => {
  // Decoder output values of the last step of each positive segment, times 4 for 16 bit.
  const tops = [8031, 3999, 1983, 975, 471, 219, 93, 30].map((value) => value * 4);
  const values = new Int16Array(256);
  decodeMuLaw(everyCode, values);
  expect([0x80, 0x90, 0xa0, 0xb0, 0xc0, 0xd0, 0xe0, 0xf0].map((code) => values[code])).toEqual(tops);
  expect([0x00, 0x10, 0x20, 0x30, 0x40, 0x50, 0x60, 0x70].map((code) => values[code])).toEqual(
    tops.map((value) => -value),
  );
  expect([values[0xff], values[0xfe], values[0x7e]]).toEqual([0, 8, -8]);
});

test('the decision values between segments are those of tables 1 and 2', () => {
  // Column 3 of the tables: the sample at the value is in the upper segment, the one below it in the lower.
  const muLawEdges = [31, 95, 223, 479, 991, 2015, 4063].map((value) => value * 4);
  const aLawEdges = [64, 128, 256, 512, 1024, 2048].map((value) => value * 8);
  const codes = new Uint8Array(2);
  for (const [i, edge] of muLawEdges.entries()) {
    encodeMuLaw(Int16Array.of(edge, edge - 1), codes);
    expect([...codes]).toEqual([0xef - 16 * i, 0xf0 - 16 * i]);
  }
  for (const [i, edge] of aLawEdges.entries()) {
    encodeALaw(Int16Array.of(edge, edge - 1), codes);
    expect([...codes]).toEqual([(0xa0 + 16 * i) ^ 0x55, (0x9f + 16 * i) ^ 0x55]);
  }
});

test('A-law has the values of G.711 tables 1a and 1b', () => {
  // Decoder output values (table 1a column 8) of the last step of each positive segment, times 8 for 16 bit.
  const tops = [4032, 2016, 1008, 504, 252, 126, 63, 31].map((value) => value * 8);
  const codes = [0x7f, 0x6f, 0x5f, 0x4f, 0x3f, 0x2f, 0x1f, 0x0f].map((bits) => (bits | 0x80) ^ 0x55);
  const values = new Int16Array(256);
  decodeALaw(everyCode, values);
  expect(codes.map((code) => values[code])).toEqual(tops);
  expect(codes.map((code) => values[code & 0x7f])).toEqual(tops.map((value) => -value));
  expect([values[0xd5], values[0x55]]).toEqual([8, -8]);
});
