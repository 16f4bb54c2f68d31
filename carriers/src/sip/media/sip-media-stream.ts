import type { CallRateHz, MediaEvent, MediaStream } from '@parley/engine/interfaces/media-stream';
import type { CodecName, MediaDirection, MediaSignal, RemoteMedia } from '../media-messages.ts';
import { codecRateHz, createDecoder, type PayloadDecoder, staticPayloadTypes } from './codecs.ts';
import { DigitReceiver } from './digit-receiver.ts';
import { Playout } from './playout.ts';
import { ReceiveStatistics } from './receive-statistics.ts';
import { RtcpSession } from './rtcp-session.ts';
import { createRtpPacket, isRtcp, parseRtp } from './rtp-packet.ts';
import { RtpSender } from './rtp-sender.ts';
import { LegWire } from './sockets/leg-wire.ts';
import type { PortPair } from './sockets/port-pairs.ts';
import type { DatagramSource } from './sockets/rtp-socket.ts';
import { SourceLatch } from './source-latch.ts';
import { SrtpSession } from './srtp/srtp-session.ts';

/** What the media half takes from the world; tests turn the clock. */
export type MediaWorld = {
  /** Monotonic. */
  nowMs(): number;
  /** Since 1970. */
  wallMs(): number;
  /** From 0 up to 1. */
  random(): number;
};

/**
 * The audio of one leg over RTP. All that needs time (timeouts, reports, lost ends of digits) happens in `read`, so a
 * stream keeps no timer.
 */
export class SipMediaStream implements MediaStream {
  readonly sampleRateHz: CallRateHz;
  readonly #pair: PortPair;
  readonly #world: MediaWorld;
  readonly #onTimeout: () => void;
  readonly #latch = new SourceLatch();
  readonly #wire: LegWire;
  readonly #statistics = new ReceiveStatistics();
  readonly #decoders = new Map<number, PayloadDecoder>();
  readonly #playout: Playout;
  readonly #sender: RtpSender;
  readonly #rtcp: RtcpSession;
  readonly #digits: DigitReceiver;
  readonly #packet = createRtpPacket();
  readonly #isIpv6: boolean;
  readonly #silence: Int16Array;
  #events: MediaEvent[] = [];
  #eventPayloadType: number | null = null;
  #direction: MediaDirection = 'sendrecv';
  #isEncrypted: boolean;
  /** Null while the audio is not encrypted, or its keys are not known. */
  #srtp: SrtpSession | null = null;
  #rtcpPort = 0;
  #controlPort = 0;
  /** Since when silence of the far end counts; NaN while it may be silent (a number with each packet, not an object). */
  #expectsSinceMs = Number.NaN;
  #isLost = false;
  #isClosed = false;
  #lastDigit = { digit: '', way: '', atMs: Number.NEGATIVE_INFINITY };

  constructor(options: {
    pair: PortPair;
    localAddress: string;
    codec: { name: CodecName; payloadType: number };
    isEncrypted: boolean;
    world: MediaWorld;
    onTimeout: () => void;
  }) {
    const { pair, world, codec } = options;
    this.sampleRateHz = codecRateHz[codec.name];
    this.#pair = pair;
    this.#world = world;
    this.#onTimeout = options.onTimeout;
    this.#isEncrypted = options.isEncrypted;
    this.#isIpv6 = options.localAddress.includes(':');
    this.#silence = new Int16Array(this.sampleRateHz / 50);
    for (const name of ['PCMU', 'PCMA', 'G722'] as const) {
      this.#decoders.set(staticPayloadTypes[name], createDecoder(name, this.sampleRateHz));
    }
    this.#playout = new Playout({ rateHz: this.sampleRateHz, decoders: this.#decoders });
    this.#wire = new LegWire({ socket: pair.rtp, latch: this.#latch, isIpv6: this.#isIpv6 });
    this.#sender = new RtpSender({
      wire: this.#wire,
      rateHz: this.sampleRateHz,
      codec,
      random: world.random,
    });
    const nowMs = world.nowMs();
    this.#rtcp = new RtcpSession({
      statistics: this.#statistics,
      sent: this.#sender.figures,
      // RFC 7022 section 4.2: a canonical name is short-lived, random and says nothing about the host.
      name: Math.floor(world.random() * 2 ** 48).toString(36),
      nowMs,
      wallMs: world.wallMs(),
      random: world.random,
    });
    this.#digits = new DigitReceiver((digit) => this.#addDigit(digit, 'event'));
    pair.rtp.onDatagram((bytes, from, ageMs) => this.#onRtp(bytes, from, ageMs));
    pair.rtcp.on('message', (bytes, from) => this.#onRtcp(bytes, from));
  }

  read(): Int16Array {
    if (this.#isClosed) return this.#silence;
    this.#receive();
    const nowMs = this.#world.nowMs();
    this.#digits.onTick(nowMs);
    this.#watch(nowMs);
    const report = this.#rtcp.takeDue(nowMs);
    if (report) this.#sendControl(report);
    return this.#playout.read(nowMs);
  }

  write(frame: Int16Array | null): void {
    if (!this.#isClosed) this.#sender.tick(frame, this.#world.nowMs());
  }

  sendDigits(digits: string): void {
    if (!this.#isClosed) this.#sender.sendDigits(digits);
  }

  takeEvents(): readonly MediaEvent[] {
    if (this.#events.length === 0) return noEvents;
    const events = this.#events;
    this.#events = [];
    return events;
  }

  /** The far end answered, moved, changed its codec or its direction. The rate of the stream stays. */
  setRemote(remote: RemoteMedia): void {
    if (this.#isClosed) return;
    this.#receive();
    if (remote.srtp) {
      this.#isEncrypted = true;
      this.#srtp = new SrtpSession(remote.srtp, this.#srtp);
      this.#wire.encryptBy(this.#srtp);
    }
    this.#latch.setSignalled(remote.address, remote.port);
    this.#wire.follow();
    this.#rtcpPort = remote.rtcpPort ?? remote.port + 1;
    this.#controlPort = 0;
    this.#eventPayloadType = remote.telephoneEventPayloadType;
    this.#sender.setCodec(remote.codec, remote.telephoneEventPayloadType);
    const { name, payloadType } = remote.codec;
    if (payloadType !== staticPayloadTypes[name]) {
      this.#decoders.set(payloadType, createDecoder(name, this.sampleRateHz));
    }
    this.setDirection(remote.direction);
  }

  setDirection(direction: MediaDirection): void {
    if (this.#isClosed) return;
    const wasHeld = isHeld(this.#direction);
    this.#direction = direction;
    this.#expectsSinceMs = Number.NaN;
    this.#sender.setMuted(isHeld(direction));
    if (isHeld(direction) !== wasHeld) this.#addEvent({ type: wasHeld ? 'resumed' : 'held' });
  }

  /** Touch-tones that came outside of the audio, by SIP INFO. */
  addDigits(digits: string): void {
    for (const digit of digits) this.#addDigit(digit, 'info');
  }

  /** What is told about the leg at its end. */
  get figures(): MediaSignal & { kind: 'statistics' } {
    return {
      kind: 'statistics',
      packetsSent: this.#sender.figures.packets,
      packetsReceived: this.#statistics.packetsReceived,
      packetsLost: this.#statistics.packetsLost,
      jitterMs: this.#statistics.jitter / 8,
      roundTripMs: this.#rtcp.roundTripMs,
    };
  }

  close(): void {
    if (this.#isClosed) return;
    this.#receive();
    this.#isClosed = true;
    const goodbye = this.#rtcp.takeGoodbye(this.#world.nowMs());
    if (goodbye) this.#sendControl(goodbye);
    this.#pair.close();
  }

  /** What has come is heard before anything changes. */
  #receive(): void {
    this.#pair.rtp.poll(this.#world.wallMs());
  }

  #onRtp(bytes: Uint8Array, from: DatagramSource, ageMs: number): void {
    if (this.#isClosed) return;
    if (isRtcp(bytes)) {
      this.#onRtcp(bytes, from);
      return;
    }
    const plain = this.#isEncrypted ? this.#srtp?.unprotect(bytes) : bytes;
    const packet = this.#packet;
    if (!plain || !parseRtp(plain, packet)) return;
    const isEvent = packet.payloadType === this.#eventPayloadType;
    const isAudio = !isEvent && this.#decoders.has(packet.payloadType);
    if (!isEvent && !isAudio && packet.payloadType !== staticPayloadTypes.comfortNoise) return;
    if (!this.#latch.accept(from.address, from.port)) return;
    this.#wire.follow();
    const nowMs = this.#world.nowMs() - ageMs;
    if (!Number.isNaN(this.#expectsSinceMs)) this.#expectsSinceMs = nowMs;
    this.#statistics.onPacket(packet, { ms: nowMs, isAudio });
    this.#playout.put(packet, plain, nowMs);
    if (isEvent) this.#digits.onPacket(plain, packet, nowMs);
  }

  #onRtcp(bytes: Uint8Array, from: DatagramSource): void {
    if (this.#isClosed || !this.#latch.acceptsControl(from.address)) return;
    const nowMs = this.#world.nowMs();
    const plain = this.#isEncrypted ? this.#srtp?.unprotectReport(bytes) : bytes;
    if (!plain || !this.#rtcp.onDatagram(plain, nowMs)) return;
    // Symmetric RTCP (RFC 4961), unless it came multiplexed (RFC 5761).
    if (from.port !== this.#latch.port) this.#controlPort = from.port;
    if (!Number.isNaN(this.#expectsSinceMs)) this.#expectsSinceMs = nowMs;
  }

  #sendControl(bytes: Uint8Array): void {
    const port = this.#controlPort || this.#rtcpPort;
    const { address } = this.#latch;
    if (port === 0 || port > 65_535 || address === '' || address.includes(':') !== this.#isIpv6) return;
    const out = this.#isEncrypted ? this.#srtp?.protectReport(bytes) : bytes;
    if (out) this.#pair.rtcp.send(out, port, address, () => {});
  }

  /** A far end that should send and does not is gone. Silence counts from the first tick of the owner. */
  #watch(nowMs: number): void {
    if (this.#isLost) return;
    if (this.#direction !== 'sendrecv') return;
    if (Number.isNaN(this.#expectsSinceMs)) this.#expectsSinceMs = nowMs;
    if (nowMs - this.#expectsSinceMs < timeoutMs) return;
    this.#isLost = true;
    this.#addEvent({ type: 'lost' });
    this.#onTimeout();
  }

  /** Some phones send a digit both as an event and by INFO: the second of these is left out. */
  #addDigit(digit: string, way: string): void {
    const atMs = this.#world.nowMs();
    const last = this.#lastDigit;
    const isEcho = digit === last.digit && way !== last.way && atMs - last.atMs < echoMs;
    this.#lastDigit = { digit: isEcho ? '' : digit, way, atMs };
    if (!isEcho) this.#addEvent({ type: 'digit', digit });
  }

  #addEvent(event: MediaEvent): void {
    if (this.#events.length < mostEvents) this.#events.push(event);
  }
}

/** We must not send: the far end has put us on hold (RFC 3264 section 8.4). It may still send music. */
function isHeld(direction: MediaDirection): boolean {
  return direction === 'recvonly' || direction === 'inactive';
}

const noEvents: readonly MediaEvent[] = [];
/** Nobody takes events before the owner's first tick; a peer may not fill our memory meanwhile. */
const mostEvents = 64;
const timeoutMs = 30_000;
const echoMs = 500;
