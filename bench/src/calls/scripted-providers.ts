import type { CallProviders } from '@parley/engine/interfaces/call-providers';
import { frameMs } from '@parley/engine/interfaces/clock';
import type { LanguageModelPart } from '@parley/engine/interfaces/language-model';
import type { SpeechToText, TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import type { SpeechChunk } from '@parley/engine/interfaces/text-to-speech';
import { monotonicMs } from '../measuring/monotonic-ms.ts';
import type { SpokenLine } from './speech-clips.ts';

export type ScriptedProvidersOptions = {
  lines: readonly SpokenLine[];
  /** What the model answers, each made of the texts of `lines`. */
  answers: readonly string[];
  /**
   * How long after the end of the utterance the recogniser gives its final text, and up to 20 ms more: a provider
   * does not know our ticks. 0: at once.
   */
  finalDelayMs: number;
  /** A final text was given, on the clock of `monotonicMs`. */
  onFinal: (atMs: number) => void;
};

/**
 * Providers of one call that answer at once from memory, with real speech: all that is measured is ours. The recogniser
 * gives a partial text every 200 ms and a final one, the model a word at a time, the synthesiser 200 ms at a time.
 */
export function openScriptedProviders(options: ScriptedProvidersOptions): CallProviders {
  const { lines, answers } = options;
  const rateHz = lines[0]!.sampleRateHz;
  let answer = Math.floor(Math.random() * answers.length);
  return {
    speechToText: openScriptedRecogniser(options),
    languageModel: {
      async *respond({ signal }): AsyncGenerator<LanguageModelPart> {
        answer = (answer + 1) % answers.length;
        for (const word of answers[answer]!.split(' ')) {
          if (signal.aborted) return;
          yield { type: 'text', text: `${word} ` };
        }
        yield { type: 'finish', reason: 'stop' };
      },
    },
    textToSpeech: {
      sampleRateHz: rateHz,
      async *speak({ text, signal }): AsyncGenerator<SpeechChunk> {
        const { samples } = lines.find((line) => line.text === text.trim()) ?? lines[0]!;
        const step = rateHz / 5;
        for (let start = 0; start < samples.length; start += step) {
          if (signal.aborted) return;
          yield { samples: samples.subarray(start, start + step) };
        }
      },
    },
  };
}

function openScriptedRecogniser({ finalDelayMs, onFinal }: ScriptedProvidersOptions): SpeechToText {
  return {
    hearsAudio: true,
    finalWaitMs: finalDelayMs + 1000,
    open({ onEvent }) {
      let openId: number | null = null;
      let frames = 0;
      let isClosed = false;
      const tell = (event: TranscriptEvent): void => {
        if (isClosed) return;
        if (event.type === 'final') onFinal(monotonicMs());
        onEvent(event);
      };
      return {
        write() {
          if (openId === null) return;
          frames += 1;
          if (frames % 10 === 0) tell({ type: 'partial', utteranceId: openId, text: customerWords });
        },
        startUtterance(id) {
          openId = id;
          frames = 0;
        },
        endUtterance(id) {
          openId = null;
          const final = { type: 'final', utteranceId: id, text: customerWords } as const;
          if (finalDelayMs === 0) queueMicrotask(() => tell(final));
          else setTimeout(() => tell(final), finalDelayMs + Math.random() * frameMs);
        },
        hintWords() {},
        close() {
          isClosed = true;
        },
      };
    },
  };
}

/** A whole sentence, so that the turn ends by the rule for complete ones. */
const customerWords = 'Can I book a table for two on Friday at seven?';
