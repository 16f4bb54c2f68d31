import type { CallRateHz } from '@parley/engine/interfaces/media-stream';
import type { CodecName } from '../media-messages.ts';
import { createEncoder, type PayloadEncoder } from './codecs.ts';
import { DigitSender, writeEvent } from './digit-sender.ts';
import type { SentFigures } from './rtcp-session.ts';
import { rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import type { LegWire } from './sockets/leg-wire.ts';

/**
 * The sending side of a leg. Every tick makes one packet: the agent's audio, silence where there is none (so that
 * address translators and the far end's timeout see a living stream), or a touch-tone. Each tick is sent at once.
 */
export class RtpSender {
  readonly figures: SentFigures;
  readonly #wire: LegWire;
  readonly #rateHz: CallRateHz;
  readonly #digits = new DigitSender();
  readonly #silence: Int16Array;
  /** Packets take turns, in case the system keeps one for a moment. */
  readonly #packets: readonly SendBuffer[] = Array.from({ length: 2 }, createSendBuffer);
  readonly #header: {
    payloadType: number;
    hasMarker: boolean;
    sequence: number;
    timestamp: number;
    source: number;
  };
  #turn = 0;
  #codec: CodecName;
  #payloadType: number;
  #encode: PayloadEncoder;
  #eventPayloadType: number | null = null;
  #isMuted = false;
  /** RFC 3551 section 4.1: the marker tells the first packet after a pause. */
  #isFirst = true;
  #timestamp: number;
  /** NaN before the first tick. */
  #lastTickMs = Number.NaN;

  constructor(options: {
    wire: LegWire;
    rateHz: CallRateHz;
    codec: { name: CodecName; payloadType: number };
    random: () => number;
  }) {
    this.#wire = options.wire;
    this.#rateHz = options.rateHz;
    this.#codec = options.codec.name;
    this.#payloadType = options.codec.payloadType;
    this.#encode = createEncoder(options.codec.name, options.rateHz);
    this.#silence = new Int16Array(options.rateHz / 50);
    // Section 5.1 of RFC 3550: all three begin anywhere.
    const source = Math.floor(options.random() * 2 ** 32);
    this.#timestamp = Math.floor(options.random() * 2 ** 32);
    this.#header = {
      payloadType: this.#payloadType,
      hasMarker: false,
      // Of the lower half, so that who misses the first packets of an encrypted call still knows how often the numbers
      // have begun anew (RFC 3711 section 3.3.1).
      sequence: Math.floor(options.random() * 2 ** 15),
      timestamp: this.#timestamp,
      source,
    };
    this.figures = { source, timestamp: this.#timestamp, packets: 0, octets: 0 };
  }

  setCodec(codec: { name: CodecName; payloadType: number }, eventPayloadType: number | null): void {
    this.#eventPayloadType = eventPayloadType;
    this.#payloadType = codec.payloadType;
    if (codec.name === this.#codec) return;
    this.#codec = codec.name;
    this.#encode = createEncoder(codec.name, this.#rateHz);
  }

  /** Whether the far end wants nothing from us (hold). Time goes on. */
  setMuted(isMuted: boolean): void {
    if (this.#isMuted && !isMuted) this.#isFirst = true;
    this.#isMuted = isMuted;
  }

  sendDigits(digits: string): void {
    this.#digits.send(digits);
  }

  /** One tick: 20 ms of the stream's rate, or null for silence. */
  tick(frame: Int16Array | null, nowMs: number): void {
    this.#passMissedTicks(nowMs);
    const step = this.#digits.takeStep({
      canSendEvents: this.#eventPayloadType !== null,
      rateHz: this.#rateHz,
    });
    if (step?.kind === 'event') {
      const packet = this.#takePacket();
      writeEvent(packet.bytes, rtpHeaderBytes, step);
      this.#send(packet.event, {
        payloadType: this.#eventPayloadType ?? this.#payloadType,
        hasMarker: step.ticksBefore === 0,
        timestamp: (this.#timestamp - step.ticksBefore * frameUnits) >>> 0,
      });
      this.#isFirst = true;
    } else {
      const packet = this.#takePacket();
      this.#encode((step ? step.samples : this.#fitting(frame)) ?? this.#silence, packet.payload);
      this.#send(packet.bytes, {
        payloadType: this.#payloadType,
        hasMarker: this.#isFirst,
        timestamp: this.#timestamp,
      });
      this.#isFirst = false;
    }
    this.#timestamp = (this.#timestamp + frameUnits) >>> 0;
    this.figures.timestamp = this.#timestamp;
  }

  /** A frame of another length would leave old octets in the packet. */
  #fitting(frame: Int16Array | null): Int16Array | null {
    return frame !== null && frame.length === this.#silence.length ? frame : null;
  }

  /** The timestamp follows the clock when the owner's ticks paused, so that the far end sees a pause, not a delay. */
  #passMissedTicks(nowMs: number): void {
    const missed = Math.floor((nowMs - this.#lastTickMs - frameMs) / frameMs);
    if (missed >= pauseTicks) {
      this.#timestamp = (this.#timestamp + missed * frameUnits) >>> 0;
      this.#isFirst = true;
    }
    this.#lastTickMs = nowMs;
  }

  #takePacket(): SendBuffer {
    this.#turn = 1 - this.#turn;
    return this.#packets[this.#turn]!;
  }

  #send(bytes: Uint8Array, fields: { payloadType: number; hasMarker: boolean; timestamp: number }): void {
    if (this.#isMuted) return;
    const header = this.#header;
    header.payloadType = fields.payloadType;
    header.hasMarker = fields.hasMarker;
    header.timestamp = fields.timestamp;
    writeRtpHeader(bytes, header);
    if (!this.#wire.send(bytes)) return;
    header.sequence = (header.sequence + 1) & 0xffff;
    this.figures.packets += 1;
    this.figures.octets = (this.figures.octets + bytes.length - rtpHeaderBytes) >>> 0;
  }
}

type SendBuffer = { bytes: Uint8Array; payload: Uint8Array; event: Uint8Array };

function createSendBuffer(): SendBuffer {
  const bytes = new Uint8Array(rtpHeaderBytes + frameUnits);
  return { bytes, payload: bytes.subarray(rtpHeaderBytes), event: bytes.subarray(0, rtpHeaderBytes + 4) };
}

const frameMs = 20;
/** 20 ms of an RTP clock of 8000, and the octets of all our codecs. */
const frameUnits = 160;
/** Fewer missed ticks are jitter of the ticker. */
const pauseTicks = 4;
