import { hash } from 'node:crypto';

/**
 * HMAC with SHA-1 (RFC 2104) under one key, by which packets are proved (RFC 3711 section 4.2.1). Both its hashes are
 * taken in one call each: the library's own HMAC is an object per packet, whose collection would be heard.
 */
export class Authenticator {
  readonly #inner = new Uint8Array(blockOctets + mostOctets);
  readonly #outer = new Uint8Array(blockOctets + digestOctets);

  constructor(key: Uint8Array) {
    for (let at = 0; at < blockOctets; at += 1) {
      const octet = key[at] ?? 0;
      this.#inner[at] = octet ^ 0x36;
      this.#outer[at] = octet ^ 0x5c;
    }
  }

  /** The 20 octets over the first `length` of `bytes`, at most 2,048; followed by four of `tail` where it is given. */
  over(bytes: Uint8Array, length: number, tail?: number): Uint8Array {
    const inner = this.#inner;
    let end = blockOctets + length;
    for (let at = 0; at < length; at += 1) inner[blockOctets + at] = bytes[at]!;
    if (tail !== undefined) {
      inner[end] = tail >>> 24;
      inner[end + 1] = tail >>> 16;
      inner[end + 2] = tail >>> 8;
      inner[end + 3] = tail;
      end += 4;
    }
    this.#outer.set(hash('sha1', inner.subarray(0, end), 'buffer'), blockOctets);
    return hash('sha1', this.#outer, 'buffer');
  }
}

const blockOctets = 64;
const digestOctets = 20;
/** No datagram of a call is longer; the four of the tail beside it. */
const mostOctets = 2048 + 4;
