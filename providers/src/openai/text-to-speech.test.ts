import { encodeWav } from '@parley/engine/audio/wav';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenAiSettings } from './settings.ts';
import { StandIn } from './stand-in.ts';
import { type Reply, replies } from './stand-in-replies.ts';
import { openOpenAiTextToSpeech, vendorVoiceFor } from './text-to-speech.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open();
});
afterAll(() => standIn.close());

async function speak(
  text = 'Hello.',
  settings: Record<string, string> = {},
  signal = new AbortController().signal,
) {
  const voice = openOpenAiTextToSpeech(OpenAiSettings.parse({ baseUrl: standIn.baseUrl, ...settings }));
  const chunks: Int16Array[] = [];
  for await (const chunk of voice.speak({ text, voice: 'Dorothy', language: 'en-US', signal })) {
    chunks.push(chunk.samples);
  }
  return chunks;
}

const ramp = Int16Array.from({ length: 5_000 }, (_, i) => i * 6 - 15_000);
const rampBytes = new Uint8Array(ramp.buffer);

test('speech comes in chunks, whole samples whatever the pieces are', async () => {
  standIn.script(replies.speech({ bytes: rampBytes, pieceBytes: 333, pieceMs: 1 }));
  const chunks = await speak('Hello.', { speechModel: 'tts-1' });
  expect(chunks.length).toBeGreaterThan(1);
  expect(Int16Array.from(chunks.flatMap((chunk) => [...chunk]))).toEqual(ramp);
  expect(standIn.requests.at(-1)!.json).toEqual({
    model: 'tts-1',
    input: 'Hello.',
    voice: 'nova',
    response_format: 'pcm',
  });
});

test('the first chunk is given before the last is made', async () => {
  standIn.script(
    replies.speech({ bytes: rampBytes, pieceBytes: 1_000, after: { bytes: 2_000, does: 'stall' } }),
  );
  const voice = openOpenAiTextToSpeech(OpenAiSettings.parse({ baseUrl: standIn.baseUrl }));
  const signal = new AbortController().signal;
  for await (const chunk of voice.speak({ text: 'Hello.', voice: '', language: 'en', signal })) {
    expect(chunk.samples.length).toBeGreaterThan(0);
    break;
  }
  await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
});

test('a WAV file is taken too, at its own rate', async () => {
  const tone = Int16Array.from(
    { length: 16_000 },
    (_, i) => 8_000 * Math.sin((2 * Math.PI * 440 * i) / 16_000),
  );
  standIn.script(
    replies.speech({
      bytes: encodeWav(tone, { sampleRateHz: 16_000 }),
      contentType: 'audio/wav',
      pieceBytes: 7,
    }),
  );
  const samples = (await speak()).flatMap((chunk) => [...chunk]);
  expect(samples.length).toBe(24_000);
  const crossings = samples.filter((sample, i) => i > 0 && samples[i - 1]! < 0 && sample >= 0).length;
  expect(Math.abs(crossings - 440)).toBeLessThan(3);
});

test('nothing is asked for a text without words', async () => {
  const before = standIn.requests.length;
  expect(await speak('…')).toEqual([]);
  expect(standIn.requests.length).toBe(before);
});

describe('a failure', () => {
  test.each<[string, Reply, string]>([
    ['401', replies.error(401, { message: 'No.' }), 'authentication'],
    ['429', replies.error(429, { message: 'Slow.' }), 'rate_limited'],
    ['500', replies.error(500, { message: 'Oops.' }), 'unavailable'],
    [
      'a cut connection',
      replies.speech({ bytes: rampBytes, after: { bytes: 4_096, does: 'cut' } }),
      'unavailable',
    ],
    ['MP3 instead of PCM', replies.speech({ bytes: rampBytes, contentType: 'audio/mpeg' }), 'malformed'],
    ['JSON instead of PCM', replies.raw(200, 'application/json', '{}'), 'malformed'],
    [
      'a WAV file of another kind',
      replies.speech({
        bytes: Buffer.from('RIFF____WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\xbb\0\0\0\0\0\0\0\0\x18\0', 'latin1'),
      }),
      'malformed',
    ],
  ])('%s becomes a ProviderError', async (_, reply, kind) => {
    standIn.script(reply);
    const error = await speak().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind });
  });
});

test('aborting ends a stalled answer and reaches the server', async () => {
  standIn.script(replies.silence());
  const before = standIn.requests.length;
  const stop = new AbortController();
  const spoken = expect(speak('Hello.', {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  await expect.poll(() => standIn.requests.length).toBe(before + 1);
  stop.abort();
  await spoken;
  await expect.poll(() => standIn.requests.at(-1)!.isAborted).toBe(true);
});

test.each([
  ['Dorothy', {}, 'nova'],
  ['George', {}, 'fable'],
  ['Adam', {}, 'onyx'],
  ['shimmer', {}, 'shimmer'],
  ['Dorothy', { voice: 'af_bella' }, 'af_bella'],
  ['Dorothy', { voice: 'af_bella', voices: 'Adam = x, dorothy = coral' }, 'coral'],
])('the voice %s with %o is asked for as %s', (name, settings, voice) => {
  expect(vendorVoiceFor(name, { voice: '', voices: '', ...settings })).toBe(voice);
});
