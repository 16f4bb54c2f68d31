import { G722Band, saturate } from './g722-band.ts';

/**
 * G.722 at 64 kbit/s (mode 1): 16 kHz audio as one octet per two samples, six bits of the lower sub-band and
 * two of the higher. Written from ITU-T Recommendation G.722, sections 3 and 6.2; block and table names in the
 * comments are those of section 6.2. RFC 3551 section 4.5.2 carries it with an RTP clock of 8000.
 */
export class G722Encoder {
  readonly #lower = new G722Band('lower');
  readonly #higher = new G722Band('higher');
  /** The last 22 samples, then the block at hand. */
  readonly #line = new Int16Array(historySamples + blockSamples);

  /** Encodes an even number of 16 kHz samples into half as many octets; answers how many. */
  encode(samples: Int16Array, into: Uint8Array): number {
    const octets = Math.min(samples.length >> 1, into.length);
    for (let done = 0; done < octets; done += blockSamples / 2) {
      const count = Math.min(blockSamples / 2, octets - done);
      this.#encodeBlock({ samples, into, done, count });
    }
    return octets;
  }

  #encodeBlock(block: { samples: Int16Array; into: Uint8Array; done: number; count: number }): void {
    const { samples, into, done, count } = block;
    const line = this.#line;
    for (let i = 0; i < count * 2; i += 1) line[historySamples + i] = samples[done * 2 + i] as number;
    for (let i = 0; i < count; i += 1) {
      const odd = filterForward(line, i * 2);
      const even = filterMirrored(line, i * 2 + 1);
      const low = this.#encodeLower((even + odd) >> 14);
      into[done + i] = (this.#encodeHigher((even - odd) >> 14) << 6) | low;
    }
    line.copyWithin(0, count * 2, count * 2 + historySamples);
  }

  #encodeLower(sample: number): number {
    const band = this.#lower;
    const error = saturate(sample - band.prediction);
    const size = error ^ (error >> 31);
    // QUANTL asks for the first level with size < (level * step) >> 12, which is level >= this quotient.
    const least = Math.floor((((size + 1) << 12) + band.step - 1) / band.step);
    const interval = intervals[least < intervals.length ? least : intervals.length - 1] as number;
    const code = codes[interval + ((error >> 31) & 32)] as number;
    adaptLower(band, code);
    return code;
  }

  #encodeHigher(sample: number): number {
    const band = this.#higher;
    const error = saturate(sample - band.prediction);
    const size = error ^ (error >> 31);
    // QUANTH: one decision level; codes 3 and 2 for positive, 1 and 0 for negative errors, small first.
    const isSmall = (size - ((564 * band.step) >> 12)) >>> 31;
    const code = (~(error >> 31) & 2) | isSmall;
    adaptHigher(band, code);
    return code;
  }
}

export class G722Decoder {
  readonly #lower = new G722Band('lower');
  readonly #higher = new G722Band('higher');
  readonly #line = new Int16Array(historySamples + blockSamples);

  /** Decodes octets into twice as many 16 kHz samples from `at`; answers how many samples. */
  decode(octets: Uint8Array, into: Int16Array, at = 0): number {
    const total = Math.min(octets.length, (into.length - at) >> 1);
    for (let done = 0; done < total; done += blockSamples / 2) {
      const count = Math.min(blockSamples / 2, total - done);
      this.#decodeBlock({ octets, into, at, done, count });
    }
    return total * 2;
  }

  #decodeBlock(block: {
    octets: Uint8Array;
    into: Int16Array;
    at: number;
    done: number;
    count: number;
  }): void {
    const { octets, into, at, done, count } = block;
    const line = this.#line;
    for (let i = 0; i < count; i += 1) {
      const code = octets[done + i] as number;
      const low = this.#decodeLower(code & 63);
      const high = this.#decodeHigher(code >> 6);
      line[historySamples + i * 2] = low + high;
      line[historySamples + i * 2 + 1] = low - high;
      const position = at + (done + i) * 2;
      into[position] = saturate(filterMirrored(line, i * 2 + 1) >> 11);
      into[position + 1] = saturate(filterForward(line, i * 2) >> 11);
    }
    line.copyWithin(0, count * 2, count * 2 + historySamples);
  }

  #decodeLower(code: number): number {
    const band = this.#lower;
    // INVQBL with all six bits makes the sound; the predictor hears only the upper four.
    const sample = limit15(band.prediction + ((band.step * (levels6[code] as number)) >> 15));
    adaptLower(band, code);
    return sample;
  }

  #decodeHigher(code: number): number {
    const band = this.#higher;
    const sample = limit15(band.prediction + ((band.step * (levels2[code] as number)) >> 15));
    adaptHigher(band, code);
    return sample;
  }
}

function adaptLower(band: G722Band, code: number): void {
  const upper = code >> 2;
  band.adapt((band.step * (levels4[upper] as number)) >> 15, lowerScaleChanges[upper] as number);
}

function adaptHigher(band: G722Band, code: number): void {
  band.adapt((band.step * (levels2[code] as number)) >> 15, higherScaleChanges[code] as number);
}

/** LIMIT: reconstructed sub-band samples have 15 bits. */
function limit15(value: number): number {
  return value > 16_383 ? 16_383 : value < -16_384 ? -16_384 : value;
}

/** The filters look at 24 samples, two of them new. */
const historySamples = 22;
const blockSamples = 320;

/**
 * The quadrature mirror filter (TRANSQMF, RECQMF), 24 symmetric taps split by parity into 12 for the older and 12 for the
 * newer of each two samples. Written out because a loop over a table costs half as much again.
 */
function filterForward(line: Int16Array, at: number): number {
  return (
    3 * (line[at] as number) -
    11 * (line[at + 2] as number) +
    12 * (line[at + 4] as number) +
    32 * (line[at + 6] as number) -
    210 * (line[at + 8] as number) +
    951 * (line[at + 10] as number) +
    3876 * (line[at + 12] as number) -
    805 * (line[at + 14] as number) +
    362 * (line[at + 16] as number) -
    156 * (line[at + 18] as number) +
    53 * (line[at + 20] as number) -
    11 * (line[at + 22] as number)
  );
}

function filterMirrored(line: Int16Array, at: number): number {
  return (
    -11 * (line[at] as number) +
    53 * (line[at + 2] as number) -
    156 * (line[at + 4] as number) +
    362 * (line[at + 6] as number) -
    805 * (line[at + 8] as number) +
    3876 * (line[at + 10] as number) +
    951 * (line[at + 12] as number) -
    210 * (line[at + 14] as number) +
    32 * (line[at + 16] as number) +
    12 * (line[at + 18] as number) -
    11 * (line[at + 20] as number) +
    3 * (line[at + 22] as number)
  );
}

/** Q6, decision levels of the 60-level quantiser; index 0 is unused. */
const decisionLevels = Int32Array.of(
  0,
  35,
  72,
  110,
  150,
  190,
  233,
  276,
  323,
  370,
  422,
  473,
  530,
  587,
  650,
  714,
  786,
  858,
  940,
  1023,
  1121,
  1219,
  1339,
  1458,
  1612,
  1765,
  1980,
  2195,
  2557,
  2919,
);

/** For each quotient of error and step, which decision interval it falls into: 1 to 30. */
const intervals = Uint8Array.from({ length: 2921 }, (_, least) => {
  const found = decisionLevels.findIndex((level, i) => i > 0 && level >= least);
  return found === -1 ? 30 : found;
});

/** ILP, then ILN: code words 61 ... 32 for positive errors, 63, 62, 31 ... 4 for negative, by interval. */
const codes = Uint8Array.from({ length: 64 }, (_, i) => (i < 32 ? 62 - i : i < 35 ? 96 - i : 66 - i));

/** QM6, reconstruction levels by six-bit code word. */
const levels6 = Int32Array.of(
  -136,
  -136,
  -136,
  -136,
  -24_808,
  -21_904,
  -19_008,
  -16_704,
  -14_984,
  -13_512,
  -12_280,
  -11_192,
  -10_232,
  -9360,
  -8576,
  -7856,
  -7192,
  -6576,
  -6000,
  -5456,
  -4944,
  -4464,
  -4008,
  -3576,
  -3168,
  -2776,
  -2400,
  -2032,
  -1688,
  -1360,
  -1040,
  -728,
  24_808,
  21_904,
  19_008,
  16_704,
  14_984,
  13_512,
  12_280,
  11_192,
  10_232,
  9360,
  8576,
  7856,
  7192,
  6576,
  6000,
  5456,
  4944,
  4464,
  4008,
  3576,
  3168,
  2776,
  2400,
  2032,
  1688,
  1360,
  1040,
  728,
  432,
  136,
  -432,
  -136,
);

/** QM4, reconstruction levels by the upper four bits. */
const levels4 = Int32Array.of(
  0,
  -20_456,
  -12_896,
  -8968,
  -6288,
  -4240,
  -2584,
  -1200,
  20_456,
  12_896,
  8968,
  6288,
  4240,
  2584,
  1200,
  0,
);

/** QM2, reconstruction levels of the higher band. */
const levels2 = Int32Array.of(-7408, -1616, 7408, 1616);

/** WL seen through RL42: change of the lower band's logarithmic scale by the upper four bits. */
const lowerScaleChanges = Int32Array.of(
  -60,
  3042,
  1198,
  538,
  334,
  172,
  58,
  -30,
  3042,
  1198,
  538,
  334,
  172,
  58,
  -30,
  -60,
);

/** WH seen through RH42: the same for the higher band. */
const higherScaleChanges = Int32Array.of(798, -214, 798, -214);
