import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { Transcriber, TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import type { JobLimit } from './job-limit.ts';
import { UtteranceCutter } from './utterance-cutter.ts';

/** Turns the sound of one utterance into text; rejects with a ProviderError. */
export type RecogniseUtterance = (samples: Int16Array, signal: AbortSignal) => Promise<string>;

export type UtteranceTranscriberOptions = {
  sampleRateHz: number;
  onEvent: (event: TranscriptEvent) => void;
  recognise: RecogniseUtterance;
  /** Shared by all calls that use the same account or machine. */
  limit: JobLimit;
  /** Waiting and recognising together may take this long. */
  timeLimitMs: number;
  maxUtteranceMs: number;
};

/** Shorter sounds hold no word: the shortest ("no") takes about 150 ms, and there is pre-roll around it. */
const shortestMs = 120;
/** Nothing louder than -60 dBFS in it: no speech. Some recognisers make up words for silence. */
const silentPeak = 33;

/** An ear for recognisers that take whole utterances: each is cut out of the call and recognised on its own. */
export class UtteranceTranscriber implements Transcriber {
  readonly #options: UtteranceTranscriberOptions;
  readonly #cutter: UtteranceCutter;
  readonly #closing = new AbortController();

  constructor(options: UtteranceTranscriberOptions) {
    this.#options = options;
    this.#cutter = new UtteranceCutter({ sampleRateHz: options.sampleRateHz, maxMs: options.maxUtteranceMs });
  }

  write(frame: Int16Array): void {
    this.#cutter.write(frame);
  }

  startUtterance(utteranceId: number, preRollMs: number): void {
    this.#cutter.start(utteranceId, preRollMs);
  }

  endUtterance(utteranceId: number): void {
    if (this.#closing.signal.aborted) return;
    const samples = this.#cutter.end(utteranceId);
    const shortest = (shortestMs * this.#options.sampleRateHz) / 1000;
    const isSpeech =
      samples && samples.length >= shortest && samples.some((sample) => Math.abs(sample) > silentPeak);
    if (!isSpeech) {
      this.#options.onEvent({ type: 'final', utteranceId, text: '' });
      return;
    }
    void this.#recognise(utteranceId, samples);
  }

  hintWords(): void {
    // It has ears.
  }

  close(): void {
    this.#closing.abort();
  }

  async #recognise(utteranceId: number, samples: Int16Array): Promise<void> {
    const { recognise, limit, timeLimitMs } = this.#options;
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), timeLimitMs);
    const signal = AbortSignal.any([this.#closing.signal, time.signal]);
    try {
      const text = await limit.run(() => recognise(samples, signal), signal);
      this.#tell({ type: 'final', utteranceId, text: text.replace(/\s+/g, ' ').trim() });
    } catch (error) {
      this.#tell({ type: 'failed', utteranceId, error: asProviderError(error, time.signal.aborted) });
    } finally {
      clearTimeout(timer);
    }
  }

  #tell(event: TranscriptEvent): void {
    if (!this.#closing.signal.aborted) this.#options.onEvent(event);
  }
}

function asProviderError(error: unknown, isTimedOut: boolean): ProviderError {
  if (isTimedOut) return new ProviderError('timed_out', 'The recogniser took too long.', { cause: error });
  if (error instanceof ProviderError) return error;
  return new ProviderError('unavailable', 'The recogniser failed.', { cause: error });
}
