/**
 * ITU-T G.711 (11/88) companding, as RTP payload types 0 (PCMU) and 8 (PCMA) carry it. PCM is 16 bit: the 14 bit
 * values of the mu-law tables stand times 4, the 13 bit values of the A-law tables times 8.
 */

/** The mu-law octet of digital silence (table 2a: character signal of value 0). */
export const muLawSilence = 0xff;
/** The A-law octet nearest to silence (table 1a: value 1, even bits inverted). */
export const aLawSilence = 0xd5;

/** Decodes mu-law octets; decodes as many as both arrays hold and returns how many. */
export function decodeMuLaw(codes: Uint8Array, into: Int16Array): number {
  return decode(muLawValues, codes, into);
}

/** Encodes to mu-law octets; encodes as many as both arrays hold and returns how many. */
export function encodeMuLaw(samples: Int16Array, into: Uint8Array): number {
  return encode(muLawCodes, samples, into, 3);
}

/** Decodes A-law octets; decodes as many as both arrays hold and returns how many. */
export function decodeALaw(codes: Uint8Array, into: Int16Array): number {
  return decode(aLawValues, codes, into);
}

/** Encodes to A-law octets; encodes as many as both arrays hold and returns how many. */
export function encodeALaw(samples: Int16Array, into: Uint8Array): number {
  return encode(aLawCodes, samples, into, 0);
}

function decode(values: Int16Array, codes: Uint8Array, into: Int16Array): number {
  const count = Math.min(codes.length, into.length);
  for (let i = 0; i < count; i++) into[i] = values[codes[i]!]!;
  return count;
}

/**
 * All decision values of both laws are multiples of 4 (of mu-law, whose negative side mirrors the positive, towards 0;
 * of A-law downwards), so that a quarter of all samples, in a table that stays in the processor's cache, tells the rest.
 * `towardsZero` is 3 or 0.
 */
function encode(codes: Uint8Array, samples: Int16Array, into: Uint8Array, towardsZero: number): number {
  const count = Math.min(samples.length, into.length);
  for (let i = 0; i < count; i++) {
    const sample = samples[i]!;
    into[i] = codes[((sample + ((sample >> 31) & towardsZero)) >> 2) & 0x3fff]!;
  }
  return count;
}

/** One mu-law octet to PCM: inverted bits of sign, 3 bit segment, 4 bit step (G.711 table 2). */
function muLawValue(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 0x0f) << 3) + muLawBias) << ((bits >> 4) & 7)) - muLawBias;
  return bits & 0x80 ? -magnitude : magnitude;
}

function muLawCode(sample: number): number {
  const magnitude = Math.min(Math.abs(sample), muLawClip) + muLawBias;
  const segment = segmentOf(magnitude, 7);
  const step = (magnitude >> (segment + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (segment << 4) | step) & 0xff;
}

/** One A-law octet to PCM: even bits inverted (G.711 table 1, note 2). */
function aLawValue(code: number): number {
  const bits = code ^ 0x55;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1);
  return bits & 0x80 ? magnitude : -magnitude;
}

function aLawCode(sample: number): number {
  // A negative value shares its decision interval with the positive one's complement: -1 is in the first.
  const magnitude = Math.min(sample < 0 ? ~sample : sample, 0x7fff);
  const segment = magnitude < 0x100 ? 0 : segmentOf(magnitude, 7);
  const step = segment === 0 ? magnitude >> 4 : (magnitude >> (segment + 3)) & 0x0f;
  return ((sample < 0 ? 0 : 0x80) | (segment << 4) | step) ^ 0x55;
}

/** Which of 8 doubling segments a magnitude lies in; `base` is the bit below which all is segment 0. */
function segmentOf(magnitude: number, base: number): number {
  return Math.max(0, 31 - Math.clz32(magnitude) - base);
}

/** 33 of 14 bits: what makes the segment edges powers of two. */
const muLawBias = 33 << 2;
/** 8159 of 14 bits is the virtual decision value; 8158.75 is the last that fits. */
const muLawClip = (8159 << 2) - 1;

const muLawValues = Int16Array.from({ length: 256 }, (_, code) => muLawValue(code));
const aLawValues = Int16Array.from({ length: 256 }, (_, code) => aLawValue(code));
/** Indexed by 14 bits of the sample. */
const muLawCodes = Uint8Array.from({ length: 16_384 }, (_, bits) => muLawCode((bits << 18) >> 16));
const aLawCodes = Uint8Array.from({ length: 16_384 }, (_, bits) => aLawCode((bits << 18) >> 16));
