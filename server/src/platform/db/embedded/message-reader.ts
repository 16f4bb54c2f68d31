import { Buffer } from 'node:buffer';
import { headerBytes, maxMessageBytes } from './wire-messages.ts';

/** What came from a client could not be read; the connection has to end. */
export class WireError extends Error {}

/**
 * Puts a client's bytes together into whole messages. The first message has no type byte; an answered
 * SSLRequest is followed by another first message, so the session says when the startup is over.
 */
export class MessageReader {
  #parts: Buffer[] = [];
  #length = 0;
  #isStarted = false;

  push(bytes: Buffer): void {
    this.#parts.push(bytes);
    this.#length += bytes.length;
  }

  /** From here on messages carry a type byte. */
  startMessages(): void {
    this.#isStarted = true;
  }

  /** The next whole message, or undefined until more bytes come. Throws WireError on a senseless length. */
  next(): Buffer | undefined {
    const lengthOffset = this.#isStarted ? 1 : 0;
    if (this.#length < lengthOffset + 4) return undefined;
    const start = this.#joined(headerBytes);
    const length = start.readUInt32BE(lengthOffset);
    // 10,000 bytes is PostgreSQL's own limit for a startup packet (MAX_STARTUP_PACKET_LENGTH).
    if (length < 4 || length > (this.#isStarted ? maxMessageBytes : 10_000)) {
      throw new WireError(`invalid message length ${length}`);
    }
    const total = lengthOffset + length;
    if (this.#length < total) return undefined;
    const bytes = this.#joined(total);
    const rest = bytes.subarray(total);
    this.#parts = rest.length > 0 ? [rest, ...this.#parts.slice(1)] : this.#parts.slice(1);
    this.#length -= total;
    return bytes.subarray(0, total);
  }

  /** The first part, made to hold at least `wanted` bytes where as many have come. */
  #joined(wanted: number): Buffer {
    const first = this.#parts[0];
    if (first !== undefined && (first.length >= wanted || this.#parts.length === 1)) return first;
    const joined = Buffer.concat(this.#parts);
    this.#parts = [joined];
    return joined;
  }
}
