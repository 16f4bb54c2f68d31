import type { ListedVoiceProfile } from '@parley/contract/voices';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

describeOnEachDatabase(
  'Voices',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'ada@example.com');
    });
    afterAll(() => product.close());

    const list = async (token = user.token) =>
      (await askApi(product, 'GET', '/voice-profiles', { token })).body as ListedVoiceProfile[];

    test('[VOICE-1] [API-2] the voices are an array with the fields of the specification', async () => {
      const voices = await list();
      expect([...new Set(voices.map((voice) => voice.provider_name))]).toEqual(['ElevenLabs', 'OpenAI']);
      expect(voices.find((voice) => voice.voice_name === 'Dorothy')).toEqual({
        id: 'voice_dorothy',
        voice_id: 'ThT5KcBeYPX3keUQqHPh',
        voice_type: 'standard',
        standard_voice_type: 'premade',
        voice_name: 'Dorothy',
        provider: 'elevenlabs',
        provider_name: 'ElevenLabs',
        accent: 'British',
        gender: 'female',
        age: 'Young',
        avatar_url: '/api/v1/voice-profiles/voice_dorothy/avatar',
        preview_audio_url: '/api/v1/voice-profiles/voice_dorothy/preview',
        is_available: true,
        is_connected: false,
        heard_as: { provider: 'builtin', provider_name: 'Built in', voice_name: 'Built-in woman' },
      });
    });

    test('every voice has a picture of its own, drawn here', async () => {
      const get = (id: string) =>
        product.platform.http.fastify.inject({
          method: 'GET',
          url: `/api/v1/voice-profiles/${id}/avatar`,
          headers: { authorization: `Bearer ${user.token}` },
        });
      const answer = await get('voice_dorothy');
      expect(answer.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.body).toContain('<svg');
      expect((await get('voice_dorothy')).body).toBe(answer.body);
      expect((await get('voice_adam')).body).not.toBe(answer.body);
      expect((await get('voice_nobody')).json()).toMatchObject({ error: { code: 'voice_not_found' } });
    });

    test('a voice of an account is the workspace’s alone, and an agent keeps it when it is gone', async () => {
      const stranger = await registerUser(product, 'grace@example.com');
      await suite.database.queries.execute(sql`
        insert into account_voices (id, workspace_id, vendor, voice_id, name, gender, accent, age, is_gone)
        values ('voi_0000000000000000000001', ${user.workspaceId}, 'elevenlabs', 'cloned1', 'Our founder', 'male', 'Irish', 'Old', true)`);
      expect((await list()).at(-1)).toMatchObject({
        voice_name: 'Our founder',
        voice_type: 'custom',
        standard_voice_type: null,
        is_available: false,
      });
      expect((await list(stranger.token)).map((voice) => voice.voice_name)).not.toContain('Our founder');
      const save = async (token: string) => {
        const made = await askApi(product, 'POST', '/voice-agent', {
          token,
          body: { agent_name: 'Reception', agent_type: 'inbound' },
        });
        const { agent_uuid } = made.body as { agent_uuid: string };
        return await askApi(product, 'PUT', `/voice-agent/${agent_uuid}`, {
          token,
          body: { agent_voice: 'cloned1' },
        });
      };
      expect((await save(user.token)).body).toMatchObject({
        agent: { voice_profile: { voice_name: 'Our founder', id: 'voi_0000000000000000000001' } },
      });
      expect((await save(stranger.token)).body).toMatchObject({
        error: { details: [{ field: 'agent_voice', message: 'There is no such voice.' }] },
      });
      const avatar = await askApi(product, 'GET', '/voice-profiles/voi_0000000000000000000001/avatar', {
        token: stranger.token,
      });
      expect(avatar.body).toMatchObject({ error: { code: 'voice_not_found' } });
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
