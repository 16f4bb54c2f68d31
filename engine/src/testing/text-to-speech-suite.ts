import { levelDbfs } from '../audio/frames.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import type { SpeechChunk, TextToSpeech } from '../interfaces/text-to-speech.ts';
import { type ConformanceCheck, expectThat, within } from './suite.ts';

export type TextToSpeechSuiteOptions = {
  open: () => TextToSpeech | Promise<TextToSpeech>;
  voice: string;
  language?: string;
  wait: (ms: number) => Promise<void>;
  /** How long a sentence may take; 10 s unless told. */
  withinMs?: number;
  /** A synthesiser that cannot work (wrong key, no server), where one can be made. */
  openBroken?: () => TextToSpeech | Promise<TextToSpeech>;
};

const sentence = 'Good morning, how can I help you today?';

/** What every synthesiser must keep to. */
export function textToSpeechSuite(options: TextToSpeechSuiteOptions): ConformanceCheck[] {
  const { voice, language = 'en-US', wait, withinMs = 10_000 } = options;
  const speak = (textToSpeech: TextToSpeech, text: string, signal: AbortSignal) =>
    textToSpeech.speak({ text, voice, language, signal });
  const speakAll = async (textToSpeech: TextToSpeech, text: string): Promise<SpeechChunk[]> => {
    const chunks = await within(collect(speak(textToSpeech, text, new AbortController().signal)), {
      wait,
      withinMs,
    });
    if (chunks === 'late') throw new Error('Expected: the sentence ends in time');
    return chunks;
  };

  return [
    {
      name: 'speaks a sentence: audible, of a likely length, at its rate',
      run: async () => {
        const textToSpeech = await options.open();
        const { sampleRateHz } = textToSpeech;
        expectThat(Number.isInteger(sampleRateHz) && sampleRateHz >= 8000, 'a sample rate');
        const chunks = await speakAll(textToSpeech, sentence);
        const seconds = lengthOf(chunks) / sampleRateHz;
        expectThat(seconds > 0.8 && seconds < 8, `one to eight seconds, not ${seconds.toFixed(1)}`);
        const loudest = Math.max(...chunks.map(({ samples }) => levelDbfs(samples)));
        expectThat(loudest > -40, `audible speech, not ${loudest.toFixed(0)} dBFS`);
      },
    },
    {
      name: 'writes to no array that it has given',
      run: async () => {
        const given: { samples: Int16Array; copy: Int16Array }[] = [];
        const stream = speak(await options.open(), sentence, new AbortController().signal);
        const take = async (): Promise<'ended'> => {
          for await (const { samples } of stream) given.push({ samples, copy: samples.slice() });
          return 'ended';
        };
        expectThat((await within(take(), { wait, withinMs })) === 'ended', 'an end in time');
        for (const { samples, copy } of given) {
          expectThat(
            samples.every((sample, i) => sample === copy[i]),
            'what was given to stay as it was',
          );
        }
      },
    },
    {
      name: 'speaks longer texts longer',
      run: async () => {
        const textToSpeech = await options.open();
        const short = lengthOf(await speakAll(textToSpeech, 'Good morning.'));
        const long = lengthOf(await speakAll(textToSpeech, `${sentence} ${sentence}`));
        expectThat(long > short * 2, 'more audio for more words');
      },
    },
    {
      name: 'times words in order and inside the audio, where it times them',
      run: async () => {
        const textToSpeech = await options.open();
        const chunks = await speakAll(textToSpeech, sentence);
        const endMs = (lengthOf(chunks) * 1000) / textToSpeech.sampleRateHz;
        let lastMs = 0;
        for (const { startMs, endMs: wordEndMs } of chunks.flatMap(({ words }) => words ?? [])) {
          expectThat(startMs <= wordEndMs && wordEndMs <= endMs + 100, 'words inside the audio');
          expectThat(startMs >= lastMs || startMs === 0, 'words in order');
          lastMs = startMs;
        }
      },
    },
    {
      name: 'ends soon after an abort, without an error but an AbortError',
      run: async () => {
        const controller = new AbortController();
        const stream = speak(await options.open(), `${sentence} ${sentence} ${sentence}`, controller.signal);
        const ended = endQuietly(stream, () => controller.abort());
        expectThat((await within(ended, { wait, withinMs })) === 'ended', 'an end in time');
      },
    },
    {
      name: 'says nothing when it was aborted before it began',
      run: async () => {
        const controller = new AbortController();
        controller.abort();
        let chunks = 0;
        const ended = endQuietly(speak(await options.open(), sentence, controller.signal), () => {
          chunks += 1;
        });
        expectThat((await within(ended, { wait, withinMs })) === 'ended', 'an end in time');
        expectThat(chunks <= 1, 'no audio to speak of');
      },
    },
    {
      name: 'speaks two sentences at a time',
      run: async () => {
        const textToSpeech = await options.open();
        const [first, second] = await Promise.all([
          speakAll(textToSpeech, sentence),
          speakAll(textToSpeech, 'The cake is ready on Friday.'),
        ]);
        expectThat(lengthOf(first ?? []) > 0 && lengthOf(second ?? []) > 0, 'audio of both');
      },
    },
    ...(options.openBroken ? [brokenCheck(options.openBroken, speakAll)] : []),
  ];
}

function brokenCheck(
  open: NonNullable<TextToSpeechSuiteOptions['openBroken']>,
  speakAll: (textToSpeech: TextToSpeech, text: string) => Promise<SpeechChunk[]>,
): ConformanceCheck {
  return {
    name: 'fails with a ProviderError',
    run: async () => {
      const error = await speakAll(await open(), sentence).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expectThat(error instanceof ProviderError, `a ProviderError, not ${String(error)}`);
    },
  };
}

async function collect(stream: AsyncIterable<SpeechChunk>): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for await (const { samples, words } of stream) {
    chunks.push({ samples: samples.slice(), ...(words ? { words } : {}) });
  }
  return chunks;
}

async function endQuietly(stream: AsyncIterable<SpeechChunk>, onChunk: () => void): Promise<'ended'> {
  try {
    for await (const _ of stream) onChunk();
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
  }
  return 'ended';
}

function lengthOf(chunks: readonly SpeechChunk[]): number {
  return chunks.reduce((sum, { samples }) => sum + samples.length, 0);
}
