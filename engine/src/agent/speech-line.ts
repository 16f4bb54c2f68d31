import type { Pacer } from '../audio/pacer.ts';
import type { Clock } from '../interfaces/clock.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechChunk, TextToSpeech } from '../interfaces/text-to-speech.ts';
import { retryDelayMs, toProviderError } from './failure.ts';
import type { PreparedSpeech, SpokenLine } from './prepared-speech.ts';
import { readStream, type StreamReading } from './stream-reading.ts';

export type SpeechLineOptions = {
  textToSpeech: TextToSpeech;
  voice: string;
  language: string;
  prepared: PreparedSpeech;
  pacer: Pacer;
  clock: Clock;
  providerIdleMs: number;
  /** The first audio of a reply has come from the synthesiser. */
  onFirstAudio: (generation: number) => void;
  /** A sentence failed; `isFinal` false: it is tried once more. */
  onTrouble: (generation: number, error: ProviderError, isFinal: boolean) => void;
  /** A second try gives audio. */
  onRecovered: () => void;
};

/** A sentence as it went to the pacer, with the step of the reply it belongs to. */
export type SaidSentence = { text: string; step: number };

type Job = {
  text: string;
  step: number;
  state: 'waiting' | 'reading' | 'synthesised' | 'failed';
  reading: StreamReading | null;
  controller: AbortController | null;
  /** At the synthesiser's rate; the pacer converts what it plays. */
  pieces: SpeechChunk[];
  heldMs: number;
  isFull: boolean;
  hasAudio: boolean;
  tries: number;
  startAtMs: number;
  lastActivityMs: number;
  /** Number at the pacer, from the moment its first piece went there. */
  index: number | null;
};

/**
 * Speaks the sentences of one reply in order. While one is played the next is synthesised, and no more
 * than that: what an interruption throws away was not paid for.
 */
export class SpeechLine {
  /** Sentences of the current reply that went to the pacer, in the order they are heard. */
  said: SaidSentence[] = [];
  readonly #options: SpeechLineOptions;
  #generation = 0;
  #jobs: Job[] = [];
  #isFinishing = false;
  #hasFailed = false;
  #hasFirstAudio = false;
  #whenPlayed: ((isPlayed: boolean) => void)[] = [];

  constructor(options: SpeechLineOptions) {
    this.#options = options;
  }

  /** Starts a new reply; what is left of the one before goes. */
  begin(generation: number): void {
    this.cancel();
    this.#generation = generation;
    this.#isFinishing = false;
    this.#hasFailed = false;
    this.#hasFirstAudio = false;
    this.said = [];
  }

  /** Queues a sentence. False: the reply is too long, nothing was taken. */
  say(text: string, step = 0): boolean {
    if (this.#jobs.length >= maxSentences || this.said.length >= maxSentences) return false;
    this.#jobs.push(this.#newJob(text, step));
    this.pump();
    return true;
  }

  /** No more sentences come. */
  finish(): void {
    this.#isFinishing = true;
    this.pump();
  }

  /** Drops everything that has not reached the pacer. */
  cancel(): void {
    for (const job of this.#jobs) stopJob(job);
    this.#jobs = [];
    this.#hasFailed = true;
    for (const resolve of this.#whenPlayed.splice(0)) resolve(false);
  }

  /** Resolves when all that was said so far has been played: true, or false when it was cut off. */
  whenPlayed(): Promise<boolean> {
    if (this.#isPlayed) return Promise.resolve(true);
    return new Promise((resolve) => this.#whenPlayed.push(resolve));
  }

  /** Whether a step of the reply has words, heard or still to come. */
  hasWords(step: number): boolean {
    const isOfStep = (sentence: { step: number }): boolean => sentence.step === step;
    return this.said.some(isOfStep) || this.#jobs.some(isOfStep);
  }

  /** Nothing is queued and nothing sounds. */
  get isEmpty(): boolean {
    return this.#jobs.length === 0 && this.#options.pacer.isIdle;
  }

  /** No sentence waits for its audio. */
  get isSynthesised(): boolean {
    return this.#jobs.every(({ state }) => state === 'synthesised');
  }

  /** Once per tick, before the pacer is asked for its frame. */
  tick(): void {
    // Most ticks find everything said and handed on.
    if (this.#jobs.length === 0 && !this.#isFinishing) return;
    const nowMs = this.#options.clock.nowMs();
    for (const job of this.#jobs) {
      if (job.state !== 'reading' || job.isFull || nowMs - job.lastActivityMs < this.#idleMs(job)) continue;
      this.#fail(job, new ProviderError('timed_out', 'The synthesiser gave no audio in time.'));
    }
    this.pump();
  }

  /** Once per tick, after the pacer gave its frame. */
  afterTick(): void {
    if (this.#whenPlayed.length === 0 || !this.#isPlayed) return;
    for (const resolve of this.#whenPlayed.splice(0)) resolve(true);
  }

  /** Hands on what is ready and starts what is due. */
  pump(): void {
    if (this.#hasFailed) return;
    while (this.#jobs[0] && this.#deliver(this.#jobs[0])) this.#jobs.shift();
    this.#startJobs();
    if (this.#isFinishing && this.#jobs.length === 0) this.#options.pacer.finish(this.#generation);
  }

  get #isPlayed(): boolean {
    return this.isEmpty && !this.#options.pacer.isPaused;
  }

  /** A first try gets half the time, so that a second one fits before the silence is a failure. */
  #idleMs(job: Job): number {
    return job.tries > 1 || job.hasAudio ? this.#options.providerIdleMs : this.#options.providerIdleMs / 2;
  }

  #newJob(text: string, step: number): Job {
    return {
      text,
      step,
      state: 'waiting',
      reading: null,
      controller: null,
      pieces: [],
      heldMs: 0,
      isFull: false,
      hasAudio: false,
      tries: 0,
      startAtMs: 0,
      lastActivityMs: 0,
      index: null,
    };
  }

  #startJobs(): void {
    if (this.#jobs.length === 0) return;
    const nowMs = this.#options.clock.nowMs();
    let inFlight = 0;
    let aheadMs = this.#options.pacer.queuedMs;
    for (const job of this.#jobs) {
      if (inFlight >= maxInFlight || aheadMs >= maxAheadMs) return;
      if (job.state === 'waiting' && nowMs >= job.startAtMs) this.#start(job);
      aheadMs += job.heldMs;
      if (job.state !== 'synthesised') inFlight += 1;
    }
  }

  #start(job: Job): void {
    const { textToSpeech, voice, language, clock, prepared } = this.#options;
    const line: SpokenLine = { text: job.text, voice, language };
    const controller = new AbortController();
    const ready = prepared.find(line);
    job.state = 'reading';
    job.tries += 1;
    job.controller = controller;
    job.lastActivityMs = clock.nowMs();
    if (ready) {
      for (const chunk of ready) this.#take(job, chunk);
      job.state = 'synthesised';
      return;
    }
    job.reading = readStream<SpeechChunk>({
      open: () => textToSpeech.speak({ ...line, signal: controller.signal }),
      onItem: (chunk) => {
        this.#take(job, chunk);
        this.pump();
        job.isFull = job.heldMs >= maxAheadMs;
        return job.isFull ? 'wait' : 'more';
      },
      onEnd: (error) => {
        if (error !== undefined) this.#fail(job, toProviderError(error));
        else if (job.hasAudio) job.state = 'synthesised';
        else
          this.#fail(job, new ProviderError('unavailable', 'The synthesiser gave no audio for a sentence.'));
        this.pump();
      },
    });
  }

  #take(job: Job, chunk: SpeechChunk): void {
    const { samples } = chunk;
    job.lastActivityMs = this.#options.clock.nowMs();
    if (samples.length > 0 && !this.#hasFirstAudio) {
      this.#hasFirstAudio = true;
      this.#options.onFirstAudio(this.#generation);
    }
    if (samples.length > 0 && !job.hasAudio) {
      job.hasAudio = true;
      if (job.tries > 1) this.#options.onRecovered();
    }
    job.pieces.push(chunk);
    job.heldMs += this.#msOf(samples);
  }

  #msOf(samples: Int16Array): number {
    return (samples.length * 1000) / this.#options.textToSpeech.sampleRateHz;
  }

  #fail(job: Job, error: ProviderError): void {
    stopJob(job);
    const delayMs = retryDelayMs(error, this.#options.providerIdleMs / 2);
    const isFinal = job.hasAudio || job.tries > 1 || delayMs === null;
    if (isFinal) this.#hasFailed = true;
    else {
      job.state = 'waiting';
      job.startAtMs = this.#options.clock.nowMs() + delayMs;
    }
    this.#options.onTrouble(this.#generation, error, isFinal);
  }

  /** Moves a job's audio to the pacer, as far as there is room. True when all of it went. */
  #deliver(job: Job): boolean {
    const { pacer } = this.#options;
    while (job.pieces.length > 0 || job.state === 'synthesised') {
      const piece: SpeechChunk = job.pieces[0] ?? { samples: noSamples };
      const isLast = job.state === 'synthesised' && job.pieces.length <= 1;
      if (pacer.roomMs <= 0) return false;
      if (job.index === null) {
        job.index = this.said.length;
        this.said.push({ text: job.text, step: job.step });
      }
      pacer.enqueue({
        generation: this.#generation,
        sentenceIndex: job.index,
        text: job.text,
        samples: piece.samples,
        ...(piece.words ? { words: piece.words } : {}),
        isLast,
      });
      job.pieces.shift();
      job.heldMs -= this.#msOf(piece.samples);
      if (isLast) return true;
    }
    if (job.isFull) {
      job.isFull = false;
      job.lastActivityMs = this.#options.clock.nowMs();
      job.reading?.goOn();
    }
    return false;
  }
}

function stopJob(job: Job): void {
  job.controller?.abort();
  job.reading?.cancel();
  job.reading = null;
  job.state = 'failed';
}

const noSamples = new Int16Array(0);
/** The sentence that is heard or awaited, and the next. */
const maxInFlight = 2;
/** Short sentences: as many are made ahead as this much audio. */
const maxAheadMs = 6000;
/** A reply of more sentences is cut short; on the telephone nobody listens that long. */
const maxSentences = 60;
