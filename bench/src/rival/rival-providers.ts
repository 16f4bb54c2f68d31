import { monotonicMs } from '../measuring/monotonic-ms.ts';
import type { RivalFrame, RivalLibrary } from './rival-library.ts';

export type RivalProvidersOptions = {
  library: RivalLibrary;
  /** What the agent says: sentences, and the frames of all of them one after another. */
  answer: string;
  answerFrames: readonly RivalFrame[];
  /** A final text was given, on the clock of `monotonicMs`. */
  onFinal: (atMs: number) => void;
};

export type RivalProviders = { stt: object; llm: object; tts: object };

/**
 * The same instant providers as ours have, as plugins of the rival: a recogniser that goes by the level of the frames,
 * a model that gives a word at a time, a synthesiser that gives its audio at once.
 */
export function openRivalProviders(options: RivalProvidersOptions): RivalProviders {
  return { stt: openRecogniser(options), llm: openModel(options), tts: openSynthesiser(options) };
}

function openRecogniser({ library, onFinal }: RivalProvidersOptions): object {
  const { STT, SpeechStream, SpeechEventType } = library.agents.stt;
  class Stream extends SpeechStream {
    readonly label = 'scripted';

    async run(): Promise<void> {
      const tell = (type: number): void =>
        this.queue.put({
          type,
          alternatives: [{ language: 'en', text: words, startTime: 0, endTime: 0, confidence: 1 }],
        });
      let voiced = 0;
      let silent = 0;
      for await (const frame of this.input) {
        if (typeof frame === 'symbol') continue;
        if (isLoud(frame.data)) {
          voiced += 1;
          silent = 0;
          if (voiced === 3) tell(SpeechEventType.START_OF_SPEECH);
          if (voiced >= 3 && voiced % 10 === 0) tell(SpeechEventType.INTERIM_TRANSCRIPT);
        } else if (voiced >= 3) {
          silent += 1;
          if (silent < hangoverFrames) continue;
          voiced = 0;
          silent = 0;
          onFinal(monotonicMs());
          tell(SpeechEventType.FINAL_TRANSCRIPT);
          tell(SpeechEventType.END_OF_SPEECH);
        } else voiced = 0;
      }
    }
  }
  return new (class extends STT {
    readonly label = 'scripted';
    constructor() {
      super({ streaming: true, interimResults: true });
    }
    stream(): object {
      return new Stream(this);
    }
  })();
}

function openModel({ library, answer }: RivalProvidersOptions): object {
  const { LLM, LLMStream } = library.agents.llm;
  class Stream extends LLMStream {
    async run(): Promise<void> {
      for (const word of answer.split(' ')) {
        if (this.abortController.signal.aborted) return;
        this.queue.put({ id: 'answer', delta: { role: 'assistant', content: `${word} ` } });
      }
    }
  }
  return new (class extends LLM {
    label(): string {
      return 'scripted';
    }
    chat(request: Record<string, unknown>): object {
      return new Stream(this, { connOptions, ...request });
    }
  })();
}

function openSynthesiser({ library, answerFrames }: RivalProvidersOptions): object {
  const { TTS, SynthesizeStream } = library.agents.tts;
  class Stream extends SynthesizeStream {
    readonly label = 'scripted';

    async run(): Promise<void> {
      let hasText = false;
      const speak = (): void => {
        for (const [i, frame] of answerFrames.entries()) {
          if (this.abortSignal.aborted) return;
          const isLast = i === answerFrames.length - 1;
          this.queue.put({ requestId: 'answer', segmentId: 'answer', frame, final: isLast });
        }
        this.queue.put(SynthesizeStream.END_OF_STREAM);
      };
      for await (const text of this.input) {
        // Its audio comes with the first word, as that of an instant synthesiser would.
        if (typeof text === 'symbol' || hasText) continue;
        hasText = true;
        speak();
      }
    }
  }
  return new (class extends TTS {
    readonly label = 'scripted';
    constructor() {
      super(8000, 1, { streaming: true });
    }
    stream(): object {
      return new Stream(this, connOptions);
    }
    synthesize(): never {
      throw new Error('Only streaming is used.');
    }
  })();
}

function isLoud(samples: Int16Array): boolean {
  let sum = 0;
  for (let i = 0; i < samples.length; i += 4) sum += Math.abs(samples[i]!);
  return sum / (samples.length / 4) > 300;
}

const words = 'Can I book a table for two on Friday at seven?';
/** 300 ms: what our detector waits, too. */
const hangoverFrames = 15;
const connOptions = { maxRetry: 0, retryIntervalMs: 1000, timeoutMs: 10_000 };
