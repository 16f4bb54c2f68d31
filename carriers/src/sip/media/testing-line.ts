import { encodeMuLaw } from '@parley/engine/audio/g711';
import { createDecoder, type PayloadDecoder } from './codecs.ts';
import { Playout } from './playout.ts';
import { createRtpPacket } from './rtp-packet.ts';

/** A far end and a near end in turned time. Each frame carries its own number, see `frameOf`. */
export class Line {
  readonly playout: Playout;
  #waiting: { atMs: number; put: () => void }[] = [];
  #nowMs = 0;

  constructor() {
    const decoders = new Map<number, PayloadDecoder>([
      [0, createDecoder('PCMU', 8000)],
      [8, createDecoder('PCMA', 8000)],
      [9, createDecoder('G722', 8000)],
    ]);
    this.playout = new Playout({ rateHz: 8000, decoders });
  }

  send(frame: {
    index: number;
    atMs: number;
    sequence?: number;
    timestamp?: number;
    source?: number;
    payloadType?: number;
    isQuiet?: boolean;
  }): void {
    this.sendSamples(frame.isQuiet ? new Int16Array(160) : frameOf(frame.index), {
      sequence: frame.sequence ?? frame.index,
      timestamp: frame.timestamp ?? frame.index * 160,
      atMs: frame.atMs,
      source: frame.source ?? 1,
      payloadType: frame.payloadType ?? 0,
    });
  }

  sendAll(values: number[], options: { lost?: number[] } = {}): void {
    for (let index = 0; index < values.length; index += 1) {
      if (!options.lost?.includes(index)) this.send({ index, atMs: index * 20 });
    }
  }

  sendSamples(
    samples: Int16Array,
    at: { sequence: number; timestamp: number; atMs: number; source?: number; payloadType?: number },
  ): void {
    const isNoise = at.payloadType === 13;
    const bytes = new Uint8Array(12 + (isNoise ? 1 : samples.length));
    if (!isNoise) encodeMuLaw(samples, bytes.subarray(12));
    const packet = {
      ...createRtpPacket(),
      payloadType: at.payloadType ?? 0,
      sequence: at.sequence & 0xffff,
      timestamp: at.timestamp >>> 0,
      source: at.source ?? 1,
      start: 12,
      end: bytes.length,
    };
    this.#waiting.push({ atMs: at.atMs, put: () => this.playout.put(packet, bytes, at.atMs) });
    this.#waiting.sort((a, b) => a.atMs - b.atMs);
  }

  skip(ms: number): void {
    this.#nowMs += ms;
  }

  hearSamples(frames: number): Int16Array {
    const heard = new Int16Array(frames * 160);
    for (let i = 0; i < frames; i += 1) {
      let next = this.#waiting[0];
      while (next && next.atMs <= this.#nowMs) {
        next.put();
        this.#waiting.shift();
        next = this.#waiting[0];
      }
      heard.set(this.playout.read(this.#nowMs), i * 160);
      this.#nowMs += 20;
    }
    return heard;
  }

  /** Per frame: the number of the sent one, 'quiet' for silence, or 'made' for anything else. */
  hear(count: number): (number | 'made' | 'quiet')[] {
    const samples = this.hearSamples(count);
    return Array.from({ length: count }, (_, i) => numberOf(samples.subarray(i * 160, i * 160 + 160)));
  }
}

/** Two levels that mu-law keeps, a half of the frame each, name 3600 frames. */
export function frameOf(index: number): Int16Array {
  const frame = new Int16Array(160).fill(steps[index % steps.length]!);
  return frame.fill(steps[Math.floor(index / steps.length) % steps.length]!, 80);
}

/** The first 5 ms may be blended with what was before. */
function numberOf(frame: Int16Array): number | 'made' | 'quiet' {
  if (frame.every((v) => v === 0)) return 'quiet';
  const [low, high] = [frame[79]!, frame[159]!];
  const isFrame = frame.every((v, i) => i < 40 || v === (i < 80 ? low : high));
  if (!isFrame || !steps.includes(low) || !steps.includes(high)) return 'made';
  return steps.indexOf(low) + steps.length * steps.indexOf(high);
}

/** When a frame was played, after the time it was sent at, in ms. */
export function delayOf(heard: (number | string)[], index: number): number | undefined {
  const tick = heard.indexOf(index);
  return tick < 0 ? undefined : (tick - index) * 20;
}

const steps = Array.from({ length: 60 }, (_, i) => {
  return createDecoder('PCMU', 8000)(Uint8Array.of(0x80 + 20 + i))[0]!;
});

export function frames(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
