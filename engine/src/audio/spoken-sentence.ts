import type { SpeechChunk } from '../interfaces/text-to-speech.ts';

/** When a word is spoken, in ms from the start of its sentence, as a synthesiser tells it. */
export type WordTiming = NonNullable<SpeechChunk['words']>[number];

/**
 * One sentence in the pacer: its audio, and which of its characters each moment speaks. Word timings say
 * it where the synthesiser gives them; else characters are spread evenly over the audible part.
 */
export class SpokenSentence {
  readonly generation: number;
  readonly sentenceIndex: number;
  readonly text: string;
  /** No more audio comes. */
  isComplete = false;
  /** Samples in all chunks so far. */
  totalSamples = 0;
  /** The next sample to play. It steps back when a pause ends. */
  position = 0;
  private readonly sampleRateHz: number;
  private readonly chunks: Int16Array[] = [];
  private readonly words: { charStart: number; charEnd: number; startMs: number; endMs: number }[] = [];
  private firstAudible = -1;
  private lastAudible = 0;
  private chunk = 0;
  private chunkStart = 0;

  constructor(options: { generation: number; sentenceIndex: number; text: string; sampleRateHz: number }) {
    this.generation = options.generation;
    this.sentenceIndex = options.sentenceIndex;
    this.text = options.text;
    this.sampleRateHz = options.sampleRateHz;
  }

  /** Adds audio (copied) and the timings of words that begin in it or were not yet told. */
  append(samples: Int16Array, words: readonly WordTiming[] = []): void {
    for (const word of words) this.appendWord(word);
    if (samples.length === 0) return;
    const first = samples.findIndex((sample) => Math.abs(sample) > audibleLevel);
    if (first >= 0) {
      if (this.firstAudible < 0) this.firstAudible = this.totalSamples + first;
      this.lastAudible =
        this.totalSamples + samples.findLastIndex((sample) => Math.abs(sample) > audibleLevel);
    }
    this.chunks.push(samples.slice());
    this.totalSamples += samples.length;
  }

  get remainingSamples(): number {
    return this.totalSamples - this.position;
  }

  /** Copies the next samples into `into` and moves on; returns how many there were. */
  take(into: Int16Array): number {
    let written = 0;
    while (written < into.length && this.position < this.totalSamples) {
      this.seekChunk();
      const chunk = this.chunks[this.chunk]!;
      const offset = this.position - this.chunkStart;
      const count = Math.min(into.length - written, chunk.length - offset);
      for (let i = 0; i < count; i++) into[written + i] = chunk[offset + i]!;
      written += count;
      this.position += count;
    }
    return written;
  }

  /** The character of `text` that is being spoken at a sample; `text.length` when all was. */
  charAt(sample: number): number {
    if (this.isComplete && sample >= this.totalSamples) return this.text.length;
    return this.words.length > 0 ? this.charByWords(sample) : this.charByShare(sample);
  }

  /** Moves back to the start of the word being spoken, or to the quietest gap of the last 0.7 s. */
  stepBack(): void {
    const earliest = Math.max(0, this.position - this.samplesIn(maxStepBackMs));
    const ms = (this.position * 1000) / this.sampleRateHz;
    const word = this.words.findLast(({ startMs }) => startMs <= ms);
    const wordStart = word ? this.samplesIn(word.startMs) : -1;
    if (wordStart >= earliest) {
      this.position = Math.min(wordStart, this.position);
      return;
    }
    const gap = this.samplesIn(gapMs);
    let best = earliest;
    let quietest = Number.POSITIVE_INFINITY;
    for (let start = earliest; start + gap <= this.position; start += gap >> 1) {
      const peak = this.peakBetween(start, start + gap);
      if (peak > quietest) continue;
      quietest = peak;
      best = start;
    }
    this.position = best;
  }

  private appendWord({ text, startMs, endMs }: WordTiming): void {
    const last = this.words.at(-1);
    // A synthesiser may tell all words again with each chunk.
    if (text === '' || !(startMs >= 0 && endMs >= startMs) || (last && startMs <= last.startMs)) return;
    const from = last?.charEnd ?? 0;
    const charStart = this.text.toLowerCase().indexOf(text.toLowerCase(), from);
    // Read aloud otherwise than written ("42" as "forty two"): the next word that is found covers it.
    if (charStart < 0 || charStart > from + maxSkippedChars) return;
    this.words.push({ charStart, charEnd: charStart + text.length, startMs, endMs });
  }

  private charByWords(sample: number): number {
    const ms = (sample * 1000) / this.sampleRateHz;
    const word = this.words.findLast(({ startMs }) => startMs <= ms);
    if (!word) return 0;
    if (ms >= word.endMs) return word.charEnd;
    const share = (ms - word.startMs) / (word.endMs - word.startMs);
    return word.charStart + Math.floor((word.charEnd - word.charStart) * share);
  }

  private charByShare(sample: number): number {
    if (this.firstAudible < 0 || sample <= this.firstAudible) return 0;
    const guess = (this.text.length * this.sampleRateHz) / charsPerSecond;
    const heard = this.lastAudible - this.firstAudible + 1;
    const length = this.isComplete ? heard : Math.max(heard, guess);
    const share = (sample - this.firstAudible) / length;
    return Math.min(this.text.length, Math.floor(this.text.length * share));
  }

  private peakBetween(start: number, end: number): number {
    let peak = 0;
    let chunkStart = 0;
    for (const chunk of this.chunks) {
      const from = Math.max(start - chunkStart, 0);
      const to = Math.min(end - chunkStart, chunk.length);
      for (let i = from; i < to; i++) peak = Math.max(peak, Math.abs(chunk[i]!));
      chunkStart += chunk.length;
    }
    return peak;
  }

  private samplesIn(ms: number): number {
    return Math.round((ms * this.sampleRateHz) / 1000);
  }

  private seekChunk(): void {
    if (this.position < this.chunkStart) {
      this.chunk = 0;
      this.chunkStart = 0;
    }
    while (this.position >= this.chunkStart + this.chunks[this.chunk]!.length) {
      this.chunkStart += this.chunks[this.chunk]!.length;
      this.chunk += 1;
    }
  }
}

/** About -50 dBFS: below it a synthesiser's own noise counts as its leading or trailing silence. */
const audibleLevel = 100;
/** English read aloud: about 150 words of 6 characters a minute. Only used until a sentence's length is known. */
const charsPerSecond = 15;
/** A word found further on than this is another occurrence of it. */
const maxSkippedChars = 80;
/** How far back a resumed sentence may start, and the length of the gap it looks for. */
const maxStepBackMs = 700;
const gapMs = 40;
