import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { ListedVoiceProfile } from '@parley/contract/voices';
import { parseWav } from '@parley/engine/audio/wav';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { previewText } from './hear-preview.ts';
import { openTestSpeech, refusal, serveRecordings, type TestAccount, testRateHz } from './testing-speech.ts';

describeOnEachDatabase(
  'Voices with and without an account',
  (suite) => {
    let product: TestProduct;
    let account: TestAccount;
    let folder: string;
    let connected: TestUser;
    let other: TestUser;

    beforeAll(async () => {
      const speech = openTestSpeech('elevenlabs');
      account = speech.account;
      product = await openTestProduct(suite.database, {
        features: { vendors: { providers: speech.providers, carriers: [] } },
      });
      folder = mkdtempSync(join(tmpdir(), 'parley-previews-'));
      Object.assign(product.platform.storage, await openStorage({ s3: undefined, dataDir: folder }));
      connected = await registerUser(product, 'ada@example.com');
      other = await registerUser(product, 'grace@example.com');
      await ask(connected, 'POST', '/connections', { vendor: 'elevenlabs', name: 'Ours', settings: {} });
    });
    afterEach(() => {
      account.failure = undefined;
      account.said.length = 0;
    });
    afterAll(async () => {
      await product.close();
      rmSync(folder, { recursive: true });
    });

    const ask = (user: TestUser, method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const list = async (user: TestUser) =>
      (await ask(user, 'GET', '/voice-profiles')).body as ListedVoiceProfile[];
    const find = async (user: TestUser, name: string) =>
      (await list(user)).find((voice) => voice.voice_name === name);
    const preview = (user: TestUser, id: string) =>
      product.platform.http.fastify.inject({
        method: 'GET',
        url: `/api/v1/voice-profiles/${id}/preview`,
        headers: { authorization: `Bearer ${user.token}` },
      });
    const say = (user: TestUser, id: string, body: object) =>
      ask(user, 'POST', `/voice-profiles/${id}/say`, body);
    const waitUntilStale = () => {
      product.clock.nowMs += 6 * 60_000;
    };

    test('a voice is heard itself where its provider is connected, else it is told what is heard', async () => {
      expect(await find(connected, 'Dorothy')).toMatchObject({ is_connected: true, heard_as: null });
      expect(await find(connected, 'Onyx')).toMatchObject({
        is_connected: false,
        heard_as: { provider: 'elevenlabs', provider_name: 'Speaking vendor', voice_name: 'Nearest' },
      });
      expect(await find(other, 'Onyx')).toMatchObject({
        is_connected: false,
        heard_as: { provider: 'builtin', voice_name: 'Built-in man' },
      });
      expect(await find(other, 'George')).toMatchObject({
        heard_as: { voice_name: 'Built-in Scottish man' },
      });
    });

    test('the voices of an account are taken over, changed, marked when gone, and back again', async () => {
      await product.runJobs();
      account.voices = [
        { id: 'ThT5KcBeYPX3keUQqHPh', name: 'Dorothy' },
        { id: 'own1', name: 'Our founder', gender: 'male', accent: 'british-essex', age: 'Old' },
        { id: 'own2', name: 'Un\0named' },
        { id: '', name: 'No id' },
      ];
      waitUntilStale();
      expect(await find(connected, 'Our founder')).toBeUndefined();
      product.events.length = 0;
      await product.runJobs();
      expect(product.events).toEqual([
        { workspaceId: connected.workspaceId, event: { type: 'voices.changed' } },
      ]);
      const own = (await list(connected)).filter((voice) => voice.voice_type === 'custom');
      expect(own.map((voice) => [voice.voice_name, voice.gender, voice.accent, voice.age])).toEqual([
        ['Our founder', 'male', 'British Essex', 'Old'],
        ['Unnamed', '', '', ''],
      ]);
      expect(own[0]?.id).toMatch(/^voi_/);
      // Its list is fresh: nobody is asked again.
      await list(connected);
      expect(product.jobs).toEqual([]);
      expect(await find(other, 'Our founder')).toBeUndefined();

      account.voices = [{ id: 'own1', name: 'Our founder', gender: 'male', accent: 'irish', age: 'Old' }];
      waitUntilStale();
      await list(connected);
      await product.runJobs();
      expect(await find(connected, 'Unnamed')).toMatchObject({ is_available: false });
      expect(await find(connected, 'Our founder')).toMatchObject({ accent: 'Irish', id: own[0]?.id });

      account.voices = [...account.voices, { id: 'own2', name: 'Unnamed' }];
      waitUntilStale();
      await list(connected);
      await product.runJobs();
      expect(await find(connected, 'Unnamed')).toMatchObject({ is_available: true, id: own[1]?.id });
      product.events.length = 0;
      waitUntilStale();
      await list(connected);
      await product.runJobs();
      expect(product.events).toEqual([]);
    });

    test('an account that refuses keeps the list as it was; one that cannot be reached is asked again', async () => {
      const job = { workspaceId: connected.workspaceId, vendor: 'elevenlabs' };
      account.failure = refusal();
      await product.runJob('voices.refresh', job);
      account.failure = new ProviderError('unavailable', 'Down.');
      await expect(product.runJob('voices.refresh', job)).rejects.toThrow('Down.');
      account.failure = undefined;
      expect(await find(connected, 'Our founder')).toMatchObject({ is_available: true });
    });

    test('[VOICE-1] a sample is spoken by the provider once, and kept', async () => {
      const first = await preview(connected, 'voice_dorothy');
      expect(first.statusCode).toBe(200);
      expect(first.headers['content-type']).toBe('audio/wav');
      expect(parseWav(first.rawPayload)).toMatchObject({ sampleRateHz: testRateHz, channels: 1 });
      expect(account.said.map(({ voice }) => voice)).toContain('ThT5KcBeYPX3keUQqHPh');
      expect(account.said.map(({ text }) => text).join(' ')).toBe(previewText);
      account.said.length = 0;
      expect((await preview(connected, 'voice_dorothy')).rawPayload).toEqual(first.rawPayload);
      expect(account.said).toEqual([]);
      // Two at once wait for the same one.
      await Promise.all([preview(connected, 'voice_adam'), preview(connected, 'voice_adam')]);
      expect(account.said.length).toBe(2);
    });

    test('where its provider is not connected the built-in voice stands in, and nothing is kept', async () => {
      const answer = await preview(other, 'voice_dorothy');
      const { sampleRateHz, data } = parseWav(answer.rawPayload);
      expect(data.length / 2 / sampleRateHz).toBeGreaterThan(1.5);
      expect(account.said).toEqual([]);
      const { rows } = await suite.database.queries.execute(
        sql`select 1 from voice_previews where workspace_id = ${other.workspaceId}`,
      );
      expect(rows).toEqual([]);
    });

    test('a provider that does not speak is named, with what can be done, and nothing is kept', async () => {
      account.failure = refusal();
      const answer = await preview(connected, 'voice_bill');
      expect([answer.statusCode, answer.json()]).toMatchObject([
        502,
        {
          error: {
            code: 'voice_not_heard',
            message: 'Speaking vendor could not speak: it refuses the key. Check its connection.',
          },
        },
      ]);
      account.failure = undefined;
      expect((await preview(connected, 'voice_bill')).statusCode).toBe(200);
      expect((await preview(connected, 'voice_nobody')).json()).toMatchObject({
        error: { code: 'voice_not_found' },
      });
    });

    test('a welcome message is said with a sample contact, as calls fill it in', async () => {
      const { status, body } = await say(connected, 'voice_dorothy', {
        text: 'Hello {first_name}, this is {company_name}. Is {nickname} there?',
        fields: { first_name: 'Ana', company_name: 'Rye & Sons' },
      });
      const answer = body as { audio: string; text: string; duration_ms: number; heard_as: unknown };
      expect(status).toBe(200);
      expect(answer).toMatchObject({
        text: 'Hello Ana, this is Rye & Sons. Is there?',
        duration_ms: 500 * account.said.length,
        heard_as: null,
      });
      expect(account.said.map(({ text }) => text).join(' ')).toBe(answer.text);
      expect(parseWav(Buffer.from(answer.audio, 'base64')).sampleRateHz).toBe(testRateHz);
      expect((await say(other, 'voice_dorothy', { text: 'Hello.' })).body).toMatchObject({
        heard_as: { provider: 'builtin', voice_name: 'Built-in woman' },
      });
    });

    test.each([
      ['no text', { text: '  ' }, 'text'],
      ['a text that is too long', { text: 'a'.repeat(1_001) }, 'text'],
      ['a text that names nothing known', { text: '{first_name}!' }, 'text'],
      [
        'fields that make a speech of it',
        { text: '{a}'.repeat(300), fields: { a: 'b'.repeat(200) } },
        'text',
      ],
      ['a value that is too long', { text: 'Hello {a}', fields: { a: 'b'.repeat(201) } }, 'fields.a'],
      [
        'too many fields',
        { text: 'Hello', fields: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, 'x'])) },
        'fields',
      ],
    ])('%s is refused before anybody is asked to speak', async (_what, body, field) => {
      const answer = await say(connected, 'voice_dorothy', body);
      expect(answer.status).toBe(422);
      expect((answer.body as { error: { details: { field: string }[] } }).error.details[0]?.field).toBe(
        field,
      );
      expect(account.said).toEqual([]);
    });

    test('how often somebody listens is limited', async () => {
      const limited = await openTestProduct(suite.database, { requestsPerMinute: 1_200 });
      const { token } = await registerUser(limited, 'linus@example.com');
      const statuses: number[] = [];
      for (let at = 0; at < 22; at += 1) {
        const answer = await askApi(limited, 'POST', '/voice-profiles/voice_dorothy/say', {
          token,
          body: { text: '?' },
        });
        statuses.push(answer.status);
      }
      expect(statuses.filter((status) => status === 429).length).toBe(2);
      await limited.close();
    });

    test('the vendor’s own recording is heard where it has one, and a broken one is not', async () => {
      const { url, close } = await serveRecordings();
      const setUrl = (path: string) =>
        suite.database.queries.execute(
          sql`update account_voices set preview_url = ${url + path} where voice_id = 'own1'`,
        );
      const id = (await find(connected, 'Our founder'))?.id ?? '';
      await setUrl('/page');
      const spoken = await preview(connected, id);
      expect(spoken.headers['content-type']).toBe('audio/wav');
      await setUrl('/sample.mp3');
      const recorded = await preview(connected, id);
      expect(recorded.headers['content-type']).toBe('audio/mpeg');
      expect(recorded.payload).toBe('ID3 sound');
      await close();
      expect((await preview(connected, id)).payload).toBe('ID3 sound');
      const stranger = await preview(other, id);
      expect(stranger.json()).toMatchObject({ error: { code: 'voice_not_found' } });
    });

    test('the samples of a workspace go with it', async () => {
      const kept = () =>
        readdirSync(join(folder, 'files/voice-previews'), { recursive: true }).filter((path) =>
          /voi/.test(basename(String(path))),
        );
      expect(kept().length).toBeGreaterThan(1);
      const deleted = await ask(connected, 'DELETE', '/users/me', {
        password: 'Correct-horse1!',
        deleteWorkspace: true,
      });
      expect(deleted.status).toBe(200);
      await product.runJobs();
      expect(kept()).toEqual([]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
