import { frameMs } from '../interfaces/clock.ts';

/** Samples of one 20 ms frame at a rate in Hz: 160 at 8 kHz, 320 at 16 kHz. */
export function frameSamples(rateHz: number): number {
  return Math.round((rateHz * frameMs) / 1000);
}

/** What `levelDbfs` gives for digital silence. */
export const silenceDbfs = -100;

/** Mean level in dB, where 0 is a square wave at full scale (a full sine is -3). Silence is -100. */
export function levelDbfs(samples: Int16Array): number {
  // Two sums, as one would wait for each addition to finish. They are whole numbers, whatever their order.
  let sum = 0;
  let other = 0;
  const pairs = samples.length & ~1;
  for (let i = 0; i < pairs; i += 2) {
    sum += samples[i]! * samples[i]!;
    other += samples[i + 1]! * samples[i + 1]!;
  }
  if (pairs < samples.length) sum += samples[pairs]! * samples[pairs]!;
  sum += other;
  if (sum === 0) return silenceDbfs;
  return 10 * Math.log10(sum / samples.length / fullScalePower);
}

/** Adds `source` to `target` sample by sample, held at full scale instead of wrapping round. */
export function mixInto(target: Int16Array, source: Int16Array): void {
  const count = Math.min(target.length, source.length);
  for (let i = 0; i < count; i++) target[i] = clampSample(target[i]! + source[i]!);
}

/** Holds a number in the range of 16 bit PCM. The fraction is cut off by storing it. */
export function clampSample(value: number): number {
  return value > 32_767 ? 32_767 : value < -32_768 ? -32_768 : value;
}

/**
 * Turns chunks of any length into 20 ms frames. Bounded: what does not fit is refused, and `push` says how
 * much was taken.
 */
export class FrameCutter {
  private readonly buffer: Int16Array;
  private readonly frame: Int16Array;
  private start = 0;
  private held = 0;

  /** Holds up to `maxMs` of audio, 1 s unless told. */
  constructor(options: { sampleRateHz: number; maxMs?: number }) {
    const length = frameSamples(options.sampleRateHz);
    const frames = Math.max(1, Math.ceil((options.maxMs ?? 1000) / frameMs));
    this.buffer = new Int16Array(length * frames);
    this.frame = new Int16Array(length);
  }

  /** Takes samples, as many as there is room for; returns how many were taken. */
  push(samples: Int16Array): number {
    const count = Math.min(samples.length, this.buffer.length - this.held);
    let write = (this.start + this.held) % this.buffer.length;
    for (let i = 0; i < count; i++) {
      this.buffer[write++] = samples[i]!;
      if (write === this.buffer.length) write = 0;
    }
    this.held += count;
    return count;
  }

  /** The next whole frame, or null. The array is reused by the next call. */
  next(): Int16Array | null {
    if (this.held < this.frame.length) return null;
    this.take(this.frame.length);
    return this.frame;
  }

  /** The rest, filled up with silence, or null when nothing is left. The array is reused. */
  flush(): Int16Array | null {
    if (this.held === 0) return null;
    const count = Math.min(this.held, this.frame.length);
    this.take(count);
    this.frame.fill(0, count);
    return this.frame;
  }

  /** How much audio is inside, in samples. */
  get heldSamples(): number {
    return this.held;
  }

  private take(count: number): void {
    for (let i = 0; i < count; i++) {
      this.frame[i] = this.buffer[this.start++]!;
      if (this.start === this.buffer.length) this.start = 0;
    }
    this.held -= count;
  }
}

const fullScalePower = 32_768 ** 2;
