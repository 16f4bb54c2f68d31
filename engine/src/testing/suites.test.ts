import { expect, test } from 'vitest';
import { ProviderError } from '../interfaces/provider-error.ts';
import { FakeClock, settle } from './fake-clock.ts';
import { FakeLanguageModel } from './fake-language-model.ts';
import { FakeMediaStream } from './fake-media-stream.ts';
import { FakeSpeechToText } from './fake-speech-to-text.ts';
import { FakeTextToSpeech } from './fake-text-to-speech.ts';
import { languageModelSuite } from './language-model-suite.ts';
import { mediaStreamSuite } from './media-stream-suite.ts';
import { speechToTextSuite } from './speech-to-text-suite.ts';
import type { ConformanceCheck } from './suite.ts';
import { makeSyntheticSpeech } from './synthetic-speech.ts';
import { textToSpeechSuite } from './text-to-speech-suite.ts';

/** Time that passes when it is waited for. */
function turnedTime() {
  const clock = new FakeClock();
  let waiting = 0;
  const turn = async (): Promise<void> => {
    while (waiting > 0) {
      await settle(30);
      clock.advance(20);
    }
  };
  const wait = async (ms: number): Promise<void> => {
    const waited = clock.wait(ms).then(() => {
      waiting -= 1;
    });
    waiting += 1;
    if (waiting === 1) void turn();
    return waited;
  };
  return { clock, wait };
}

const { clock, wait } = turnedTime();
const speech = { samples: makeSyntheticSpeech({ sampleRateHz: 8000, durationMs: 1500 }), text: /^one two$/ };
const script = [0, 1500, 3000].map((atMs) => ({
  atMs,
  does: 'speaks' as const,
  text: 'one two',
  durationMs: 1500,
}));

const goodChecks: ConformanceCheck[] = [
  ...textToSpeechSuite({
    open: () => new FakeTextToSpeech({ clock, chunkEveryMs: 20 }),
    openBroken: () =>
      new FakeTextToSpeech({ clock, plan: () => ({ fails: 'authentication', afterChunks: 0 }) }),
    voice: 'v',
    wait,
  }),
  ...languageModelSuite({
    open: () =>
      new FakeLanguageModel({
        clock,
        answer: (messages) => {
          const text = messages.at(-1)?.role === 'customer' ? JSON.stringify(messages.at(-1)) : '';
          if (text.includes('bye')) return { text: 'Bye.', toolCalls: [{ name: 'end_call' }] };
          return text.includes('JSON') ? '{"mood":"good"}' : 'We sell bread.';
        },
      }),
    openBroken: () =>
      new FakeLanguageModel({
        clock,
        answer: () => ({ text: 'x', fails: { kind: 'refused', afterParts: 0 } }),
      }),
    endingText: 'bye',
    answersJson: true,
    wait,
  }),
  ...mediaStreamSuite({
    open: () => new FakeMediaStream({ script: [{ atMs: 100, does: 'presses', digits: '5' }, ...script] }),
    makeFarEndSound: () => undefined,
    makeFarEndPress: () => undefined,
    wait,
  }),
];

test.each(goodChecks)('a fake that keeps to its interface: $name', ({ run }) => run());

const hearing = (plan: 'hears' | 'stalls') =>
  speechToTextSuite({
    open: () => new FakeSpeechToText({ clock, script: plan === 'hears' ? script : [], plan: () => plan }),
    sampleRateHz: 8000,
    speech,
    wait,
    withinMs: 500,
  });

test('a recogniser that never answers is found out', async () => {
  const outcomes = await runAll(hearing('stalls'));
  expect(outcomes['understands an utterance, with one final text under its id']).toContain('a final text');
  expect(outcomes['answers every utterance exactly once, in order']).toContain('utterance 1');
});

test('a recogniser that reads a script is understood', async () => {
  const outcomes = await runAll(hearing('hears'));
  expect(outcomes['understands an utterance, with one final text under its id']).toBe('kept');
  expect(outcomes['answers every utterance exactly once, in order']).toBe('kept');
  expect(outcomes['tells nothing after it was closed, and may be closed twice']).toBe('kept');
});

test('a synthesiser that is silent, endless, writes over what it gave or throws plain errors is found out', async () => {
  const silent = await runAll(
    textToSpeechSuite({
      open: () => ({
        sampleRateHz: 8000,
        async *speak() {
          yield { samples: new Int16Array(16_000) };
        },
      }),
      voice: 'v',
      wait,
      withinMs: 500,
    }),
  );
  expect(silent['speaks a sentence: audible, of a likely length, at its rate']).toContain('audible');
  const samples = new Int16Array(8000);
  const reusing = await runAll(
    textToSpeechSuite({
      open: () => ({
        sampleRateHz: 8000,
        async *speak() {
          for (const level of [1000, 2000]) yield { samples: samples.fill(level) };
        },
      }),
      voice: 'v',
      wait,
      withinMs: 500,
    }),
  );
  expect(reusing['writes to no array that it has given']).toContain('stay as it was');
  const broken = await runAll(
    textToSpeechSuite({
      open: () => new FakeTextToSpeech({ clock, plan: () => ({ stallsAfter: 0 }) }),
      openBroken: () => ({
        sampleRateHz: 8000,
        speak: () => {
          throw new Error('plain');
        },
      }),
      voice: 'v',
      wait,
      withinMs: 500,
    }),
  );
  expect(broken['fails with a ProviderError']).toContain('plain');
  expect(broken['speaks two sentences at a time']).toContain('in time');
});

test('a model that ignores tools or gives nothing is found out', async () => {
  const outcomes = await runAll(
    languageModelSuite({
      open: () => new FakeLanguageModel({ clock, answer: () => '' }),
      endingText: 'bye',
      wait,
      withinMs: 500,
    }),
  );
  expect(outcomes['answers with words, and finishes once, last']).toContain('words');
  expect(outcomes['calls a tool with an id, its name and JSON arguments']).toContain('end_call');
});

async function runAll(checks: readonly ConformanceCheck[]): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const { name, run } of checks) {
    outcomes[name] = await run().then(
      () => 'kept',
      (error: unknown) => String(error),
    );
  }
  return outcomes;
}

test('a provider error says whether it may be tried again', () => {
  expect(new ProviderError('unavailable', 'x').isRetryable).toBe(true);
  expect(new ProviderError('authentication', 'x').isRetryable).toBe(false);
});
