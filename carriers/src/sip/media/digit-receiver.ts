import { readUint16 } from './rtp-packet.ts';

/**
 * Telephone events of the far end (RFC 4733 section 2.3): one digit per event, told at its end, or when the next event
 * begins or its packets stop, should the end have been lost. The packets of an event share its timestamp.
 */
export class DigitReceiver {
  readonly #onDigit: (digit: string) => void;
  #hasEvent = false;
  #timestamp = 0;
  #event = -1;
  #duration = 0;
  #isOpen = false;
  #lastAtMs = 0;

  constructor(onDigit: (digit: string) => void) {
    this.#onDigit = onDigit;
  }

  /** A packet of the telephone-event type; short ones are ignored. */
  onPacket(
    bytes: Uint8Array,
    packet: { start: number; end: number; timestamp: number; hasMarker: boolean },
    nowMs: number,
  ): void {
    if (packet.end - packet.start < eventBytes) return;
    const event = bytes[packet.start]!;
    const isEnd = (bytes[packet.start + 1]! & 0x80) !== 0;
    const duration = readUint16(bytes, packet.start + 2);
    const ahead = this.#hasEvent ? (packet.timestamp - this.#timestamp) | 0 : 1;
    // A packet of an earlier event, overtaken on its way; a leap is a new source.
    if (ahead < 0 && ahead > -overtakenUnits) return;
    if (ahead !== 0) {
      if (this.#isSegment({ event, ahead, hasMarker: packet.hasMarker })) this.#timestamp = packet.timestamp;
      else this.#begin(event, packet.timestamp);
    } else if (event !== this.#event) return;
    this.#duration = duration;
    this.#lastAtMs = nowMs;
    if (isEnd) this.#finish();
  }

  /** To be called at every tick: ends an event whose last packets were lost. */
  onTick(nowMs: number): void {
    if (this.#isOpen && nowMs - this.#lastAtMs > silentMs) this.#finish();
  }

  /** A long event goes on under a new timestamp (section 2.5.1.3); some senders renew it with each packet. */
  #isSegment(next: { event: number; ahead: number; hasMarker: boolean }): boolean {
    return (
      this.#isOpen &&
      !next.hasMarker &&
      next.event === this.#event &&
      next.ahead > 0 &&
      next.ahead <= this.#duration + segmentSlackUnits
    );
  }

  #begin(event: number, timestamp: number): void {
    this.#finish();
    this.#hasEvent = true;
    this.#timestamp = timestamp;
    this.#event = event;
    this.#isOpen = true;
  }

  #finish(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const digit = eventDigits[this.#event];
    if (digit !== undefined) this.#onDigit(digit);
  }
}

/** Events 0 to 15 (RFC 4733 section 3.2). */
export const eventDigits = '0123456789*#ABCD';

const eventBytes = 4;
/** 10 s: older than this is no overtaken packet. */
const overtakenUnits = 80_000;
/** 20 ms: less than the shortest pause between two digits (40 ms, ITU-T Q.24). */
const segmentSlackUnits = 160;
/** Senders repeat an event every 20 to 50 ms; four of the slowest are lost by then. */
const silentMs = 200;
