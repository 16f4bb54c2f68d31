import { ProviderError } from '@parley/engine/interfaces/provider-error';

/** A WAV header with a few extra chunks fits in here. */
const maxHeaderBytes = 4_096;

/**
 * Reads 16-bit little-endian samples out of a stream of bytes cut anywhere. A stream that begins as a WAV file
 * is read by its header: many servers send one whatever was asked for.
 */
export class PcmReader {
  /** The rate of the samples: that of the WAV header once it has been read. */
  sampleRateHz: number;
  #rest = new Uint8Array();
  #isAtStart = true;
  #channels = 1;

  constructor(sampleRateHz: number) {
    this.sampleRateHz = sampleRateHz;
  }

  /** The samples that are complete with these bytes. Throws a ProviderError for a WAV file of another kind. */
  read(bytes: Uint8Array): Int16Array {
    let data = joined(this.#rest, bytes);
    if (this.#isAtStart) {
      const start = this.#readStart(data);
      if (start === undefined) {
        this.#rest = data;
        return new Int16Array();
      }
      this.#isAtStart = false;
      data = data.subarray(start);
    }
    const frameBytes = 2 * this.#channels;
    const whole = data.length - (data.length % frameBytes);
    this.#rest = data.slice(whole);
    const view = new DataView(data.buffer, data.byteOffset, whole);
    const samples = new Int16Array(whole / frameBytes);
    for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(i * frameBytes, true);
    return samples;
  }

  /** Where the samples begin; undefined when more bytes are needed to tell. */
  #readStart(data: Uint8Array): number | undefined {
    const head = new TextDecoder('latin1').decode(data.subarray(0, 4));
    if (head !== 'RIFF'.slice(0, head.length)) return 0;
    if (data.length < 12) return undefined;
    const view = new DataView(data.buffer, data.byteOffset, data.length);
    let at = 12;
    while (at + 8 <= data.length && at < maxHeaderBytes) {
      const tag = new TextDecoder('latin1').decode(data.subarray(at, at + 4));
      if (tag === 'data') return at + 8;
      if (tag === 'fmt ') {
        if (at + 24 > data.length) return undefined;
        this.#readFormat(view, at + 8);
      }
      at += 8 + view.getUint32(at + 4, true);
    }
    if (at >= maxHeaderBytes)
      throw new ProviderError('malformed', 'The WAV header of the speech cannot be read.');
    return undefined;
  }

  #readFormat(view: DataView, at: number): void {
    const bits = view.getUint16(at + 14, true);
    this.#channels = view.getUint16(at + 2, true);
    this.sampleRateHz = view.getUint32(at + 4, true);
    const isReadable = bits === 16 && (this.#channels === 1 || this.#channels === 2);
    if (!isReadable || this.sampleRateHz < 8_000 || this.sampleRateHz > 96_000) {
      throw new ProviderError(
        'malformed',
        `The speech comes as WAV of ${bits} bits at ${this.sampleRateHz} Hz.`,
      );
    }
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
