import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { TranscriptEvent } from '@parley/engine/interfaces/speech-to-text';
import { speechToTextSuite } from '@parley/engine/testing/speech-to-text-suite';
import { textToSpeechSuite } from '@parley/engine/testing/text-to-speech-suite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deepgram } from './index.ts';
import { DeepgramSettings } from './settings.ts';
import { openDeepgramSpeechToText } from './speech-to-text.ts';
import { type Behaviour, StandIn } from './stand-in.ts';
import { matchVendorVoice, openDeepgramTextToSpeech } from './text-to-speech.ts';
import { defaultTiming } from './transcriber.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open('dg_right');
});
beforeEach(() => standIn.forget());
afterAll(() => standIn.close());

const settingsOf = (settings: object = {}) =>
  DeepgramSettings.parse({ apiKey: 'dg_right', baseUrl: standIn.baseUrl, ...settings });
const wait = async (ms: number) => {
  await sleep(ms);
};
/** A tone with half a second of silence around it. */
const speech = Int16Array.from({ length: 16_000 }, (_, i) =>
  i > 4_000 && i < 12_000 ? 5_000 * Math.sin(i / 5) : 0,
);
const quick = { ...defaultTiming, finalWaitMs: 150, lostAfterMs: 300, reconnectMs: [0, 10, 10] };

describe('the recogniser keeps to the interface', () => {
  const open = () => openDeepgramSpeechToText(settingsOf());
  for (const check of speechToTextSuite({
    open,
    sampleRateHz: 8_000,
    speech: { samples: speech, text: /opening hours/ },
    wait,
  }))
    test(check.name, check.run);
});

describe('the synthesiser keeps to the interface', () => {
  const open = () => openDeepgramTextToSpeech(settingsOf());
  const openBroken = () => openDeepgramTextToSpeech(settingsOf({ apiKey: 'dg_wrong' }));
  for (const check of textToSpeechSuite({ open, openBroken, voice: 'Dorothy', wait }))
    test(check.name, check.run);
});

/** A call's ear, and what it tells. */
function listen(options: { settings?: object; timing?: Partial<typeof defaultTiming> } = {}) {
  const events: TranscriptEvent[] = [];
  const recogniser = openDeepgramSpeechToText(settingsOf(options.settings), { ...quick, ...options.timing });
  const ear = recogniser.open({
    sampleRateHz: 8_000,
    language: 'en-GB',
    onEvent: (event) => events.push(event),
  });
  const write = (samples: Int16Array) => {
    for (let at = 0; at < samples.length; at += 160) ear.write(samples.subarray(at, at + 160));
  };
  const say = (id: number, samples = speech) => {
    ear.startUtterance(id, 0);
    write(samples);
    ear.endUtterance(id);
  };
  return { events, ear, write, say };
}
const finals = (events: readonly TranscriptEvent[]) =>
  events.flatMap((event) => (event.type === 'final' ? [`${event.utteranceId} ${event.text}`] : []));
const failures = (events: readonly TranscriptEvent[]) =>
  events.flatMap((event) => (event.type === 'failed' ? [event] : []));
const understood = (id: number) => `${id} What are your opening hours?`;

test('the vendor is told of the sound and of the words to expect, and that turns are ours', async () => {
  const { ear, events, say } = listen({ settings: { words: 'Parley, Llandudno ,' } });
  say(1);
  await expect.poll(() => finals(events)).toEqual([understood(1)]);
  ear.close();
  const { query } = standIn.connections[0]!;
  expect(Object.fromEntries(query)).toMatchObject({
    model: 'nova-3',
    language: 'en-GB',
    encoding: 'linear16',
    sample_rate: '8000',
    interim_results: 'true',
    endpointing: 'false',
  });
  expect(query.getAll('keyterm')).toEqual(['Parley', 'Llandudno']);
});

test('words come while the customer still speaks, and the last ones when they have spoken', async () => {
  const { ear, events, write } = listen();
  await expect.poll(() => standIn.connections.length).toBe(1);
  ear.startUtterance(5, 0);
  write(speech);
  await expect
    .poll(() => events)
    .toEqual([{ type: 'partial', utteranceId: 5, text: 'What are your opening' }]);
  ear.endUtterance(5);
  await expect.poll(() => finals(events)).toEqual([understood(5)]);
  ear.close();
});

test('only utterances are sent, what came just before included; silence between them keeps the line alive', async () => {
  const { ear, events, write } = listen({ timing: { keepAliveMs: 20 } });
  await expect.poll(() => standIn.connections.length).toBe(1);
  write(new Int16Array(80_000));
  write(speech.subarray(0, 8_000));
  ear.startUtterance(1, 500);
  write(speech.subarray(8_000));
  ear.endUtterance(1);
  await expect.poll(() => finals(events)).toEqual([understood(1)]);
  expect(standIn.connections[0]!.soundBytes).toBe((4_000 + 8_000) * 2);
  await expect.poll(() => standIn.connections[0]!.controls).toContain('KeepAlive');
  ear.close();
  await expect.poll(() => standIn.connections[0]!.controls.at(-1)).toBe('CloseStream');
  await expect.poll(() => standIn.connections[0]!.isClosed).toBe(true);
});

test('what is said before the line is open is not lost', async () => {
  const { ear, events, say } = listen();
  say(1);
  say(2);
  await expect.poll(() => finals(events)).toEqual([understood(1), understood(2)]);
  ear.close();
});

test('where the vendor does not answer the end of an utterance, what it said before counts', async () => {
  standIn.behave({ skipsFinalize: true });
  const { ear, events, say } = listen();
  say(1);
  await expect.poll(() => finals(events)).toEqual(['1 What are your opening']);
  ear.close();
});

test('an utterance too short to be told of is empty; one that was long enough has failed', async () => {
  standIn.behave({ isMute: true });
  const { ear, events, say } = listen();
  say(1, speech.subarray(0, 1_600));
  await expect.poll(() => finals(events)).toEqual(['1 ']);
  say(2);
  await expect.poll(() => failures(events)).toMatchObject([{ utteranceId: 2, error: { kind: 'timed_out' } }]);
  ear.close();
});

describe('a connection that is lost', () => {
  test.each<[string, Behaviour]>([
    ['in the middle of an utterance', { cutAfterMs: 900 }],
    ['right after the handshake', { cutAfterMs: 0 }],
    ['by the vendor, as too silent', { closeAfterMs: { ms: 900, code: 1011, reason: 'NET-0001' } }],
    ['at the handshake, for a moment', { refusal: { status: 503, code: 'BUSY', message: 'Try again.' } }],
  ])('%s is opened anew, and the utterance said again', async (_, behaviour) => {
    standIn.behave(behaviour);
    const { ear, events, say } = listen();
    say(1);
    await expect.poll(() => finals(events)).toEqual([understood(1)]);
    say(2);
    await expect.poll(() => finals(events)).toEqual([understood(1), understood(2)]);
    expect(failures(events)).toEqual([]);
    expect(standIn.connections.length).toBeGreaterThan(1);
    ear.close();
  });

  test('again and again is a failure of the utterances that wait', async () => {
    standIn.behave(...Array.from({ length: 20 }, () => ({ cutAfterMs: 900 })));
    const { events, say } = listen();
    say(1);
    await expect
      .poll(() => failures(events))
      .toMatchObject([{ utteranceId: 1, error: { kind: 'unavailable' } }]);
  });

  test('between utterances is opened anew without a word', async () => {
    standIn.silenceLimitMs = 30;
    const { ear, events, say } = listen();
    await expect.poll(() => standIn.connections.length).toBeGreaterThan(1);
    standIn.silenceLimitMs = 10_000;
    say(1);
    await expect.poll(() => finals(events)).toEqual([understood(1)]);
    expect(failures(events)).toEqual([]);
    ear.close();
  });
});

describe('a refusal', () => {
  const refusal = (status: number, message = 'No.', headers = {}): Behaviour => ({
    refusal: { status, code: 'NO', message, headers },
  });
  test.each<[string, Behaviour, string]>([
    ['a key without the permission', refusal(403), 'authentication'],
    ['an account without credit', refusal(402, 'Project does not have enough credits.'), 'refused'],
    ['a question that does not fit', refusal(400), 'refused'],
  ])('%s is told at once, and not tried again', async (_, behaviour, kind) => {
    // The second knock asks why.
    standIn.behave(behaviour, behaviour);
    const { events } = listen();
    await expect.poll(() => failures(events)).toMatchObject([{ utteranceId: null, error: { kind } }]);
    expect(standIn.connections).toEqual([]);
  });

  test('a wrong key is told without the key', async () => {
    const { events } = listen({ settings: { apiKey: 'dg_wrong' } });
    await expect.poll(() => failures(events)).toMatchObject([{ error: { kind: 'authentication' } }]);
    expect(failures(events)[0]!.error).toBeInstanceOf(ProviderError);
    expect(failures(events)[0]!.error.message).toContain('Invalid credentials');
    expect(failures(events)[0]!.error.message).not.toContain('dg_wrong');
  });

  test('too many calls at once are tried again, then told with the time to wait', async () => {
    standIn.behave(...Array.from({ length: 20 }, () => refusal(429, 'Too many.', { 'retry-after': '3' })));
    const { events } = listen();
    await expect
      .poll(() => failures(events))
      .toMatchObject([{ error: { kind: 'rate_limited', retryAfterMs: 3000 } }]);
  });

  test('a server that is not there cannot be reached', async () => {
    const { events } = listen({ settings: { baseUrl: 'http://127.0.0.1:1' } });
    await expect.poll(() => failures(events)).toMatchObject([{ error: { kind: 'unavailable' } }]);
  });

  test.each<[string, Behaviour, string]>([
    ['sound it cannot read', { closeAfterMs: { ms: 500, code: 1008, reason: 'DATA-0000' } }, 'refused'],
    ['a message that is none', { says: 'oops' }, 'malformed'],
    ['an error on the line', { says: '{"type":"Error","description":"No more."}' }, 'refused'],
  ])('%s ends it', async (_, behaviour, kind) => {
    standIn.behave(behaviour);
    const { events, say } = listen();
    say(1);
    await expect.poll(() => failures(events)).toMatchObject([{ utteranceId: 1, error: { kind } }]);
  });

  test('messages it does not know are left alone', async () => {
    standIn.behave({ says: '{"type":"SpeechStarted","timestamp":1}' });
    const { ear, events, say } = listen();
    say(1);
    await expect.poll(() => finals(events)).toEqual([understood(1)]);
    ear.close();
  });
});

describe('speech', () => {
  const speak = async (voice = 'Dorothy') => {
    const stop = new AbortController();
    const spoken = openDeepgramTextToSpeech(settingsOf()).speak({
      text: 'Hi.',
      voice,
      language: 'en',
      signal: stop.signal,
    });
    let samples = 0;
    for await (const chunk of spoken) samples += chunk.samples.length;
    return samples;
  };

  test('is asked for as plain samples in the nearest voice', async () => {
    expect(await speak('Dorothy, female, British')).toBe(3 * 960);
    await speak('aura-2-orion-en');
    expect(standIn.spoken.map(({ query }) => Object.fromEntries(query))).toEqual([
      { model: 'aura-2-pandora-en', encoding: 'linear16', sample_rate: '16000', container: 'none' },
      expect.objectContaining({ model: 'aura-2-orion-en' }),
    ]);
  });

  test.each([
    [402, 'refused'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [200, 'malformed'],
  ])('an answer of %s is %s', async (status, kind) => {
    standIn.speakFailures.push({ status, body: '{"err_code":"X","err_msg":"dg_right"}' });
    const error = await speak().catch((failure: unknown) => failure);
    expect(error).toMatchObject({ kind });
    expect(String(error)).not.toContain('dg_right');
  });
});

test('a voice of another vendor is heard as one that is like it', () => {
  const wanted = { vendor: 'else', id: 'x', name: 'Adam', gender: 'male', accent: 'American' };
  expect(matchVendorVoice(settingsOf(), wanted)).toEqual({
    id: 'aura-2-apollo-en',
    name: 'Apollo',
    isWanted: false,
  });
});

test('a key in the environment is a connection; speech can be left to others', async () => {
  expect(await deepgram.discover?.({})).toBeUndefined();
  const found = await deepgram.discover?.({ DEEPGRAM_API_KEY: 'k', DEEPGRAM_MODEL: 'nova-2' });
  expect(found).toMatchObject({ source: 'environment', settings: { apiKey: 'k', model: 'nova-2' } });
  expect(deepgram.offers?.(found!.settings)).toEqual(['speech-to-text', 'text-to-speech']);
  expect(deepgram.offers?.({ ...found!.settings, speaks: false })).toEqual(['speech-to-text']);
  const fields = Object.entries(deepgram.settings.shape);
  expect(fields.filter(([, field]) => field.meta()?.['secret']).map(([name]) => name)).toEqual(['apiKey']);
});
