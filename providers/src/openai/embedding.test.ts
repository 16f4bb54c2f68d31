import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOpenAiEmbedding } from './embedding.ts';
import { OpenAiSettings } from './settings.ts';
import { StandIn } from './stand-in.ts';
import { type Reply, replies } from './stand-in-replies.ts';

let standIn: StandIn;
beforeAll(async () => {
  standIn = await StandIn.open('sk-right');
});
beforeEach(() => {
  standIn.requests.length = 0;
});
afterAll(() => standIn.close());

const { signal } = new AbortController();
const open = (settings: object = {}) =>
  openOpenAiEmbedding(
    OpenAiSettings.parse({ apiKey: 'sk-right', baseUrl: `${standIn.baseUrl}/`, ...settings }),
  );

test('each text gets its vector, in order', async () => {
  const [hours, closing, same] = await open().embed(
    ['opening hours', 'Wegbeschreibung', 'opening hours'],
    signal,
  );
  expect(hours).toHaveLength(8);
  expect(same).toEqual(hours);
  expect(closing).not.toEqual(hours);
  expect(standIn.requests[0]?.json).toMatchObject({
    model: 'text-embedding-3-small',
    encoding_format: 'float',
  });
});

test('many texts go out in several requests and come back as one list', async () => {
  const texts = Array.from({ length: 200 }, (_, i) => `passage ${i}`);
  const vectors = await open().embed(texts, signal);
  expect(standIn.requests.map(({ json }) => (json['input'] as string[]).length)).toEqual([96, 96, 8]);
  expect(vectors).toHaveLength(200);
  expect(vectors[150]).toEqual((await open().embed(['passage 150'], signal))[0]);
  standIn.requests.length = 0;
  await open().embed(['a'.repeat(150_000), 'b'.repeat(150_000)], signal);
  expect(standIn.requests).toHaveLength(2);
});

test('nothing is asked for no texts', async () => {
  expect(await open().embed([], signal)).toEqual([]);
  expect(standIn.requests).toEqual([]);
});

test('the length of its vectors is told where it is known', () => {
  expect(open()).toMatchObject({ model: 'text-embedding-3-small', dimensions: 1536 });
  expect(open({ embeddingModel: 'nomic-embed-text' }).dimensions).toBeUndefined();
});

describe('a failure', () => {
  test.each<[string, Reply, string]>([
    ['401', replies.error(401, { message: 'No: sk-right' }), 'authentication'],
    ['429', replies.error(429, { message: 'Slow.' }), 'rate_limited'],
    ['a used-up quota', replies.error(429, { message: 'Pay.', code: 'insufficient_quota' }), 'refused'],
    ['500', replies.error(500, { message: 'Oops.' }), 'unavailable'],
    ['too few vectors', replies.embeddings([[1, 2]]), 'malformed'],
    ['vectors of two lengths', replies.embeddings([[1, 2], [1]]), 'malformed'],
    ['empty vectors', replies.embeddings([[], []]), 'malformed'],
    ['no numbers', replies.embeddings([['a'], ['b']]), 'malformed'],
    ['no JSON', replies.raw(200, 'text/html', '<html>'), 'malformed'],
  ])('%s becomes a ProviderError', async (_, reply, kind) => {
    standIn.script(reply);
    const error = await open()
      .embed(['one', 'two'], signal)
      .catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ kind });
    expect(String(error)).not.toContain('sk-right');
  });

  test('aborting ends it', async () => {
    standIn.script(replies.silence());
    const stop = new AbortController();
    const asked = expect(open().embed(['one'], stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => standIn.requests.length).toBe(1);
    stop.abort();
    await asked;
    await expect.poll(() => standIn.requests[0]?.isAborted).toBe(true);
  });
});
