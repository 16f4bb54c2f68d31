import { type Cipheriv, createCipheriv } from 'node:crypto';
import type { SessionKeys } from './derive-keys.ts';

/**
 * AES in counter mode (RFC 3711 section 4.1.1): the octets that packets are combined with, there and back. Those of a
 * row of packets are made at once: a call into the library, and an object of it, per packet would cost more than all of
 * RTP, and collecting the objects would be heard.
 */
export class KeyStream {
  readonly #cipher: Cipheriv;
  readonly #salt: Uint8Array;
  #source = -1;
  #first = -1;
  #row: Uint8Array = new Uint8Array(0);

  constructor({ cipher, salt }: Pick<SessionKeys, 'cipher' | 'salt'>) {
    // Blocks that are counted by us, each encrypted by itself, are the counter mode.
    this.#cipher = createCipheriv('aes-128-ecb', cipher, null).setAutoPadding(false);
    this.#salt = salt;
  }

  /** Encrypts or decrypts `octets` in place. `index`: of up to 48 bits, of a packet of `source`. */
  apply(octets: Uint8Array, source: number, index: number): void {
    if (octets.length > packetOctets) {
      combine(octets, this.#make(source, index, 1, Math.ceil(octets.length / blockOctets)), 0);
      return;
    }
    if (source !== this.#source || index < this.#first || index >= this.#first + rowPackets) {
      this.#row = this.#make(source, index, rowPackets, packetBlocks);
      this.#source = source;
      this.#first = index;
    }
    combine(octets, this.#row, (index - this.#first) * packetOctets);
  }

  #make(source: number, first: number, packets: number, blocks: number): Uint8Array {
    const counters = new Uint8Array(packets * blocks * blockOctets);
    const words = new DataView(counters.buffer);
    for (let at = 0; at < counters.length; at += blockOctets) {
      const index = first + Math.floor(at / blockOctets / blocks);
      counters.set(this.#salt, at);
      words.setUint32(at + 4, words.getUint32(at + 4) ^ source);
      words.setUint32(at + 8, words.getUint32(at + 8) ^ Math.floor(index / 2 ** 16));
      words.setUint16(at + 12, words.getUint16(at + 12) ^ (index % 2 ** 16));
      words.setUint16(at + 14, (at / blockOctets) % blocks);
    }
    return this.#cipher.update(counters);
  }
}

function combine(octets: Uint8Array, stream: Uint8Array, from: number): void {
  for (let at = 0; at < octets.length; at += 1) octets[at]! ^= stream[from + at]!;
}

const blockOctets = 16;
/** 20 ms of our codecs. Longer packets, and reports, are made one by one. */
const packetBlocks = 10;
const packetOctets = packetBlocks * blockOctets;
/** Two thirds of a second, in five kilobytes. */
const rowPackets = 32;
