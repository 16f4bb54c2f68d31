import { frameSamples } from './frames.ts';
import { HeardText, joinSentences, wholeWords } from './heard-text.ts';
import { SpeechWindow } from './speech-window.ts';
import { type SentenceRates, SpokenSentence, type WordTiming } from './spoken-sentence.ts';

/** Which text a frame speaks: characters `charStart` to `charEnd` (exclusive) of a sentence of a generation. */
export type SpokenText = { generation: number; sentenceIndex: number; charStart: number; charEnd: number };

/** 20 ms for the wire. Both the object and its arrays are reused by the next `next()`. */
export type PacedFrame = {
  samples: Int16Array;
  /** Null: the fading end of speech that was dropped. */
  spoken: SpokenText | null;
};

/** A piece of a sentence's audio, at the rate of the source. Pieces come in the order they are to be heard. */
export type SpeechPiece = {
  /** Which reply of the agent it belongs to; never smaller than that of an earlier piece. */
  generation: number;
  sentenceIndex: number;
  /** The whole sentence, the same with each of its pieces. Empty for sounds that speak no words. */
  text: string;
  /** Kept: it must not change any more. May be empty. */
  samples: Int16Array;
  /** Times from the start of the sentence. */
  words?: readonly WordTiming[];
  /** The sentence is over with this piece. */
  isLast: boolean;
};

/** What was heard of a generation, in whole words, sentences joined by a space. */
export type HeardSpeech = { generation: number; text: string };

/**
 * What the agent says, queued and handed out 20 ms per tick. Heard text is known exactly, because only what
 * `next()` gave out was heard. Not on any clock: the owner of the tick pulls.
 */
export class Pacer {
  private readonly rates: SentenceRates;
  /** The sentence that is being heard, converted to the call's rate as it goes. */
  private readonly window: SpeechWindow;
  private readonly maxQueuedMs: number;
  private readonly queue: SpokenSentence[] = [];
  private readonly heard = new HeardText();
  /** The character up to which the first sentence of the queue was heard. It never steps back. */
  private heardChar = 0;
  /** Pieces of this and older generations are refused: it was finished or dropped. */
  private closedGeneration = -1;
  private finishedUpTo = -1;
  private playedGeneration: number | null = null;
  private state: 'playing' | 'pausing' | 'paused' | 'resuming' = 'playing';
  /** A pause cut into the first sentence since it last sounded. */
  private isCut = false;
  private hasTail = false;
  private isSounding = false;
  private readonly tail: Int16Array;
  private readonly frame: PacedFrame;
  private readonly spoken: SpokenText = { generation: 0, sentenceIndex: 0, charStart: 0, charEnd: 0 };

  /**
   * `sampleRateHz` is that of the frames, `sourceRateHz` that of the pieces (the same unless told). `maxQueuedMs`
   * (30 s unless told) is where `roomMs` becomes 0; one piece may go beyond it.
   */
  constructor(options: { sampleRateHz: number; sourceRateHz?: number; maxQueuedMs?: number }) {
    const { sampleRateHz, sourceRateHz = sampleRateHz } = options;
    this.window = new SpeechWindow({ sourceRateHz, sampleRateHz });
    this.rates = { sourceRateHz, sampleRateHz, readySamples: this.window.readySamples };
    this.maxQueuedMs = options.maxQueuedMs ?? 30_000;
    this.frame = { samples: new Int16Array(frameSamples(sampleRateHz)), spoken: null };
    this.tail = new Int16Array(Math.round((sampleRateHz * fadeMs) / 1000));
  }

  /**
   * Queues a piece. False, and nothing taken: there is no room (offer it again when `roomMs` is above 0), or
   * its generation is older than what is queued or was dropped.
   */
  enqueue(piece: SpeechPiece): boolean {
    if (this.roomMs <= 0 || piece.generation <= this.closedGeneration) return false;
    let sentence = this.queue.at(-1);
    if (sentence && piece.generation < sentence.generation) return false;
    const isSame =
      sentence?.generation === piece.generation && sentence.sentenceIndex === piece.sentenceIndex;
    if (!sentence || !isSame || sentence.isComplete) {
      sentence?.complete();
      const { generation, sentenceIndex, text } = piece;
      sentence = new SpokenSentence({ generation, sentenceIndex, text, rates: this.rates });
      this.queue.push(sentence);
    }
    sentence.append(piece.samples, piece.words);
    if (piece.isLast) sentence.complete();
    return true;
  }

  /** No more pieces of this generation come: `finishedGeneration` tells when it was all played. */
  finish(generation: number): void {
    if (generation <= this.closedGeneration) return;
    this.closedGeneration = generation;
    this.finishedUpTo = generation;
    for (const sentence of this.queue) if (sentence.generation <= generation) sentence.complete();
    this.noteFinished();
  }

  /** The next 20 ms for the wire, or null when there is nothing to play. Call once per tick. */
  next(): PacedFrame | null {
    if (this.hasTail) return this.playTail();
    if (this.state === 'paused') return null;
    if (this.state === 'pausing') {
      this.state = 'paused';
      return this.isSounding ? this.playFadeOut() : null;
    }
    const sentence = this.readySentence();
    if (!sentence) {
      this.isSounding = false;
      return null;
    }
    const { samples } = this.frame;
    const charStart = this.heardChar;
    const taken = sentence.take(samples, this.window);
    if (taken < samples.length) samples.fill(0, taken);
    if (this.state === 'resuming') {
      fade(samples, this.tail.length, (i) => i / this.tail.length);
      this.state = 'playing';
    }
    this.noteSpoken(sentence, charStart);
    this.isSounding = true;
    if (sentence.isComplete && sentence.remainingSamples === 0) this.retireFirst();
    return this.frame;
  }

  /** Falls silent: the next frame fades out within 5 ms, then `next()` gives null until `resume()`. */
  pause(): void {
    if (this.state === 'playing') this.state = 'pausing';
    else if (this.state === 'resuming') this.state = 'paused';
  }

  /** Goes on where it stopped, stepping back to the start of the word or to the gap before it. */
  resume(): void {
    if (this.state === 'pausing') this.state = 'playing';
    if (this.state !== 'paused') return;
    this.state = 'resuming';
    const sentence = this.queue[0];
    if (sentence && this.isCut) sentence.stepBack(this.window);
    this.isCut = false;
  }

  /**
   * Throws away all that is queued, lets what is sounding fade within 5 ms, ends a pause, and refuses later
   * pieces of the generations it dropped. Returns what was heard of the one that was sounding, or null when
   * nothing was queued.
   */
  drop(): HeardSpeech | null {
    const sentence = this.queue[0];
    const last = this.queue.at(-1);
    if (this.state === 'playing' || this.state === 'pausing') this.keepTail();
    this.state = 'playing';
    this.isCut = false;
    if (!sentence || !last) return null;
    this.heard.append(sentence.generation, wholeWords(sentence.text, this.heardChar));
    this.queue.length = 0;
    this.window.close();
    this.heardChar = 0;
    this.closedGeneration = Math.max(this.closedGeneration, last.generation);
    return { generation: sentence.generation, text: this.heardText(sentence.generation) };
  }

  /** What the far end has heard of a generation so far. The last 16 generations are known, others are empty. */
  heardText(generation: number): string {
    const text = this.heard.read(generation);
    const sentence = this.queue[0];
    if (sentence?.generation !== generation) return text;
    return joinSentences(text, wholeWords(sentence.text, this.heardChar));
  }

  /** Audio that is still to be played, in ms. */
  get queuedMs(): number {
    let samples = 0;
    for (const sentence of this.queue) samples += sentence.remainingSamples;
    return (samples * 1000) / this.rates.sampleRateHz;
  }

  /** How much more audio may be queued, in ms. */
  get roomMs(): number {
    return Math.max(0, this.maxQueuedMs - this.queuedMs);
  }

  /** Nothing is queued, and no sentence waits for more of its audio. */
  get isIdle(): boolean {
    return this.queue.length === 0 && !this.hasTail;
  }

  get isPaused(): boolean {
    return this.state === 'paused' || this.state === 'pausing';
  }

  /** The newest generation that was finished and played to its end; null before the first. */
  get finishedGeneration(): number | null {
    return this.playedGeneration;
  }

  /** The first sentence that can give a whole frame now, or its short end. */
  private readySentence(): SpokenSentence | null {
    for (;;) {
      const sentence = this.queue[0];
      if (!sentence) return null;
      if (sentence.remainingSamples >= this.frame.samples.length) return sentence;
      if (!sentence.isComplete) return null;
      if (sentence.remainingSamples > 0) return sentence;
      this.retireFirst();
    }
  }

  private noteSpoken(sentence: SpokenSentence, charStart: number): void {
    this.heardChar = Math.max(charStart, sentence.charAt(sentence.position));
    this.spoken.generation = sentence.generation;
    this.spoken.sentenceIndex = sentence.sentenceIndex;
    this.spoken.charStart = charStart;
    this.spoken.charEnd = this.heardChar;
    this.frame.spoken = this.spoken;
  }

  private retireFirst(): void {
    const sentence = this.queue.shift()!;
    this.window.close();
    this.heard.append(sentence.generation, sentence.text.trim());
    this.heardChar = 0;
    this.noteFinished();
  }

  private noteFinished(): void {
    const next = this.queue[0];
    const played = next ? Math.min(this.finishedUpTo, next.generation - 1) : this.finishedUpTo;
    if (played >= 0) this.playedGeneration = Math.max(this.playedGeneration ?? played, played);
  }

  /** Keeps 5 ms of what comes next, so that cutting it off does not click. */
  private keepTail(): void {
    const sentence = this.queue[0];
    if (!sentence || !this.isSounding || this.hasTail) return;
    this.tail.fill(0, sentence.take(this.tail, this.window));
    this.hasTail = true;
  }

  private playTail(): PacedFrame {
    const { samples } = this.frame;
    samples.fill(0);
    samples.set(this.tail);
    fade(samples, this.tail.length, (i) => 1 - i / this.tail.length);
    this.frame.spoken = null;
    this.hasTail = false;
    this.isSounding = false;
    return this.frame;
  }

  private playFadeOut(): PacedFrame | null {
    const sentence = this.queue[0];
    if (!sentence) return null;
    const charStart = this.heardChar;
    this.tail.fill(0, sentence.take(this.tail, this.window));
    const frame = this.playTail();
    this.noteSpoken(sentence, charStart);
    this.isCut = true;
    return frame;
  }
}

/** Long enough not to click, short enough to be silent within a frame. */
const fadeMs = 5;

function fade(samples: Int16Array, count: number, gainAt: (i: number) => number): void {
  for (let i = 0; i < count; i++) samples[i] = samples[i]! * gainAt(i);
}
