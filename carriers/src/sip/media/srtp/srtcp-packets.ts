import { timingSafeEqual } from 'node:crypto';
import { readUint32, writeUint32 } from '../rtp-packet.ts';
import { Authenticator } from './authenticate.ts';
import { deriveKeys } from './derive-keys.ts';
import { KeyStream } from './key-stream.ts';

/** Encrypts our reports (RFC 3711 section 3.4). */
export class SrtcpSender {
  readonly #stream: KeyStream;
  readonly #authenticator: Authenticator;
  #index = 0;

  constructor(master: Uint8Array) {
    const keys = deriveKeys(master, 'rtcp');
    this.#stream = new KeyStream(keys);
    this.#authenticator = new Authenticator(keys.authentication);
  }

  protect(report: Uint8Array): Uint8Array {
    this.#index = (this.#index + 1) % indexes;
    const end = report.length + indexBytes;
    const out = new Uint8Array(end + tagBytes);
    out.set(report);
    this.#stream.apply(out.subarray(clearBytes, report.length), readUint32(report, 4), this.#index);
    writeUint32(out, report.length, (encryptedFlag | this.#index) >>> 0);
    out.set(this.#authenticator.over(out, end).subarray(0, tagBytes), end);
    return out;
  }
}

/** Decrypts reports of the far end. One that comes out of order is left out: the next tells more. */
export class SrtcpReceiver {
  readonly #stream: KeyStream;
  readonly #authenticator: Authenticator;
  #highest = -1;

  constructor(master: Uint8Array) {
    const keys = deriveKeys(master, 'rtcp');
    this.#stream = new KeyStream(keys);
    this.#authenticator = new Authenticator(keys.authentication);
  }

  /** The report, decrypted in place; null for what is not of the far end. */
  unprotect(bytes: Uint8Array): Uint8Array | null {
    const end = bytes.length - tagBytes;
    const reportEnd = end - indexBytes;
    if (reportEnd < clearBytes || bytes.length > mostBytes) return null;
    const word = readUint32(bytes, reportEnd);
    const index = word % indexes;
    if (index <= this.#highest) return null;
    const tag = this.#authenticator.over(bytes, end).subarray(0, tagBytes);
    if (!timingSafeEqual(tag, bytes.subarray(end))) return null;
    this.#highest = index;
    const source = readUint32(bytes, 4);
    if (word >= encryptedFlag) this.#stream.apply(bytes.subarray(clearBytes, reportEnd), source, index);
    return bytes.subarray(0, reportEnd);
  }
}

/** Header and source are read before anything is decrypted. */
const clearBytes = 8;
const indexBytes = 4;
/** For both suites (RFC 4568 section 6.2.2). */
const tagBytes = 10;
const encryptedFlag = 2 ** 31;
const indexes = 2 ** 31;
/** Longer than any report. */
const mostBytes = 2048;
