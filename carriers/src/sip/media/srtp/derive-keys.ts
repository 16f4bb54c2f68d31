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
    const key = master.subarray(0, masterKeyBytes);
    return createCipheriv('aes-128-ctr', key, start).update(new Uint8Array(length));
  };
  const { cipher, authentication, salt } = labels[kind];
  return {
    cipher: derive(cipher, 16),
    authentication: derive(authentication, 20),
    salt: derive(salt, 14),
  };
}
