import { ProviderError, type ProviderErrorKind } from '../interfaces/provider-error.ts';
import type { SpeechChunk, TextToSpeech } from '../interfaces/text-to-speech.ts';
import type { FakeClock } from './fake-clock.ts';

/** What becomes of a sentence: spoken, failed or stalled after some chunks. */
export type SpeakingPlan =
  | 'speaks'
  | { fails: ProviderErrorKind; afterChunks: number }
  | { stallsAfter: number };

export type FakeTextToSpeechOptions = {
  clock: FakeClock;
  sampleRateHz?: number;
  firstChunkMs?: number;
  /** Time between chunks. */
  chunkEveryMs?: number;
  /** Speed of the voice. */
  msPerChar?: number;
  plan?: (text: string, request: number) => SpeakingPlan;
};

/** A synthesiser that gives a tone as long as the text, in chunks of 200 ms. */
export class FakeTextToSpeech implements TextToSpeech {
  readonly sampleRateHz: number;
  /** Texts it was asked for. */
  readonly texts: string[] = [];
  /** Most requests that ran at a time. */
  mostAtOnce = 0;
  readonly #options: FakeTextToSpeechOptions;
  /** Requests that run now. */
  running = 0;

  constructor(options: FakeTextToSpeechOptions) {
    this.#options = options;
    this.sampleRateHz = options.sampleRateHz ?? 8000;
  }

  async *speak({ text, signal }: { text: string; signal: AbortSignal }): AsyncGenerator<SpeechChunk> {
    const { clock, firstChunkMs = 0, chunkEveryMs = 0, msPerChar = 60 } = this.#options;
    this.texts.push(text);
    const plan = this.#options.plan?.(text, this.texts.length) ?? 'speaks';
    const chunks = Math.max(1, Math.ceil((text.length * msPerChar) / chunkMs));
    this.running += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.running);
    let isRunning = true;
    const leave = (): void => {
      if (isRunning) this.running -= 1;
      isRunning = false;
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      for (let i = 0; i < chunks; i++) {
        await clock.wait(i === 0 ? firstChunkMs : chunkEveryMs);
        if (signal.aborted) return;
        if (plan !== 'speaks' && 'fails' in plan && i >= plan.afterChunks) {
          throw new ProviderError(plan.fails, 'The synthesiser was told to fail.');
        }
        if (plan !== 'speaks' && 'stallsAfter' in plan && i >= plan.stallsAfter) {
          await untilAborted(signal);
          return;
        }
        yield { samples: this.#tone() };
      }
    } finally {
      leave();
    }
  }

  #tone(): Int16Array {
    const samples = new Int16Array(Math.round((this.sampleRateHz * chunkMs) / 1000));
    for (let i = 0; i < samples.length; i++) {
      samples[i] = 8000 * Math.sin((2 * Math.PI * 300 * i) / this.sampleRateHz);
    }
    return samples;
  }
}

/** Resolves when the signal is aborted. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

const chunkMs = 200;
