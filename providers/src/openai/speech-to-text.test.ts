import type { TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeWav } from '../wav-file.ts';
import { OpenAiSettings } from './settings.ts';
import { openOpenAiSpeechToText } from './speech-to-text.ts';
import { StandIn } from './stand-in.ts';
import { replies } from './stand-in-replies.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open('sk-1');
});
afterAll(() => standIn.close());

function openEar(settings: Record<string, string> = {}) {
  const events: TranscriptEvent[] = [];
  const recogniser = openOpenAiSpeechToText(
    OpenAiSettings.parse({ apiKey: 'sk-1', baseUrl: standIn.baseUrl, ...settings }),
  );
  const ear = recogniser.open({
    sampleRateHz: 8000,
    language: 'en-US',
    onEvent: (event) => events.push(event),
  });
  const utter = (id: number, ms: number) => {
    ear.write(new Int16Array(160).fill(1));
    ear.startUtterance(id, 20);
    for (let passed = 0; passed < ms; passed += 20) ear.write(new Int16Array(160).fill(1000));
    ear.endUtterance(id);
  };
  const wait = (count: number) => expect.poll(() => events.length).toBe(count);
  return { ear, events, utter, wait };
}

test('an utterance is sent as a WAV file with its pre-roll, and its text comes back', async () => {
  standIn.script(replies.transcript(' What are your\n opening hours? '));
  const { events, utter, wait } = openEar({ transcriptionPrompt: 'Acme Dental' });
  utter(5, 400);
  await wait(1);
  expect(events).toEqual([{ type: 'final', utteranceId: 5, text: 'What are your opening hours?' }]);
  const { fields, file } = standIn.requests.at(-1)!.form!;
  expect(fields).toEqual({
    model: 'gpt-4o-mini-transcribe',
    response_format: 'json',
    language: 'en',
    prompt: 'Acme Dental',
  });
  const sound = decodeWav(file);
  expect(sound.sampleRateHz).toBe(8000);
  expect(sound.samples).toHaveLength(160 + 20 * 160);
  expect(sound.samples[0]).toBe(1);
});

test('a click is answered without asking anybody', async () => {
  const before = standIn.requests.length;
  const { events, utter } = openEar();
  utter(1, 40);
  expect(events).toEqual([{ type: 'final', utteranceId: 1, text: '' }]);
  expect(standIn.requests.length).toBe(before);
});

test('a failure is told for its utterance, and the next one works again', async () => {
  standIn.script(
    replies.error(429, { message: 'Slow.' }, { 'retry-after': '2' }),
    replies.transcript('fine'),
  );
  const { events, utter, wait } = openEar();
  utter(1, 400);
  await wait(1);
  expect(events[0]).toMatchObject({
    type: 'failed',
    utteranceId: 1,
    error: { kind: 'rate_limited', retryAfterMs: 2000 },
  });
  utter(2, 400);
  await wait(2);
  expect(events[1]).toEqual({ type: 'final', utteranceId: 2, text: 'fine' });
});

test.each([
  ['no text', '{"words":[]}'],
  ['no JSON', '<html>'],
])('an answer with %s is malformed', async (_, body) => {
  standIn.script(replies.raw(200, 'application/json', body));
  const { events, utter, wait } = openEar();
  utter(1, 400);
  await wait(1);
  expect(events[0]).toMatchObject({ type: 'failed', error: { kind: 'malformed' } });
});

test('two utterances on the way are answered each with its own text', async () => {
  standIn.script(replies.transcript('slow one', 150), replies.transcript('quick one'));
  const { events, utter, wait } = openEar();
  utter(1, 400);
  await expect.poll(() => standIn.requests.at(-1)!.form).toBeDefined();
  utter(2, 400);
  await wait(2);
  expect(events.map((event) => event.type === 'final' && event.utteranceId)).toContain(1);
  expect(events).toContainEqual({ type: 'final', utteranceId: 1, text: 'slow one' });
  expect(events).toContainEqual({ type: 'final', utteranceId: 2, text: 'quick one' });
});

test('closing ends what is on the way, and nothing is told afterwards', async () => {
  standIn.script(replies.silence());
  const before = standIn.requests.length;
  const { ear, events, utter } = openEar();
  utter(1, 400);
  await expect.poll(() => standIn.requests.length).toBe(before + 1);
  ear.close();
  ear.close();
  await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
  utter(2, 400);
  expect(events).toEqual([]);
});
