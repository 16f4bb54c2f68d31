import { G722Band, saturate } from './g722-band.ts';
import {
  adaptHigher,
  adaptLower,
  codes,
  filterForward,
  filterMirrored,
  intervals,
  levels2,
  levels6,
} from './g722-tables.ts';

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
    for (let i = 0; i < count * 2; i += 1) line[historySamples + i] = samples[done * 2 + i]!;
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
    const interval = intervals[least < intervals.length ? least : intervals.length - 1]!;
    const code = codes[interval + ((error >> 31) & 32)]!;
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
      const code = octets[done + i]!;
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
    const sample = limit15(band.prediction + ((band.step * levels6[code]!) >> 15));
    adaptLower(band, code);
    return sample;
  }

  #decodeHigher(code: number): number {
    const band = this.#higher;
    const sample = limit15(band.prediction + ((band.step * levels2[code]!) >> 15));
    adaptHigher(band, code);
    return sample;
  }
}

/** LIMIT: reconstructed sub-band samples have 15 bits. */
function limit15(value: number): number {
  return value > 16_383 ? 16_383 : value < -16_384 ? -16_384 : value;
}

/** The filters look at 24 samples, two of them new. */
const historySamples = 22;
const blockSamples = 320;
