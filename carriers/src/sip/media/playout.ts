import type { CallRateHz } from '@parley/engine/interfaces/media-stream';
import { type PayloadDecoder, staticPayloadTypes } from './codecs.ts';
import { Concealment } from './concealment.ts';
import { DelayTarget } from './delay-target.ts';
import { type BufferedPacket, PacketBuffer, type PutOutcome } from './packet-buffer.ts';
import type { RtpPacket } from './rtp-packet.ts';

/**
 * The jitter buffer: packets go in as they come, 20 ms frames come out at the owner's tick. Adapts the delay between
 * both (see `DelayTarget`) by leaving out or adding a frame where it is quiet, fills gaps, and takes a sender that
 * pauses in silence for what it is. Timestamps count in units of 1/8000 s.
 */
export class Playout {
  readonly #rateHz: CallRateHz;
  readonly #buffer = new PacketBuffer();
  readonly #delay = new DelayTarget();
  readonly #concealment: Concealment;
  /** Payload type to decoder; absent: the packet has a place in the sequence, and no sound. */
  readonly #decoders: Map<number, PayloadDecoder>;
  /** History for concealment, the frame handed out at `#history`, then what is decoded beyond it. */
  readonly #line: Int16Array;
  readonly #frame: Int16Array;
  readonly #history: number;
  #end: number;
  #isHandedOut = false;
  #isRunning = false;
  /** Timestamp of the next sample to decode. */
  #decodedTo = 0;
  #quietLevel = 0;
  #framesTooLate = 0;
  #framesSinceChange = 0;

  constructor(options: { rateHz: CallRateHz; decoders: Map<number, PayloadDecoder> }) {
    this.#rateHz = options.rateHz;
    this.#decoders = options.decoders;
    this.#concealment = new Concealment(options.rateHz);
    this.#history = Concealment.historySamples(options.rateHz);
    const frame = options.rateHz / 50;
    this.#line = new Int16Array(this.#history + 3 * frame + (longestPayloadBytes * options.rateHz) / 8000);
    this.#frame = this.#line.subarray(this.#history, this.#history + frame);
    this.#end = this.#history;
  }

  /** The delay it aims for, in ms. */
  get targetMs(): number {
    return this.#delay.targetMs;
  }

  /** Takes an audio, comfort noise or event packet; payloads beyond 120 ms are no sound. */
  put(packet: RtpPacket, bytes: Uint8Array, arrivalMs: number): PutOutcome {
    const outcome = this.#buffer.put(packet, bytes, arrivalMs);
    const hasTime = outcome === 'stored' || outcome === 'late';
    if (hasTime && this.#decoders.has(packet.payloadType)) {
      this.#delay.onPacket(arrivalMs, this.#buffer.lastTimestamp);
    }
    return outcome;
  }

  /** The 20 ms due now. The array is reused. */
  read(nowMs: number): Int16Array {
    const frame = this.#frame.length;
    if (this.#isHandedOut) this.#shift(frame);
    this.#isHandedOut = true;
    if (!this.#isRunning) this.#start(nowMs);
    if (!this.#isRunning) {
      this.#line.fill(0, this.#end, this.#history + frame);
      this.#end = this.#history + frame;
      return this.#frame;
    }
    this.#skipBacklog();
    this.#fill(nowMs);
    if (this.#isRunning) this.#keepDelay(nowMs);
    return this.#frame;
  }

  #start(nowMs: number): void {
    const first = this.#buffer.findFirst();
    if (!first || nowMs - first.arrivalMs < this.#delay.targetMs - halfFrameMs) return;
    this.#isRunning = true;
    this.#decodedTo = first.timestamp;
    this.#concealment.rest();
  }

  /** After a stall of ours, a burst or a leap of the sender's timestamps: goes on with the newest. */
  #skipBacklog(): void {
    const buffer = this.#buffer;
    const longest = (this.#delay.targetMs + backlogMs) * 8;
    if (buffer.newestTimestamp - this.#decodedTo <= longest) return;
    const resumeAt = buffer.newestTimestamp - this.#delay.targetMs * 8;
    let first = buffer.findFirst();
    while (first && first.timestamp < resumeAt && buffer.held > 1) {
      buffer.drop(first);
      first = buffer.findFirst();
    }
    if (!first) return;
    this.#decodedTo = first.timestamp;
    this.#concealment.jump(this.#line, this.#end);
  }

  /** Decodes, or makes up, until a frame is there. */
  #fill(nowMs: number): void {
    const enough = this.#history + this.#frame.length;
    while (this.#end < enough) {
      const missing = enough - this.#end;
      const packet = this.#buffer.findFirst();
      if (!packet) {
        this.#makeUp(missing);
        return;
      }
      const decoder = this.#findDecoder(packet);
      if (!decoder) {
        this.#buffer.drop(packet);
        continue;
      }
      const gap = ((packet.timestamp - this.#decodedTo) * this.#rateHz) / 8000;
      if (gap > 0) {
        // Nothing is lost between two packets in sequence: the sender was silent.
        if (!this.#buffer.isAfterGap(packet)) this.#concealment.rest();
        this.#makeUp(Math.min(gap, missing));
      } else {
        // Late, but nothing behind it has been played: better late than never. All that follows waits longer.
        if (gap < 0 && this.#delay.delayOf(packet.timestamp, nowMs) > longestDelayMs) {
          this.#restart(packet, missing);
          return;
        }
        this.#decode(packet, decoder);
      }
    }
  }

  /** The sender's clock stood still, or the line did for long: waits for the usual time before going on. */
  #restart(packet: BufferedPacket, missing: number): void {
    this.#delay.restartWith(packet);
    this.#isRunning = false;
    this.#concealment.rest();
    this.#makeUp(missing);
  }

  /** Undefined for what only has a place in the sequence. */
  #findDecoder(packet: BufferedPacket): PayloadDecoder | undefined {
    // RFC 3389: comfort noise follows; to ears of software it is silence.
    if (packet.payloadType === staticPayloadTypes.comfortNoise) this.#concealment.rest();
    return packet.payload.length > longestPayloadBytes ? undefined : this.#decoders.get(packet.payloadType);
  }

  #decode(packet: BufferedPacket, decoder: PayloadDecoder): void {
    const samples = decoder(packet.payload);
    const line = this.#line;
    const end = this.#end;
    for (let i = 0; i < samples.length; i += 1) line[end + i] = samples[i]!;
    this.#concealment.recover(this.#line, this.#end, samples.length);
    this.#end += samples.length;
    this.#decodedTo = packet.timestamp + packet.payload.length;
    this.#buffer.drop(packet);
  }

  #makeUp(samples: number): void {
    this.#concealment.fill(this.#line, this.#end, samples);
    this.#end += samples;
    this.#decodedTo += (samples * 8000) / this.#rateHz;
  }

  /** Leaves out or adds a frame where that is not heard, so that the delay follows its target and clocks may drift. */
  #keepDelay(nowMs: number): void {
    const isQuiet = this.#isQuiet();
    this.#framesSinceChange += 1;
    const pending = ((this.#end - this.#history) * 8000) / this.#rateHz;
    const excessMs = this.#delay.delayOf(this.#decodedTo - pending, nowMs) - this.#delay.targetMs;
    this.#framesTooLate = excessMs > muchMs ? this.#framesTooLate + 1 : 0;
    const mayChange = this.#framesSinceChange >= framesBetweenChanges;
    if ((excessMs > frameMs && isQuiet && mayChange) || this.#framesTooLate > patientFrames) {
      if (this.#buffer.held > 0) this.#leaveOut(nowMs);
      else this.#decodedTo += frameMs * 8;
    } else if (excessMs < -halfFrameMs && isQuiet && mayChange) this.#addQuiet();
  }

  /** Plays the next frame instead of this one, beginning as this one began. */
  #leaveOut(nowMs: number): void {
    const frame = this.#frame.length;
    const line = this.#line;
    const start = this.#history;
    this.#framesSinceChange = 0;
    this.#framesTooLate = 0;
    const blended = frame >> 2;
    for (let i = 0; i < blended; i += 1) line[start - blended + i] = line[start + i]!;
    line.copyWithin(start, start + frame, this.#end);
    this.#end -= frame;
    this.#fill(nowMs);
    for (let i = 0; i < blended; i += 1) {
      const weight = (i + 1) / (blended + 1);
      line[start + i] = Math.round(line[start - blended + i]! * (1 - weight) + line[start + i]! * weight);
    }
  }

  #addQuiet(): void {
    const frame = this.#frame.length;
    if (this.#end + frame > this.#line.length) return;
    this.#framesSinceChange = 0;
    this.#line.copyWithin(this.#history + frame, this.#history, this.#end);
    this.#line.fill(0, this.#history, this.#history + frame);
    this.#end += frame;
  }

  /** Whether the frame is near the quietest lately heard. */
  #isQuiet(): boolean {
    const frame = this.#frame;
    let sum = 0;
    for (let i = 0; i < frame.length; i += 1) {
      const sample = frame[i]!;
      sum += sample < 0 ? -sample : sample;
    }
    const level = sum / frame.length;
    // Falls at once and doubles in about 7 s, so that it follows the line's noise and not the speech.
    this.#quietLevel = level < this.#quietLevel ? level : this.#quietLevel * 1.002 + 0.02;
    return level <= Math.max(inaudibleLevel, this.#quietLevel * 1.5);
  }

  #shift(samples: number): void {
    // A loop: for so few samples `copyWithin` and `set` cost more to call than to do.
    const line = this.#line;
    const end = this.#end;
    for (let i = samples; i < end; i += 1) line[i - samples] = line[i]!;
    this.#end = end - samples;
  }
}

const frameMs = 20;
const halfFrameMs = 10;
/** 120 ms: twice the longest packet time in use. */
const longestPayloadBytes = 960;
/** What may wait beyond the target before it is thrown away. */
const backlogMs = 140;
/** Beyond this, a late packet means that the sender's clock stood still, not that the network was slow. */
const longestDelayMs = 300;
/** An excess that is worth an audible cut after two seconds without a quiet frame. */
const muchMs = 60;
const patientFrames = 100;
/** At most five changes per second. */
const framesBetweenChanges = 10;
/** Mean magnitude of -60 dBFS. */
const inaudibleLevel = 32;
