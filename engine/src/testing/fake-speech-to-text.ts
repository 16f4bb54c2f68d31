import { frameMs } from '../interfaces/clock.ts';
import { ProviderError, type ProviderErrorKind } from '../interfaces/provider-error.ts';
import type { SpeechToText, Transcriber, TranscriptEvent } from '../interfaces/speech-to-text.ts';
import { type CustomerStep, soundsOf } from './customer-script.ts';
import type { FakeClock } from './fake-clock.ts';

/** What the recogniser does with an utterance: understands it, fails on it, or never answers. */
export type HearingPlan = 'hears' | 'stalls' | { fails: ProviderErrorKind };

export type FakeSpeechToTextOptions = {
  clock: FakeClock;
  /** What is spoken when: the recogniser reads it from here. */
  script: readonly CustomerStep[];
  finalDelayMs?: number;
  /** Null: no partial texts. */
  partialEveryMs?: number | null;
  hearsAudio?: boolean;
  finalWaitMs?: number;
  /** Asked for each utterance, counted from 1. */
  plan?: (utterance: number) => HearingPlan;
};

/** A recogniser that reads the customer's script, with delays and failures of one's choice. */
export class FakeSpeechToText implements SpeechToText {
  readonly hearsAudio: boolean;
  readonly finalWaitMs: number;
  opened = 0;
  closed = 0;
  utterances = 0;
  readonly #options: FakeSpeechToTextOptions;
  #framesHeard = 0;

  constructor(options: FakeSpeechToTextOptions) {
    this.#options = options;
    this.hearsAudio = options.hearsAudio ?? true;
    this.finalWaitMs = options.finalWaitMs ?? 900;
  }

  open({ onEvent }: { onEvent: (event: TranscriptEvent) => void }): Transcriber {
    this.opened += 1;
    let isClosed = false;
    let open: { id: number; startMs: number; words: string } | null = null;
    let hinted = '';
    let nextPartialMs = 0;
    const tell = (event: TranscriptEvent): void => {
      if (!isClosed) onEvent(event);
    };
    return {
      write: () => {
        this.#framesHeard += 1;
        const nowMs = this.#nowMs;
        const { partialEveryMs = 200 } = this.#options;
        if (!open || partialEveryMs === null || nowMs < nextPartialMs) return;
        nextPartialMs = nowMs + partialEveryMs;
        const text = this.#hear(open.startMs, hinted, true);
        if (text !== '' && text !== open.words) {
          open.words = text;
          tell({ type: 'partial', utteranceId: open.id, text });
        }
      },
      startUtterance: (id, preRollMs) => {
        open = { id, startMs: this.#nowMs - preRollMs, words: '' };
        nextPartialMs = this.#nowMs;
      },
      endUtterance: (id) => {
        const startMs = open?.startMs ?? this.#nowMs;
        open = null;
        this.utterances += 1;
        const plan = this.#options.plan?.(this.utterances) ?? 'hears';
        if (plan === 'stalls') return;
        const text = this.#hear(startMs, hinted, false);
        hinted = '';
        this.#options.clock.after(this.#options.finalDelayMs ?? 100, () => {
          if (plan === 'hears') tell({ type: 'final', utteranceId: id, text });
          else {
            const error = new ProviderError(plan.fails, 'The recogniser was told to fail.');
            tell({ type: 'failed', utteranceId: id, error });
          }
        });
      },
      hintWords: (text) => {
        hinted = hinted === '' ? text : `${hinted} ${text}`;
      },
      close: () => {
        if (!isClosed) this.closed += 1;
        isClosed = true;
      },
    };
  }

  get #nowMs(): number {
    return this.#framesHeard * frameMs;
  }

  /** The words of all sounds since then; of one that goes on, as many as fit the time. */
  #hear(startMs: number, hinted: string, isPartial: boolean): string {
    if (!this.hearsAudio) return isPartial ? '' : hinted;
    const texts = soundsOf(this.#options.script)
      .filter((sound) => sound.startMs < this.#nowMs && sound.endMs > startMs)
      .map((sound) => {
        const words = sound.text.split(' ');
        const share = Math.min(1, (this.#nowMs - sound.startMs) / (sound.endMs - sound.startMs));
        return words.slice(0, isPartial ? Math.floor(words.length * share) : words.length).join(' ');
      });
    return texts.filter(Boolean).join(' ');
  }
}
