import type { SrtpKeys, SrtpSuite } from '../../media-messages.ts';
import { SrtcpReceiver, SrtcpSender } from './srtcp-packets.ts';
import { SrtpReceiver, SrtpSender } from './srtp-packets.ts';

/** Octets that prove a packet of audio (RFC 4568 section 6.2). */
const tagBytes: Record<SrtpSuite, number> = { AES_CM_128_HMAC_SHA1_80: 10, AES_CM_128_HMAC_SHA1_32: 4 };

/** Both directions of an encrypted leg, by the keys that its descriptions told (RFC 3711, RFC 4568). */
export class SrtpSession {
  readonly #sending: { id: string; audio: SrtpSender; reports: SrtcpSender };
  readonly #receiving: { id: string; audio: SrtpReceiver; reports: SrtcpReceiver };

  /** `before`: what stood until now. A direction whose key stays goes on counting. */
  constructor({ suite, sendKey, receiveKey }: SrtpKeys, before: SrtpSession | null) {
    const [sent, received] = before ? [before.#sending, before.#receiving] : [];
    const [sendId, receiveId] = [`${suite} ${sendKey}`, `${suite} ${receiveKey}`];
    if (sent?.id === sendId) this.#sending = sent;
    else {
      const master = Buffer.from(sendKey, 'base64');
      const audio = new SrtpSender(master, tagBytes[suite]);
      this.#sending = { id: sendId, audio, reports: new SrtcpSender(master) };
    }
    if (received?.id === receiveId) this.#receiving = received;
    else {
      const master = Buffer.from(receiveKey, 'base64');
      const audio = new SrtpReceiver(master, tagBytes[suite], received?.audio);
      this.#receiving = { id: receiveId, audio, reports: new SrtcpReceiver(master) };
    }
  }

  protect(packet: Uint8Array): Uint8Array {
    return this.#sending.audio.protect(packet);
  }

  unprotect(bytes: Uint8Array): Uint8Array | null {
    return this.#receiving.audio.unprotect(bytes);
  }

  protectReport(report: Uint8Array): Uint8Array {
    return this.#sending.reports.protect(report);
  }

  unprotectReport(bytes: Uint8Array): Uint8Array | null {
    return this.#receiving.reports.unprotect(bytes);
  }
}
