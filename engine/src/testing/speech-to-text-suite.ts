import { frameSamples } from '../audio/frames.ts';
import { frameMs } from '../interfaces/clock.ts';
import type { CallRateHz } from '../interfaces/media-stream.ts';
import type { SpeechToText, Transcriber, TranscriptEvent } from '../interfaces/speech-to-text.ts';
import { type ConformanceCheck, expectThat, waitUntil } from './suite.ts';

export type SpeechToTextSuiteOptions = {
  open: () => SpeechToText | Promise<SpeechToText>;
  sampleRateHz: CallRateHz;
  language?: string;
  /** An utterance with half a second of silence around it, and what its final text must match. */
  speech: { samples: Int16Array; text: RegExp; hint?: string };
  /** Real or turned time, as the provider under test needs. */
  wait: (ms: number) => Promise<void>;
  /** How long a final text may take; 10 s unless told. */
  withinMs?: number;
};

/** What every recogniser must keep to. */
export function speechToTextSuite(options: SpeechToTextSuiteOptions): ConformanceCheck[] {
  const { wait, withinMs = 10_000 } = options;
  const silence = new Int16Array(options.speech.samples.length);

  const listen = async (use: (line: Line) => Promise<void>): Promise<void> => {
    const speechToText = await options.open();
    const events: TranscriptEvent[] = [];
    const transcriber = speechToText.open({
      sampleRateHz: options.sampleRateHz,
      language: options.language ?? 'en-US',
      onEvent: (event) => events.push(event),
    });
    try {
      await use({ speechToText, transcriber, events });
    } finally {
      transcriber.close();
    }
  };
  const utter = (transcriber: Transcriber, id: number, samples: Int16Array): void => {
    const { hint } = options.speech;
    if (hint !== undefined && samples !== silence) transcriber.hintWords(hint, 1000);
    writeUtterance(transcriber, { id, samples, sampleRateHz: options.sampleRateHz });
  };
  const answers = (events: readonly TranscriptEvent[], id: number): TranscriptEvent[] =>
    events.filter((event) => event.type !== 'partial' && event.utteranceId === id);
  const waitForAnswer = (events: readonly TranscriptEvent[], id: number): Promise<boolean> =>
    waitUntil({ isTrue: () => answers(events, id).length > 0, wait, withinMs });

  return [
    {
      name: 'says how long a final text takes',
      run: () =>
        listen(async ({ speechToText }) => {
          const { finalWaitMs } = speechToText;
          expectThat(Number.isFinite(finalWaitMs) && finalWaitMs >= 0, 'finalWaitMs is a time');
        }),
    },
    {
      name: 'understands an utterance, with one final text under its id',
      run: () =>
        listen(async ({ transcriber, events }) => {
          utter(transcriber, 7, options.speech.samples);
          expectThat(await waitForAnswer(events, 7), 'a final text');
          const answer = answers(events, 7)[0];
          const text = answer?.type === 'final' ? answer.text : `(${answer?.type})`;
          expectThat(options.speech.text.test(text), `a text like ${options.speech.text}, not "${text}"`);
        }),
    },
    {
      name: 'answers silence with one empty final text',
      run: () =>
        listen(async ({ transcriber, events }) => {
          utter(transcriber, 1, silence);
          expectThat(await waitForAnswer(events, 1), 'an answer');
          const answer = answers(events, 1)[0];
          expectThat(answer?.type === 'final' && answer.text.trim() === '', 'an empty final text');
        }),
    },
    {
      name: 'answers every utterance exactly once, in order',
      run: () =>
        listen(async ({ transcriber, events }) => {
          for (const id of [1, 2, 3]) {
            utter(transcriber, id, options.speech.samples);
            expectThat(await waitForAnswer(events, id), `an answer to utterance ${id}`);
          }
          await wait(200);
          const ids = events.flatMap((event) => (event.type === 'partial' ? [] : [event.utteranceId]));
          expectThat(ids.join() === '1,2,3', `answers 1, 2 and 3, not ${ids.join()}`);
        }),
    },
    {
      name: 'gives partial texts only for the utterance that is open',
      run: () =>
        listen(async ({ transcriber, events }) => {
          utter(transcriber, 4, options.speech.samples);
          await waitForAnswer(events, 4);
          await wait(100);
          const end = events.findIndex(({ type }) => type === 'final');
          const late = events.slice(end + 1).filter(({ type }) => type === 'partial');
          expectThat(late.length === 0, 'no partial text after the final one');
          expectThat(
            events.every(({ utteranceId }) => utteranceId === 4),
            'no other utterance is named',
          );
        }),
    },
    {
      name: 'tells nothing after it was closed, and may be closed twice',
      run: () =>
        listen(async ({ transcriber, events }) => {
          utter(transcriber, 1, options.speech.samples);
          transcriber.close();
          transcriber.close();
          const told = events.length;
          await wait(Math.min(withinMs, 1000));
          expectThat(events.length === told, 'no event after close');
        }),
    },
    {
      name: 'serves two calls at a time without mixing them up',
      run: async () => {
        const speechToText = await options.open();
        const heard: TranscriptEvent[][] = [[], []];
        const lines = heard.map((events) =>
          speechToText.open({
            sampleRateHz: options.sampleRateHz,
            language: options.language ?? 'en-US',
            onEvent: (event) => events.push(event),
          }),
        );
        utter(lines[0]!, 1, options.speech.samples);
        utter(lines[1]!, 2, silence);
        const isAnswered = await waitForAnswer(heard[0]!, 1).then((is) => is && waitForAnswer(heard[1]!, 2));
        for (const line of lines) line.close();
        expectThat(isAnswered, 'both calls are answered');
        expectThat(
          answers(heard[0]!, 2).length + answers(heard[1]!, 1).length === 0,
          'each its own utterance',
        );
      },
    },
  ];
}

type Line = { speechToText: SpeechToText; transcriber: Transcriber; events: TranscriptEvent[] };

/** Writes frames as a call does: the utterance is announced after its first 200 ms. */
function writeUtterance(
  transcriber: Transcriber,
  options: { id: number; samples: Int16Array; sampleRateHz: CallRateHz },
): void {
  const { id, samples } = options;
  const length = frameSamples(options.sampleRateHz);
  const frame = new Int16Array(length);
  const announceAt = 10;
  for (let i = 0; i * length < samples.length; i++) {
    frame.fill(0);
    frame.set(samples.subarray(i * length, (i + 1) * length));
    transcriber.write(frame);
    if (i === announceAt) transcriber.startUtterance(id, (announceAt + 1) * frameMs);
  }
  transcriber.endUtterance(id);
}
