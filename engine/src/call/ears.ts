import type { CallNote } from '@parley/contract/calls';
import { toProviderError } from '../agent/failure.ts';
import type { CallRateHz } from '../interfaces/media-stream.ts';
import type { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechToText, Transcriber, TranscriptEvent } from '../interfaces/speech-to-text.ts';

export type EarsOptions = {
  speechToText: SpeechToText | null;
  sampleRateHz: CallRateHz;
  language: string;
  onText: (result: { utteranceId: number; text: string; isFinal: boolean }) => void;
  /** What was being recognised is lost; a new recogniser listens. */
  onLost: () => void;
  /** Nobody listens any more. */
  onDeaf: () => void;
  onNote: (kind: CallNote['kind'], text: string) => void;
};

/**
 * The call's recogniser. When it fails, a new one is opened, once between two texts; when that fails too, or
 * trying again is useless, the call is deaf for good. Events of a recogniser that was given up go nowhere.
 */
export class Ears {
  readonly #options: EarsOptions;
  #transcriber: Transcriber | null = null;
  /** Which recogniser is listened to. */
  #opening = 0;
  #failures = 0;
  #openUtteranceId: number | null = null;

  constructor(options: EarsOptions) {
    this.#options = options;
  }

  /** Begins to listen. */
  open(): void {
    if (this.#options.speechToText) this.#openTranscriber(this.#options.speechToText);
  }

  write(frame: Int16Array): void {
    // Written out: a function to guard would be made 50 times a second.
    if (!this.#transcriber) return;
    try {
      this.#transcriber.write(frame);
    } catch (error) {
      this.#fail(toProviderError(error));
    }
  }

  startUtterance(utteranceId: number, preRollMs: number): void {
    this.#openUtteranceId = utteranceId;
    this.#guard((transcriber) => transcriber.startUtterance(utteranceId, preRollMs));
  }

  endUtterance(utteranceId: number): void {
    this.#openUtteranceId = null;
    this.#guard((transcriber) => transcriber.endUtterance(utteranceId));
  }

  hintWords(text: string, durationMs: number): void {
    this.#guard((transcriber) => transcriber.hintWords(text, durationMs));
  }

  /** No event comes afterwards. May be called twice. */
  close(): void {
    const transcriber = this.#transcriber;
    this.#transcriber = null;
    this.#opening += 1;
    closeQuietly(transcriber);
  }

  #openTranscriber(speechToText: SpeechToText): void {
    this.#opening += 1;
    const opening = this.#opening;
    const { sampleRateHz, language } = this.#options;
    try {
      const transcriber = speechToText.open({
        sampleRateHz,
        language,
        onEvent: (event) => {
          if (opening === this.#opening) this.#take(event);
        },
      });
      // It may have failed while it was opened.
      if (opening === this.#opening) this.#transcriber = transcriber;
      else closeQuietly(transcriber);
    } catch (error) {
      if (opening === this.#opening) this.#fail(toProviderError(error));
    }
  }

  #take(event: TranscriptEvent): void {
    if (event.type === 'failed') {
      this.#fail(event.error);
      return;
    }
    if (event.text !== '' && this.#failures > 0) {
      this.#failures = 0;
      this.#options.onNote('provider_recovered', 'The recogniser works again.');
    }
    this.#options.onText({
      utteranceId: event.utteranceId,
      text: event.text,
      isFinal: event.type === 'final',
    });
  }

  #fail(error: ProviderError): void {
    const { speechToText, onNote, onLost, onDeaf } = this.#options;
    this.#failures += 1;
    onNote('provider_failed', `The recogniser failed (${error.kind}).`);
    this.close();
    if (speechToText && error.isRetryable && this.#failures <= 1) {
      this.#openTranscriber(speechToText);
      if (!this.#transcriber) return;
      const utteranceId = this.#openUtteranceId;
      if (utteranceId !== null) this.#guard((transcriber) => transcriber.startUtterance(utteranceId, 0));
      onLost();
    } else onDeaf();
  }

  #guard(use: (transcriber: Transcriber) => void): void {
    if (!this.#transcriber) return;
    try {
      use(this.#transcriber);
    } catch (error) {
      this.#fail(toProviderError(error));
    }
  }
}

function closeQuietly(transcriber: Transcriber | null): void {
  try {
    transcriber?.close();
  } catch {
    // It is given up; nothing depends on how it ends.
  }
}
