import { timingSafeEqual } from 'node:crypto';
import { readUint16, readUint32, rtpHeaderBytes } from '../rtp-packet.ts';
import { Authenticator } from './authenticate.ts';
import { deriveKeys } from './derive-keys.ts';
import { KeyStream } from './key-stream.ts';

/** Encrypts the packets of our one source (RFC 3711 section 3.3). */
export class SrtpSender {
  readonly #stream: KeyStream;
  readonly #authenticator: Authenticator;
  readonly #tagBytes: number;
  #rollovers = 0;
  #last = -1;

  constructor(master: Uint8Array, tagBytes: number) {
    const keys = deriveKeys(master, 'rtp');
    this.#stream = new KeyStream(keys);
    this.#authenticator = new Authenticator(keys.authentication);
    this.#tagBytes = tagBytes;
  }

  /** The packet as it leaves. Its header has neither extension nor contributing sources, and packets come in order. */
  protect(packet: Uint8Array): Uint8Array {
    const sequence = readUint16(packet, 2);
    if (sequence < this.#last) this.#rollovers += 1;
    this.#last = sequence;
    const { length } = packet;
    const out = Buffer.allocUnsafe(length + this.#tagBytes);
    out.set(packet);
    const index = this.#rollovers * sequences + sequence;
    this.#stream.apply(out.subarray(rtpHeaderBytes, length), readUint32(packet, 8), index);
    out.set(this.#authenticator.over(out, length, this.#rollovers).subarray(0, this.#tagBytes), length);
    return out;
  }
}

/** Decrypts the packets of the far end (RFC 3711 section 3.3). What is forged or comes twice is left out. */
export class SrtpReceiver {
  readonly #stream: KeyStream;
  readonly #authenticator: Authenticator;
  readonly #tagBytes: number;
  readonly #sources = new Map<number, Source>();
  /** Of the receiver before, and no further: keys may change with every refresh of a long call. */
  readonly #sourcesBefore: ReadonlyMap<number, Source> | undefined;

  /** `before`: the receiver whose key this one replaces. */
  constructor(master: Uint8Array, tagBytes: number, before?: SrtpReceiver) {
    const keys = deriveKeys(master, 'rtp');
    this.#stream = new KeyStream(keys);
    this.#authenticator = new Authenticator(keys.authentication);
    this.#tagBytes = tagBytes;
    this.#sourcesBefore = before ? before.#sources : undefined;
  }

  /** The packet as it was, decrypted in place; null for what is not of the far end, or came before. */
  unprotect(bytes: Uint8Array): Uint8Array | null {
    const end = bytes.length - this.#tagBytes;
    const headerEnd = findHeaderEnd(bytes, end);
    if (headerEnd === undefined) return null;
    const id = readUint32(bytes, 8);
    const sequence = readUint16(bytes, 2);
    const known = this.#sources.get(id);
    if (known) return this.#open(bytes, { headerEnd, end, id, index: known.indexOf(sequence) }, known);
    for (const index of this.#firstIndexes(id, sequence)) {
      const plain = this.#open(bytes, { headerEnd, end, id, index }, undefined);
      if (plain) return plain;
    }
    return null;
  }

  #open(
    bytes: Uint8Array,
    packet: { headerEnd: number; end: number; id: number; index: number },
    known: Source | undefined,
  ): Uint8Array | null {
    const { headerEnd, end, id, index } = packet;
    if (known?.hasSeen(index)) return null;
    const tag = this.#authenticator.over(bytes, end, Math.floor(index / sequences));
    if (!timingSafeEqual(tag.subarray(0, this.#tagBytes), bytes.subarray(end))) return null;
    (known ?? this.#addSource(id)).take(index);
    this.#stream.apply(bytes.subarray(headerEnd, end), id, index);
    return bytes.subarray(0, end);
  }

  /**
   * Nothing tells how often the count of a source has begun anew: at the start of a call never. With a new key in the
   * middle of a call it goes on (section 3.3.1), though many begin from nothing then as well.
   */
  #firstIndexes(id: number, sequence: number): number[] {
    const before = this.#sourcesBefore?.get(id)?.indexOf(sequence) ?? 0;
    return before >= sequences ? [before, sequence] : [sequence];
  }

  #addSource(id: number): Source {
    const oldest = this.#sources.keys().next().value;
    if (this.#sources.size >= mostSources && oldest !== undefined) this.#sources.delete(oldest);
    const source = new Source();
    this.#sources.set(id, source);
    return source;
  }
}

/** What has come of one source: indexes are sequence numbers that go on counting. */
class Source {
  #highest = -1;
  /** The index that was last seen in each place of the window. */
  readonly #seen = new Float64Array(windowPackets).fill(-1);

  /** The index that a sequence number most likely stands for (RFC 3711 appendix A). */
  indexOf(sequence: number): number {
    const rollovers = Math.floor(this.#highest / sequences);
    const distance = sequence - (this.#highest % sequences);
    if (distance > sequences / 2) return Math.max(0, rollovers - 1) * sequences + sequence;
    return (distance < -sequences / 2 ? rollovers + 1 : rollovers) * sequences + sequence;
  }

  /** Came before, or too late to be told from what did (RFC 3711 section 3.3.2). */
  hasSeen(index: number): boolean {
    return index <= this.#highest - windowPackets || this.#seen[index % windowPackets] === index;
  }

  take(index: number): void {
    this.#seen[index % windowPackets] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}

/** Where the encrypted part begins: behind sources and extension. Undefined when it is no packet. */
function findHeaderEnd(bytes: Uint8Array, end: number): number | undefined {
  if (end < rtpHeaderBytes || bytes.length > mostBytes || bytes[0]! >> 6 !== 2) return undefined;
  let at = rtpHeaderBytes + 4 * (bytes[0]! & 15);
  if ((bytes[0]! & 0x10) !== 0) {
    if (at + 4 > end) return undefined;
    at += 4 + 4 * readUint16(bytes, at + 2);
  }
  return at <= end ? at : undefined;
}

/** Sequence numbers before they begin anew. */
const sequences = 2 ** 16;
/** The least that RFC 3711 section 3.3.2 allows is 64: more than our jitter buffer waits for. */
const windowPackets = 64;
/** Networks change the source when they hand a call on; a bound against hostile input. */
const mostSources = 8;
/** Longer than any packet of audio. */
const mostBytes = 2048;
