import { createHmac, timingSafeEqual } from 'node:crypto';
import { readUint32, writeUint32 } from '../rtp-packet.ts';
import { counterStart, deriveKeys, encrypt, type SessionKeys } from './derive-keys.ts';

/** Encrypts our reports (RFC 3711 section 3.4). */
export class SrtcpSender {
  readonly #keys: SessionKeys;
  #index = 0;

  constructor(master: Uint8Array) {
    this.#keys = deriveKeys(master, 'rtcp');
  }

  protect(report: Uint8Array): Uint8Array {
    this.#index = (this.#index + 1) % indexes;
    const out = new Uint8Array(report.length + indexBytes + tagBytes);
    out.set(report.subarray(0, clearBytes));
    const start = counterStart(this.#keys.salt, readUint32(report, 4), this.#index);
    out.set(encrypt(this.#keys.cipher, start, report.subarray(clearBytes)), clearBytes);
    const end = report.length + indexBytes;
    writeUint32(out, report.length, (encryptedFlag | this.#index) >>> 0);
    out.set(authenticate(this.#keys, out.subarray(0, end)), end);
    return out;
  }
}

/** Decrypts reports of the far end. One that comes out of order is left out: the next tells more. */
export class SrtcpReceiver {
  readonly #keys: SessionKeys;
  #highest = -1;

  constructor(master: Uint8Array) {
    this.#keys = deriveKeys(master, 'rtcp');
  }

  /** The report, decrypted in place; null for what is not of the far end. */
  unprotect(bytes: Uint8Array): Uint8Array | null {
    const end = bytes.length - tagBytes;
    const reportEnd = end - indexBytes;
    if (reportEnd < clearBytes) return null;
    const word = readUint32(bytes, reportEnd);
    const index = word % indexes;
    if (index <= this.#highest) return null;
    if (!timingSafeEqual(authenticate(this.#keys, bytes.subarray(0, end)), bytes.subarray(end))) return null;
    this.#highest = index;
    if (word >= encryptedFlag) {
      const start = counterStart(this.#keys.salt, readUint32(bytes, 4), index);
      bytes.set(encrypt(this.#keys.cipher, start, bytes.subarray(clearBytes, reportEnd)), clearBytes);
    }
    return bytes.subarray(0, reportEnd);
  }
}

function authenticate(keys: SessionKeys, bytes: Uint8Array): Uint8Array {
  return createHmac('sha1', keys.authentication).update(bytes).digest().subarray(0, tagBytes);
}

/** Header and source are read before anything is decrypted. */
const clearBytes = 8;
const indexBytes = 4;
/** For both suites (RFC 4568 section 6.2.2). */
const tagBytes = 10;
const encryptedFlag = 2 ** 31;
const indexes = 2 ** 31;
