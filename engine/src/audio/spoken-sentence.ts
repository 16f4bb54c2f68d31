import type { SpeechChunk } from '../interfaces/text-to-speech.ts';
import type { SourceAudio, SpeechWindow } from './speech-window.ts';

/** When a word is spoken, in ms from the start of its sentence, as a synthesiser tells it. */
export type WordTiming = NonNullable<SpeechChunk['words']>[number];

/** Rates of the audio as it comes and as it is played, and how many samples played there are of so many that came. */
export type SentenceRates = {
  sourceRateHz: number;
  sampleRateHz: number;
  readySamples: (sourceSamples: number) => number;
};

/**
 * One sentence in the pacer: its audio, and which of its characters each moment speaks. Word timings say
 * it where the synthesiser gives them; else characters are spread evenly over the audible part.
 */
export class SpokenSentence {
  readonly generation: number;
  readonly sentenceIndex: number;
  readonly text: string;
  /** Samples that can be played by now. */
  totalSamples = 0;
  /** The next sample to play. It steps back when a pause ends. */
  position = 0;
  private readonly rates: SentenceRates;
  private readonly source: SourceAudio = { pieces: [], isComplete: false };
  private sourceSamples = 0;
  private readonly words: { charStart: number; charEnd: number; startMs: number; endMs: number }[] = [];
  /** First and last audible sample, of those played. */
  private firstAudible = -1;
  private lastAudible = 0;

  constructor(options: { generation: number; sentenceIndex: number; text: string; rates: SentenceRates }) {
    this.generation = options.generation;
    this.sentenceIndex = options.sentenceIndex;
    this.text = options.text;
    this.rates = options.rates;
  }

  /** No more audio comes. */
  get isComplete(): boolean {
    return this.source.isComplete;
  }

  /** Adds audio (kept) and the timings of words that begin in it or were not yet told. */
  append(samples: Int16Array, words: readonly WordTiming[] = noWords): void {
    for (const word of words) this.appendWord(word);
    if (samples.length === 0) return;
    this.noteAudible(samples);
    this.source.pieces.push(samples);
    this.sourceSamples += samples.length;
    this.totalSamples = this.rates.readySamples(this.sourceSamples);
  }

  /** What came is all. */
  complete(): void {
    if (this.source.isComplete) return;
    this.source.isComplete = true;
    this.totalSamples = Math.ceil(this.toPlayed(this.sourceSamples));
  }

  get remainingSamples(): number {
    return this.totalSamples - this.position;
  }

  /** Copies the next samples into `into` and moves on; returns how many there were. */
  take(into: Int16Array, window: SpeechWindow): number {
    if (!window.isOpenFor(this.source)) window.open(this.source);
    const count = Math.min(into.length, this.remainingSamples);
    window.read(this.position, count, into);
    this.position += count;
    return count;
  }

  /** The character of `text` that is being spoken at a sample; `text.length` when all was. */
  charAt(sample: number): number {
    if (this.isComplete && sample >= this.totalSamples) return this.text.length;
    return this.words.length > 0 ? this.charByWords(sample) : this.charByShare(sample);
  }

  /** Moves back to the start of the word being spoken, or to the quietest gap of the last 0.7 s. */
  stepBack(window: SpeechWindow): void {
    const isHeld = window.isOpenFor(this.source);
    const earliest = Math.max(isHeld ? window.start : 0, this.position - this.samplesIn(maxStepBackMs));
    const ms = (this.position * 1000) / this.rates.sampleRateHz;
    const word = this.words.findLast(({ startMs }) => startMs <= ms);
    const wordStart = word ? this.samplesIn(word.startMs) : -1;
    if (wordStart >= earliest) {
      this.position = Math.min(wordStart, this.position);
      return;
    }
    if (!isHeld) return;
    const gap = this.samplesIn(gapMs);
    let best = earliest;
    let quietest = Number.POSITIVE_INFINITY;
    for (let start = earliest; start + gap <= this.position; start += gap >> 1) {
      const peak = window.peakBetween(start, start + gap);
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
    const ms = (sample * 1000) / this.rates.sampleRateHz;
    const word = this.words.findLast(({ startMs }) => startMs <= ms);
    if (!word) return 0;
    if (ms >= word.endMs) return word.charEnd;
    const share = (ms - word.startMs) / (word.endMs - word.startMs);
    return word.charStart + Math.floor((word.charEnd - word.charStart) * share);
  }

  private charByShare(sample: number): number {
    if (this.firstAudible < 0 || sample <= this.firstAudible) return 0;
    const guess = (this.text.length * this.rates.sampleRateHz) / charsPerSecond;
    const heard = this.lastAudible - this.firstAudible + 1;
    const length = this.isComplete ? heard : Math.max(heard, guess);
    const share = (sample - this.firstAudible) / length;
    return Math.min(this.text.length, Math.floor(this.text.length * share));
  }

  private samplesIn(ms: number): number {
    return Math.round((ms * this.rates.sampleRateHz) / 1000);
  }

  private toPlayed(sourceSamples: number): number {
    return (sourceSamples * this.rates.sampleRateHz) / this.rates.sourceRateHz;
  }

  private noteAudible(samples: Int16Array): void {
    let first = 0;
    while (first < samples.length && Math.abs(samples[first]!) <= audibleLevel) first += 1;
    if (first === samples.length) return;
    let last = samples.length - 1;
    while (Math.abs(samples[last]!) <= audibleLevel) last -= 1;
    if (this.firstAudible < 0) this.firstAudible = Math.floor(this.toPlayed(this.sourceSamples + first));
    this.lastAudible = Math.floor(this.toPlayed(this.sourceSamples + last));
  }
}

const noWords: readonly WordTiming[] = [];
/** About -50 dBFS: below it a synthesiser's own noise counts as its leading or trailing silence. */
const audibleLevel = 100;
/** English read aloud: about 150 words of 6 characters a minute. Only used until a sentence's length is known. */
const charsPerSecond = 15;
/** A word found further on than this is another occurrence of it. */
const maxSkippedChars = 80;
/** How far back a resumed sentence may start, and the length of the gap it looks for. */
const maxStepBackMs = 700;
const gapMs = 40;
