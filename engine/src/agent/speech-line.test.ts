import { expect, test } from 'vitest';
import { Pacer } from '../audio/pacer.ts';
import { FakeClock, settle } from '../testing/fake-clock.ts';
import { FakeTextToSpeech, type FakeTextToSpeechOptions } from '../testing/fake-text-to-speech.ts';
import { PreparedSpeech } from './prepared-speech.ts';
import { SpeechLine } from './speech-line.ts';

function openLine(options: Partial<FakeTextToSpeechOptions> = {}) {
  const clock = new FakeClock();
  const textToSpeech = new FakeTextToSpeech({ clock, ...options });
  const pacer = new Pacer({ sampleRateHz: 8000, sourceRateHz: textToSpeech.sampleRateHz });
  const prepared = new PreparedSpeech(textToSpeech);
  const troubles: string[] = [];
  const line = new SpeechLine({
    textToSpeech,
    voice: 'v',
    language: 'en',
    prepared,
    pacer,
    clock,
    providerIdleMs: 4000,
    onFirstAudio: () => undefined,
    onTrouble: (_, error, isFinal) => troubles.push(`${error.kind}${isFinal ? ' for good' : ''}`),
    onRecovered: () => troubles.push('recovered'),
  });
  /** Ticks for this long; returns which sentences sounded, in order. */
  const pass = async (ms: number): Promise<number[]> => {
    const heard: number[] = [];
    for (let i = 0; i < ms; i += 20) {
      clock.advance(20);
      await settle();
      line.tick();
      const index = pacer.next()?.spoken?.sentenceIndex;
      if (index !== undefined && heard.at(-1) !== index) heard.push(index);
      line.afterTick();
    }
    return heard;
  };
  return { clock, textToSpeech, pacer, prepared, troubles, line, pass };
}

test('sentences are heard in order, and the next is made while one is heard', async () => {
  const { line, pass, textToSpeech, pacer } = openLine({ firstChunkMs: 300 });
  line.begin(1);
  for (const text of ['One and one.', 'Two and two.', 'Three and three.']) line.say(text);
  line.finish();
  expect(await pass(6000)).toEqual([0, 1, 2]);
  expect(textToSpeech.mostAtOnce).toBe(2);
  expect(pacer.heardText(1)).toBe('One and one. Two and two. Three and three.');
  expect(pacer.finishedGeneration).toBe(1);
});

test('no more is made ahead than a few seconds of speech', async () => {
  const { line, pass, textToSpeech, pacer } = openLine({ msPerChar: 100 });
  line.begin(1);
  for (let i = 0; i < 50; i++) line.say(`This is sentence number ${i} of many.`);
  await pass(200);
  expect(textToSpeech.texts.length).toBeLessThanOrEqual(4);
  expect(pacer.queuedMs).toBeLessThan(15_000);
});

test('a reply without end is refused', () => {
  const { line } = openLine();
  line.begin(1);
  let taken = 0;
  while (taken < 1000 && line.say('And on and on.')) taken += 1;
  expect(taken).toBe(60);
});

test('a cancelled reply is neither heard nor made, and its waits end', async () => {
  const { line, pass, pacer, textToSpeech } = openLine({ firstChunkMs: 400 });
  line.begin(1);
  line.say('Never heard.');
  const played = line.whenPlayed();
  await pass(100);
  line.cancel();
  expect(await played).toBe(false);
  expect(await pass(2000)).toEqual([]);
  expect(pacer.heardText(1)).toBe('');
  expect(textToSpeech.running).toBe(0);
});

test('a wait for what was said ends with its last frame', async () => {
  const { line, pass, pacer } = openLine();
  line.begin(1);
  line.say('Bye bye.');
  let isPlayed: boolean | null = null;
  void line.whenPlayed().then((is) => {
    isPlayed = is;
  });
  await pass(400);
  expect(isPlayed).toBeNull();
  await pass(400);
  expect(isPlayed).toBe(true);
  expect(pacer.isIdle).toBe(true);
});

test('a synthesiser that stalls is tried once more', async () => {
  const { line, pass, troubles } = openLine({
    plan: (_, request) => (request === 1 ? { stallsAfter: 0 } : 'speaks'),
  });
  line.begin(1);
  line.say('Hello.');
  expect(await pass(1900)).toEqual([]);
  expect(await pass(400)).toEqual([0]);
  expect(troubles).toEqual(['timed_out', 'recovered']);
});

test('a sentence that fails in the middle is a failure for good: it is not said twice', async () => {
  const { line, pass, troubles, textToSpeech } = openLine({
    plan: () => ({ fails: 'unavailable', afterChunks: 1 }),
  });
  line.begin(1);
  line.say('Hello, this is a sentence.');
  await pass(1000);
  expect(troubles).toEqual(['unavailable for good']);
  expect(textToSpeech.texts.length).toBe(1);
});

test('a synthesiser that gives no sound is a failure', async () => {
  const { line, pass, troubles } = openLine();
  line.begin(1);
  const silent = new SpeechLine({
    ...openLine(),
    textToSpeech: { sampleRateHz: 8000, async *speak() {} },
    voice: 'v',
    language: 'en',
    providerIdleMs: 4000,
    onFirstAudio: () => undefined,
    onTrouble: (_, error, isFinal) => troubles.push(`${error.kind}${isFinal ? ' for good' : ''}`),
    onRecovered: () => undefined,
  });
  silent.begin(1);
  silent.say('Hello.');
  await settle();
  silent.tick();
  await settle();
  await pass(100);
  expect(troubles).toEqual(['unavailable', 'unavailable for good']);
});

test('a prepared line is heard though the synthesiser is dead', async () => {
  let isDead = false;
  const { line, pass, prepared, troubles } = openLine({
    plan: () => (isDead ? { fails: 'unavailable', afterChunks: 0 } : 'speaks'),
  });
  prepared.prepare([{ text: 'I am sorry.', voice: 'v', language: 'en' }]);
  await settle(100);
  isDead = true;
  line.begin(1);
  line.say('I am sorry.');
  expect(await pass(1000)).toEqual([0]);
  expect(troubles).toEqual([]);
});

test('speech of another rate is brought to that of the call', async () => {
  const { line, pass, pacer } = openLine({ sampleRateHz: 24_000 });
  line.begin(1);
  line.say('Hello, this is Ada.');
  line.finish();
  await pass(1180);
  expect(pacer.finishedGeneration).not.toBe(1);
  await pass(40);
  expect(pacer.finishedGeneration).toBe(1);
});
