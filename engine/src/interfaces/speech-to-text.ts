import type { CallRateHz } from './media-stream.ts';
import type { ProviderError } from './provider-error.ts';

/**
 * `utteranceId` names the stretch of speech the text belongs to: results of an utterance that is over
 * and answered are dropped by the engine.
 */
export type TranscriptEvent =
  | { type: 'partial'; utteranceId: number; text: string }
  /** The last word on this utterance. An empty text: it held no words. */
  | { type: 'final'; utteranceId: number; text: string }
  | { type: 'failed'; utteranceId: number | null; error: ProviderError };

/** One call's ear. Exactly one final (or failed) answers each `endUtterance`. */
export interface Transcriber {
  /** Every frame of the customer, 20 ms each, speech or not. Copy what must be kept. */
  write(frame: Int16Array): void;
  /** Speech has begun, about `preRollMs` ago in the frames written so far. */
  startUtterance(utteranceId: number, preRollMs: number): void;
  /** Speech has ended: answer now with the final text. */
  endUtterance(utteranceId: number): void;
  /** Words the far end itself says it speaks (MediaEvent `words`). Recognisers with ears ignore them. */
  hintWords(text: string, durationMs: number): void;
  /** Ends it; no event comes afterwards. May be called twice. */
  close(): void;
}

export interface SpeechToText {
  /**
   * False: it hears only far ends that know their own words. On a line without such words the agent
   * says once that it understands touch-tones only, and goes on by them.
   */
  readonly hearsAudio: boolean;
  /** How long after the end of speech a final text may take, 99 of 100 times, in ms. */
  readonly finalWaitMs: number;
  open(options: {
    sampleRateHz: CallRateHz;
    language: string;
    onEvent: (event: TranscriptEvent) => void;
  }): Transcriber;
}
