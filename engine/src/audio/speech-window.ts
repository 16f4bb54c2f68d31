import { createResampler, type Resampler } from './resample.ts';

/** Audio at its synthesiser's rate, in pieces that are let go once they are converted. */
export type SourceAudio = {
  readonly pieces: Int16Array[];
  /** No more pieces come. */
  isComplete: boolean;
};

/**
 * The part of a sentence that is being heard, at the call's rate: converted a frame at a time as it is played, so that
 * a long answer costs nothing at once and one that is cut off was never converted. Keeps the last 0.7 s, to which a
 * resumed sentence may step back. One serves all sentences of a pacer, one after the other.
 */
export class SpeechWindow {
  readonly #resampler: Resampler;
  readonly #samples: Int16Array;
  readonly #keptSamples: number;
  readonly #stepSamples: number;
  #source: SourceAudio | null = null;
  /** Samples already read of the source's first piece. */
  #offset = 0;
  #isFinished = false;
  /** Place in the sentence of the first sample held, and of the one after the last. */
  #start = 0;
  #end = 0;

  constructor(options: { sourceRateHz: number; sampleRateHz: number }) {
    const { sourceRateHz, sampleRateHz } = options;
    this.#resampler = createResampler(sourceRateHz, sampleRateHz);
    this.#keptSamples = Math.ceil(sampleRateHz * keptS);
    this.#stepSamples = Math.ceil(sourceRateHz * stepS);
    const room = Math.max(this.#resampler.maxOutput(this.#stepSamples), this.#resampler.maxOutput(0));
    // Room beyond what is kept, so that it moves only now and then.
    this.#samples = new Int16Array(this.#keptSamples + Math.ceil(sampleRateHz * spareS) + room);
  }

  /** How many samples can be read of a sentence of which so many of the source have come. */
  readonly readySamples = (sourceSamples: number): number => this.#resampler.readyOutputs(sourceSamples);

  /** Converts a sentence from its beginning. */
  open(source: SourceAudio): void {
    this.#source = source;
    this.#resampler.restart();
    this.#offset = 0;
    this.#isFinished = false;
    this.#start = 0;
    this.#end = 0;
  }

  isOpenFor(source: SourceAudio): boolean {
    return this.#source === source;
  }

  /** Lets go of the audio. */
  close(): void {
    this.#source = null;
  }

  /** The earliest place that can still be read. */
  get start(): number {
    return this.#start;
  }

  /** Copies `count` samples of the sentence from `place` on to the beginning of `into`; they must have come. */
  read(place: number, count: number, into: Int16Array): void {
    while (this.#end < place + count && this.#convertStep(place)) {
      // Goes on until they are there.
    }
    const samples = this.#samples;
    const from = place - this.#start;
    for (let i = 0; i < count; i++) into[i] = samples[from + i]!;
  }

  /** The loudest of the samples from `from` up to `to`, which must be held. */
  peakBetween(from: number, to: number): number {
    let peak = 0;
    for (let i = from - this.#start; i < to - this.#start; i++) {
      const size = Math.abs(this.#samples[i]!);
      if (size > peak) peak = size;
    }
    return peak;
  }

  /** Converts the next 20 ms, or the end. False when there is nothing more. */
  #convertStep(place: number): boolean {
    const source = this.#source;
    if (!source) return false;
    const piece = source.pieces[0];
    if (!piece) {
      if (!source.isComplete || this.#isFinished) return false;
      this.#isFinished = true;
      this.#makeRoom(place, this.#resampler.maxOutput(0));
      this.#end = this.#resampler.finish(this.#samples, this.#end - this.#start) + this.#start;
      return true;
    }
    const to = Math.min(piece.length, this.#offset + this.#stepSamples);
    this.#makeRoom(place, this.#resampler.maxOutput(to - this.#offset));
    const at = this.#end - this.#start;
    this.#end = this.#resampler.convert(piece, this.#offset, to, this.#samples, at) + this.#start;
    this.#offset = to;
    if (to === piece.length) {
      source.pieces.shift();
      this.#offset = 0;
    }
    return true;
  }

  /** Forgets what lies too far back when there is no room for so many more. */
  #makeRoom(place: number, count: number): void {
    if (this.#end - this.#start + count <= this.#samples.length) return;
    const kept = Math.max(this.#start, Math.min(place, this.#end) - this.#keptSamples);
    this.#samples.copyWithin(0, kept - this.#start, this.#end - this.#start);
    this.#start = kept;
  }
}

/** How far back a resumed sentence may start. */
const keptS = 0.7;
const stepS = 0.02;
const spareS = 0.3;
