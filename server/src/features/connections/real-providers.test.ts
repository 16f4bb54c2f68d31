import type { Connection, PartTest } from '@parley/contract/connections';
import { StandIn as DeepgramStandIn } from '@parley/providers/deepgram/stand-in';
import { StandIn as ElevenLabsStandIn } from '@parley/providers/elevenlabs/stand-in';
import { providers } from '@parley/providers/index';
import { StandIn as OpenAiStandIn } from '@parley/providers/openai/stand-in';
import { replies } from '@parley/providers/openai/stand-in-replies';
import type { WantedVoice } from '@parley/providers/voice';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

const dorothy = {
  vendor: 'elevenlabs',
  id: 'ThT5KcBeYPX3keUQqHPh',
  name: 'Dorothy',
  gender: 'female',
  accent: 'British',
};

describeOnEachDatabase(
  'Connected providers',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let openai: OpenAiStandIn;
    let elevenlabs: ElevenLabsStandIn;
    let deepgram: DeepgramStandIn;
    beforeAll(async () => {
      [openai, elevenlabs, deepgram] = await Promise.all([
        OpenAiStandIn.open('sk-1'),
        ElevenLabsStandIn.open('el-1'),
        DeepgramStandIn.open('dg-1'),
      ]);
      // The programs of this machine would make the order depend on it.
      const list = providers.filter((provider) => !provider.isOperatorOnly);
      product = await openTestProduct(suite.database, {
        features: { vendors: { providers: list, carriers: [] } },
      });
      user = await registerUser(product, 'ada@example.com');
    });
    beforeEach(() => suite.database.queries.execute(sql`truncate connections`));
    afterAll(async () => {
      await product.close();
      await Promise.all([openai.close(), elevenlabs.close(), deepgram.close()]);
    });

    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const connect = async (vendor: string, settings: object) => {
      const answer = await ask('POST', '/connections', { vendor, name: 'Ours', settings });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return (answer.body as { connection: Connection }).connection;
    };
    const tryOut = async (id: string) => {
      const { status, body } = await ask('POST', `/connections/${id}/test`);
      expect(status).toBe(200);
      return (body as { parts: PartTest[] }).parts;
    };
    const connections = () => product.features.connections;
    const choose = (voice: WantedVoice) =>
      connections().chooseProviders(user.workspaceId, { carrierId: 'sip', voice });
    const connectOpenAi = (settings: object = {}) =>
      connect('openai', { apiKey: 'sk-1', baseUrl: openai.baseUrl, ...settings });
    const connectElevenLabs = () => connect('elevenlabs', { apiKey: 'el-1', baseUrl: elevenlabs.baseUrl });
    const connectDeepgram = () => connect('deepgram', { apiKey: 'dg-1', baseUrl: deepgram.baseUrl });

    test('every part is tried as a call would use it', async () => {
      openai.answerWith(({ path, json }) => {
        if (path === '/audio/transcriptions') return replies.transcript('Hello, can you hear me?');
        if (path === '/embeddings') return replies.embeddings([[1, 0, 0]]);
        if (path === '/audio/speech') return replies.speech({ bytes: new Uint8Array(48_000) });
        return replies.chat({ text: [json['messages'] ? 'ready' : ''] });
      });
      const told = await tryOut((await connectOpenAi()).id);
      expect(told.map(({ part, is_working, message }) => [part, is_working, message])).toEqual([
        ['speech-to-text', true, 'Understood “Hello, can you hear me?”.'],
        ['text-to-speech', true, 'Spoke for 1.0 s.'],
        ['language-model', true, 'Answered “ready”.'],
        ['embedding', true, 'Made a vector of 3 numbers.'],
      ]);
      const heard = openai.requests.find(({ path }) => path === '/audio/transcriptions');
      expect(heard?.form?.file.length).toBeGreaterThan(20_000);
      const other = await tryOut((await connectDeepgram()).id);
      expect(other.map(({ message }) => message)).toEqual([
        'Understood “What are your opening hours?”.',
        expect.stringContaining('Spoke for'),
      ]);
      const entries = await suite.database.queries.execute(
        sql`select 1 from audit_entries where action = 'connection.tested'`,
      );
      expect(entries.rows).toHaveLength(2);
    });

    test('what does not work says why, without the key', async () => {
      const wrong = await connect('elevenlabs', { apiKey: 'el-wrong', baseUrl: elevenlabs.baseUrl });
      const [speech] = await tryOut(wrong.id);
      expect(speech).toMatchObject({ part: 'text-to-speech', is_working: false });
      expect(speech?.message).toMatch(/^The key was not accepted\. .*401/);
      expect(speech?.message).not.toContain('el-wrong');
      const away = await connect('deepgram', { apiKey: 'dg-1', baseUrl: 'http://127.0.0.1:1' });
      expect((await tryOut(away.id)).map(({ is_working }) => is_working)).toEqual([false, false]);
      openai.answerWith(() => replies.raw(200, 'application/json', '{"text":""}'));
      const odd = await tryOut(
        (await connectOpenAi({ chatModel: '', speechModel: '', embeddingModel: '' })).id,
      );
      expect(odd).toMatchObject([
        { is_working: false, message: expect.stringContaining('understood no words') },
      ]);
    });

    test('a connection is changed without saying its key again', async () => {
      const { id } = await connectElevenLabs();
      const saved = await ask('PUT', `/connections/${id}`, {
        name: 'Theirs',
        settings: { apiKey: null, baseUrl: elevenlabs.baseUrl, model: 'eleven_turbo_v2_5' },
      });
      expect(saved.body).toMatchObject({
        connection: {
          name: 'Theirs',
          secretsSet: ['apiKey'],
          settings: { apiKey: null, model: 'eleven_turbo_v2_5' },
        },
      });
      expect(await tryOut(id)).toMatchObject([{ is_working: true }]);
      expect(elevenlabs.requests.at(-1)?.body['model_id']).toBe('eleven_turbo_v2_5');
      const changed = await ask('PUT', `/connections/${id}`, {
        name: 'Theirs',
        settings: { apiKey: 'el-wrong', baseUrl: elevenlabs.baseUrl },
      });
      expect(changed.status).toBe(200);
      expect(await tryOut(id)).toMatchObject([{ is_working: false }]);
      const refused = await ask('PUT', `/connections/${id}`, { name: 'Theirs', settings: { speed: 9 } });
      expect(refused).toMatchObject({
        status: 422,
        body: { error: { details: [{ field: 'settings.speed' }] } },
      });
    });

    test('the vendor of the agent’s voice speaks where it is connected, else the voice most like it', async () => {
      expect((await choose(dorothy)).heard).toMatchObject({
        vendor: 'builtin',
        isWanted: false,
        voice: 'slt',
      });
      await connectElevenLabs();
      // Newer, but it is not Dorothy's vendor.
      await connectOpenAi();
      const own = await choose(dorothy);
      expect(own.providers.textToSpeech.vendor).toBe('elevenlabs');
      expect(own.heard).toMatchObject({ name: 'Dorothy', isWanted: true });
      const onyx = { vendor: 'openai', id: 'onyx', name: 'Onyx', gender: 'male', accent: 'American' };
      expect((await choose(onyx)).heard).toMatchObject({ vendor: 'openai', voice: 'onyx', isWanted: true });
      const unknown = { vendor: 'elsewhere', id: 'x', name: 'Xu', gender: 'male', accent: 'British' };
      expect((await choose(unknown)).heard).toMatchObject({
        vendor: 'openai',
        voice: 'fable',
        isWanted: false,
      });
      expect(await connections().hearVoices(user.workspaceId, [dorothy, onyx])).toMatchObject([
        { name: 'Dorothy', isWanted: true },
        { name: 'Onyx', isWanted: true },
      ]);
    });

    test('voices are listed and opened outside calls by the account that speaks them', async () => {
      const { signal } = new AbortController();
      expect(await connections().listVoices(user.workspaceId, 'elevenlabs', signal)).toBeUndefined();
      expect(await connections().listSpeechVendors(user.workspaceId)).toMatchObject([
        { vendor: 'builtin', isBuiltin: true },
      ]);
      await connectElevenLabs();
      expect(await connections().listVoices(user.workspaceId, 'elevenlabs', signal)).toHaveLength(4);
      expect(await connections().listSpeechVendors(user.workspaceId)).toMatchObject([
        { vendor: 'elevenlabs', name: 'ElevenLabs', isBuiltin: false, canListVoices: true },
        { vendor: 'builtin' },
      ]);
      const { textToSpeech, heard } = await connections().openVoice(user.workspaceId, dorothy);
      let samples = 0;
      const speech = textToSpeech.speak({ text: 'Hello.', voice: heard.voice, language: 'en-US', signal });
      for await (const chunk of speech) samples += chunk.samples.length;
      expect(samples).toBeGreaterThan(0);
    });

    test('texts become vectors where a model for it is connected', async () => {
      expect(await connections().findEmbedding(user.workspaceId)).toBeUndefined();
      openai.answerWith(() => replies.embeddings([[0.5, 0.5]]));
      await connectOpenAi({ embeddingModel: 'small' });
      const embedding = await connections().findEmbedding(user.workspaceId);
      expect(embedding?.model).toBe('small');
      expect(await embedding?.embed(['hours'], new AbortController().signal)).toEqual([[0.5, 0.5]]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
