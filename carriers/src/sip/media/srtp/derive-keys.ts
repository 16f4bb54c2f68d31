import { createCipheriv } from 'node:crypto';
import { srtpMasterBytes } from '../../media-messages.ts';

/** What protects the packets of one direction. */
export type SessionKeys = { cipher: Uint8Array; authentication: Uint8Array; salt: Uint8Array };

const masterKeyBytes = 16;

/** Labels of what is derived (RFC 3711 section 4.3.1). */
const labels = {
  rtp: { cipher: 0, authentication: 1, salt: 2 },
  rtcp: { cipher: 3, authentication: 4, salt: 5 },
} as const;

/**
 * Derives the keys of one direction from its master key and salt, once for the whole call (RFC 3711 section 4.3, with a
 * key derivation rate of 0). Throws a RangeError when `master` has not the 30 octets.
 */
export function deriveKeys(master: Uint8Array, kind: keyof typeof labels): SessionKeys {
  if (master.length !== srtpMasterBytes) {
    throw new RangeError(`A master key with its salt has ${srtpMasterBytes} octets.`);
  }
  const derive = (label: number, length: number) => {
    const start = new Uint8Array(16);
    start.set(master.subarray(masterKeyBytes));
    start[7]! ^= label;
    return encrypt(master.subarray(0, masterKeyBytes), start, new Uint8Array(length));
  };
  const { cipher, authentication, salt } = labels[kind];
  return {
    cipher: derive(cipher, 16),
    authentication: derive(authentication, 20),
    salt: derive(salt, 14),
  };
}

/** AES in counter mode (RFC 3711 section 4.1.1): the same way there and back. */
export function encrypt(key: Uint8Array, start: Uint8Array, octets: Uint8Array): Uint8Array {
  return createCipheriv('aes-128-ctr', key, start).update(octets);
}

/** Where the counter starts for a packet (RFC 3711 section 4.1.1); `index` is of up to 48 bits. Valid until the next. */
export function counterStart(salt: Uint8Array, source: number, index: number): Uint8Array {
  start.set(salt);
  words.setUint32(4, words.getUint32(4) ^ source);
  words.setUint32(8, words.getUint32(8) ^ Math.floor(index / 2 ** 16));
  words.setUint16(12, words.getUint16(12) ^ (index % 2 ** 16));
  return start;
}

/** 14 octets of salt, and two that count the blocks. */
const start = new Uint8Array(16);
const words = new DataView(start.buffer);
