import { createHmac, timingSafeEqual } from 'node:crypto';
import { readUint16, readUint32, rtpHeaderBytes, writeUint32 } from '../rtp-packet.ts';
import { counterStart, deriveKeys, encrypt, type SessionKeys } from './derive-keys.ts';

/** Encrypts the packets of our one source (RFC 3711 section 3.3). */
export class SrtpSender {
  readonly #keys: SessionKeys;
  readonly #tagBytes: number;
  #rollovers = 0;
  #last = -1;

  constructor(master: Uint8Array, tagBytes: number) {
    this.#keys = deriveKeys(master, 'rtp');
    this.#tagBytes = tagBytes;
  }

  /** The packet as it leaves. Its header has neither extension nor contributing sources, and packets come in order. */
  protect(packet: Uint8Array): Uint8Array {
    const sequence = readUint16(packet, 2);
    if (sequence < this.#last) this.#rollovers += 1;
    this.#last = sequence;
    const out = Buffer.allocUnsafe(packet.length + this.#tagBytes);
    out.set(packet.subarray(0, rtpHeaderBytes));
    const start = counterStart(
      this.#keys.salt,
      readUint32(packet, 8),
      this.#rollovers * sequences + sequence,
    );
    out.set(encrypt(this.#keys.cipher, start, packet.subarray(rtpHeaderBytes)), rtpHeaderBytes);
    const tag = authenticate(this.#keys, out, packet.length, this.#rollovers);
    out.set(tag.subarray(0, this.#tagBytes), packet.length);
    return out;
  }
}

/** Decrypts the packets of the far end (RFC 3711 section 3.3). What is forged or comes twice is left out. */
export class SrtpReceiver {
  readonly #keys: SessionKeys;
  readonly #tagBytes: number;
  readonly #sources = new Map<number, Source>();
  readonly #before: SrtpReceiver | undefined;

  /** `before`: the receiver whose key this one replaces. */
  constructor(master: Uint8Array, tagBytes: number, before?: SrtpReceiver) {
    this.#keys = deriveKeys(master, 'rtp');
    this.#tagBytes = tagBytes;
    this.#before = before;
  }

  /** The packet as it was, decrypted in place; null for what is not of the far end, or came before. */
  unprotect(bytes: Uint8Array): Uint8Array | null {
    const end = bytes.length - this.#tagBytes;
    const headerEnd = findHeaderEnd(bytes, end);
    if (headerEnd === undefined) return null;
    const id = readUint32(bytes, 8);
    const sequence = readUint16(bytes, 2);
    const known = this.#sources.get(id);
    const candidates = known ? [known.indexOf(sequence)] : this.#firstIndexes(id, sequence);
    for (const index of candidates) {
      if (known?.hasSeen(index) || !this.#isAuthentic(bytes, end, Math.floor(index / sequences))) continue;
      (known ?? this.#addSource(id)).take(index);
      const plain = encrypt(
        this.#keys.cipher,
        counterStart(this.#keys.salt, id, index),
        bytes.subarray(headerEnd, end),
      );
      bytes.set(plain, headerEnd);
      return bytes.subarray(0, end);
    }
    return null;
  }

  /**
   * Nothing tells how often the count of a source has begun anew: at the start of a call never. With a new key in the
   * middle of a call it goes on (section 3.3.1), though many begin from nothing then as well.
   */
  #firstIndexes(id: number, sequence: number): number[] {
    const source = this.#before === undefined ? undefined : this.#before.#sources.get(id);
    const before = source?.indexOf(sequence) ?? 0;
    return before >= sequences ? [before, sequence] : [sequence];
  }

  #isAuthentic(bytes: Uint8Array, end: number, rollovers: number): boolean {
    const theirs = new Uint8Array(bytes.subarray(end));
    const tag = authenticate(this.#keys, bytes, end, rollovers);
    bytes.set(theirs, end);
    return timingSafeEqual(tag.subarray(0, this.#tagBytes), theirs);
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

/**
 * The tag over a packet up to `end` and how often its numbers began anew, which is written behind it (RFC 3711 section
 * 4.2): there is room, as no tag is shorter.
 */
function authenticate(keys: SessionKeys, bytes: Uint8Array, end: number, rollovers: number): Uint8Array {
  writeUint32(bytes, end, rollovers);
  return createHmac('sha1', keys.authentication)
    .update(bytes.subarray(0, end + 4))
    .digest();
}

/** Where the encrypted part begins: behind sources and extension. Undefined when it is no packet. */
function findHeaderEnd(bytes: Uint8Array, end: number): number | undefined {
  if (end < rtpHeaderBytes || bytes[0]! >> 6 !== 2) return undefined;
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
