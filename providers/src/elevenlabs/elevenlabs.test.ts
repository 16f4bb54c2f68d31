import { setTimeout as sleep } from 'node:timers/promises';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { textToSpeechSuite } from '@parley/engine/testing/text-to-speech-suite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { elevenlabs } from './index.ts';
import { ElevenLabsSettings } from './settings.ts';
import { type Reply, replies, StandIn } from './stand-in.ts';
import { openElevenLabsTextToSpeech } from './text-to-speech.ts';
import { listElevenLabsVoices, matchVendorVoice, vendorVoicesFor } from './voices.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open('sk_right');
});
beforeEach(() => {
  standIn.requests.length = 0;
});
afterAll(() => standIn.close());

const settingsOf = (settings: object = {}) =>
  ElevenLabsSettings.parse({ apiKey: 'sk_right', baseUrl: `${standIn.baseUrl}/`, ...settings });
const wait = async (ms: number) => {
  await sleep(ms);
};
const ramp = Int16Array.from({ length: 5_000 }, (_, i) => i * 6 - 15_000);
const rampBytes = new Uint8Array(ramp.buffer);
const dorothy = 'ThT5KcBeYPX3keUQqHPh';
const george = 'JBFqnCBsd6RMkjVDRZzb';

async function speak(request: {
  text?: string;
  voice?: string;
  language?: string;
  settings?: object;
  signal?: AbortSignal;
}) {
  const { text = 'Hello.', voice = george, language = 'en-US', settings, signal } = request;
  const synthesiser = openElevenLabsTextToSpeech(settingsOf(settings));
  const samples: number[] = [];
  const stop = signal ?? new AbortController().signal;
  for await (const chunk of synthesiser.speak({ text, voice, language, signal: stop }))
    samples.push(...chunk.samples);
  return samples;
}

describe('the synthesiser keeps to the interface', () => {
  const open = () => openElevenLabsTextToSpeech(settingsOf());
  const openBroken = () => openElevenLabsTextToSpeech(settingsOf({ apiKey: 'sk_wrong' }));
  for (const check of textToSpeechSuite({ open, openBroken, voice: 'Dorothy', wait }))
    test(check.name, check.run);
});

test('a sentence is asked for as the settings say, and comes as whole samples', async () => {
  standIn.script(replies.speech({ bytes: rampBytes, pieceBytes: 333 }));
  expect(await speak({ settings: { stability: 0.3, speed: 1.1 } })).toEqual([...ramp]);
  expect(standIn.requests).toMatchObject([
    {
      voice: george,
      outputFormat: 'pcm_16000',
      body: {
        text: 'Hello.',
        model_id: 'eleven_flash_v2_5',
        language_code: 'en',
        voice_settings: { stability: 0.3, similarity_boost: 0.75, speed: 1.1 },
      },
    },
  ]);
});

test('a model that takes no language is given none', async () => {
  await speak({ settings: { model: 'eleven_multilingual_v2' } });
  expect(standIn.requests[0]?.body).not.toHaveProperty('language_code');
});

test('the first chunk is given before the last is made, and leaving ends the request', async () => {
  standIn.script(
    replies.speech({ bytes: rampBytes, pieceBytes: 1_000, after: { bytes: 2_000, does: 'stall' } }),
  );
  const { signal } = new AbortController();
  const synthesiser = openElevenLabsTextToSpeech(settingsOf());
  for await (const { samples } of synthesiser.speak({
    text: 'Hello.',
    voice: george,
    language: 'en',
    signal,
  })) {
    expect(samples.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => standIn.requests[0]?.isAborted).toBe(true);
});

test('aborting ends a stalled answer and reaches the server', async () => {
  standIn.script(replies.silence());
  const stop = new AbortController();
  const spoken = expect(speak({ signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => standIn.requests.length).toBe(1);
  stop.abort();
  await spoken;
  await expect.poll(() => standIn.requests[0]?.isAborted).toBe(true);
});

test('nothing is asked for a text without words', async () => {
  expect(await speak({ text: '…' })).toEqual([]);
  expect(standIn.requests).toEqual([]);
});

test('a voice that the account does not have is spoken by the one most like it, and asked for once only', async () => {
  const synthesiser = openElevenLabsTextToSpeech(settingsOf());
  const { signal } = new AbortController();
  const voice = `${dorothy} Dorothy, female, British`;
  for (const text of ['One.', 'Two.']) {
    let samples = 0;
    for await (const chunk of synthesiser.speak({ text, voice, language: 'en', signal }))
      samples += chunk.samples.length;
    expect(samples).toBeGreaterThan(0);
  }
  expect(standIn.requests.map((request) => request.voice)).toEqual([
    dorothy,
    'Xb7hH8MSUJpSbSDYk0k2',
    'Xb7hH8MSUJpSbSDYk0k2',
  ]);
});

describe('a failure', () => {
  const told = (status: number, code: string): Reply => replies.error(status, code, 'No, sk_right.');
  test.each<[string, Reply, string]>([
    ['a wrong key', told(401, 'invalid_api_key'), 'authentication'],
    ['a key without the permission', told(401, 'missing_permissions'), 'authentication'],
    ['a used-up quota', told(401, 'quota_exceeded'), 'refused'],
    ['an unpaid account', told(402, 'payment_required'), 'refused'],
    ['a voice that is not there', told(404, 'voice_not_found'), 'refused'],
    ['a request that does not fit', replies.json(422, { detail: [{ msg: 'too long' }] }), 'refused'],
    ['too many calls at once', told(429, 'too_many_concurrent_requests'), 'rate_limited'],
    ['a busy system', told(429, 'system_busy'), 'rate_limited'],
    ['a broken server', replies.json(500, 'oops'), 'unavailable'],
    ['a gateway that waited too long', replies.json(504, {}), 'timed_out'],
    [
      'a cut connection',
      replies.speech({ bytes: rampBytes, after: { bytes: 4_096, does: 'cut' } }),
      'unavailable',
    ],
    ['MP3 instead of PCM', replies.speech({ bytes: rampBytes, contentType: 'audio/mpeg' }), 'malformed'],
    ['JSON instead of PCM', replies.json(200, {}), 'malformed'],
  ])('%s becomes a ProviderError without the key', async (_, reply, kind) => {
    standIn.script(reply, reply);
    const error = await speak({}).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind });
    expect(String(error)).not.toContain('sk_right');
    // What was scripted for a second try that nobody made.
    await speak({}).catch(() => undefined);
  });

  test('says how long to wait where the vendor does', async () => {
    standIn.script(replies.error(429, 'rate_limit_exceeded', 'Slow down.', { 'retry-after': '2' }));
    await expect(speak({})).rejects.toMatchObject({ retryAfterMs: 2000, isRetryable: true });
  });

  test('a server that is not there cannot be reached', async () => {
    const settings = { baseUrl: 'http://127.0.0.1:1' };
    await expect(speak({ settings })).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('the voices of the account', () => {
  const list = (settings?: object) =>
    listElevenLabsVoices(settingsOf(settings), new AbortController().signal);

  test('are told with what the vendor knows of them', async () => {
    expect(await list()).toEqual([
      {
        id: 'EXAVITQu4vr4xnSDxMaL',
        name: 'Sarah',
        gender: 'female',
        accent: 'American',
        age: 'Young',
        description: 'Mature, Reassuring',
        previewUrl: 'https://storage.example.com/sarah.mp3',
      },
      {
        id: george,
        name: 'George',
        gender: 'male',
        accent: 'British',
        age: 'Middle Aged',
        description: 'Warm and captivating.',
        previewUrl: 'https://storage.example.com/george.mp3',
      },
      { id: 'Xb7hH8MSUJpSbSDYk0k2', name: 'Alice', gender: 'female', accent: 'British' },
      { id: 'abcdefghij0123456789', name: 'Our own' },
    ]);
  });

  test('are refused with a wrong key, and nonsense is called so', async () => {
    await expect(list({ apiKey: 'sk_wrong' })).rejects.toMatchObject({ kind: 'authentication' });
    standIn.script(replies.json(200, { voices: [{ name: 'Nobody' }] }));
    await expect(list()).rejects.toMatchObject({ kind: 'malformed' });
  });
});

test.each([
  [george, [george, 'EXAVITQu4vr4xnSDxMaL']],
  [`${george} George, male, British`, [george]],
  [`${dorothy} Dorothy, female, British`, [dorothy, 'Xb7hH8MSUJpSbSDYk0k2']],
  ['Adam', ['nPczCjzI2devNBz1zQrb']],
  ['alloy, female, British', ['Xb7hH8MSUJpSbSDYk0k2']],
])('the voice %s is asked for as %j', (voice, ids) => {
  expect(vendorVoicesFor(voice)).toEqual(ids);
});

test('its own voices are spoken as they are, those of others by one that is like them', () => {
  const own = { vendor: 'elevenlabs', id: dorothy, name: 'Dorothy', gender: 'female', accent: 'British' };
  expect(matchVendorVoice(settingsOf(), own)).toEqual({
    id: `${dorothy} Dorothy, female, British`,
    name: 'Dorothy',
    isWanted: true,
  });
  expect(
    matchVendorVoice(settingsOf(), { vendor: 'else', id: 'onyx', name: 'Onyx', gender: 'male' }),
  ).toEqual({
    id: 'nPczCjzI2devNBz1zQrb',
    name: 'Brian',
    isWanted: false,
  });
});

test('a key in the environment is a connection; only the key is a secret', async () => {
  expect(await elevenlabs.discover?.({})).toBeUndefined();
  expect(await elevenlabs.discover?.({ ELEVENLABS_API_KEY: ' sk_1 ' })).toMatchObject({
    source: 'environment',
    settings: { apiKey: 'sk_1', model: 'eleven_flash_v2_5' },
  });
  const fields = Object.entries(elevenlabs.settings.shape);
  expect(fields.filter(([, field]) => field.meta()?.['secret']).map(([name]) => name)).toEqual(['apiKey']);
  for (const [, field] of fields) expect(field.meta()?.['label']).toBeTruthy();
});

test('settings that cannot work are refused', () => {
  for (const wrong of [
    { apiKey: 'a b' },
    { apiKey: 'a\nb' },
    { speed: 3 },
    { model: '../x' },
    { baseUrl: 'ftp://x' },
  ])
    expect(ElevenLabsSettings.safeParse({ apiKey: 'k', ...wrong }).success).toBe(false);
});
