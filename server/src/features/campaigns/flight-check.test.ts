import type { FlightCheck, TriedCall } from '@parley/contract/campaigns';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { type CampaignTests, codeOf, openCampaignTests } from './testing-campaigns.ts';

/** Calls run in real time, and the first of a thread loads its synthesiser. */
vi.setConfig({ testTimeout: 60_000 });
const waiting = { timeout: 40_000, interval: 50 };

const people = ['phone,first,day', '+14155550101,Ada,Monday', '+12127365000,Bob,', '+13127365000,,Friday'];

describeOnEachDatabase(
  'The check before a campaign starts',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let tests: CampaignTests;
    beforeAll(async () => {
      product = await openTestProduct(suite.database, {
        environment: { ROLES: 'api,calls', SIP_PORT: '0', COMMAND_STT: 'none', COMMAND_TTS: 'none' },
      });
      user = await registerUser(product, 'check@example.com');
      tests = await openCampaignTests(product, user);
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate campaigns, do_not_call, calling_rules cascade`);
    });
    afterAll(() => product.close());

    const check = async (id: string) =>
      (await tests.ask('GET', `/campaigns/${id}/flight-check`)).body as unknown as FlightCheck;

    test('greetings are what is heard first, the disclosure included, and can be heard', async () => {
      const { id } = await tests.create(people.join('\n'));
      const disclosure = { is_on: true, text: 'This call is recorded.', offers_opt_out_key: true };
      expect((await tests.ask('PUT', '/calling-rules', { disclosure })).status).toBe(200);
      const { greetings, voice_id: voiceId } = await check(id);
      const heard =
        'This call is recorded. To not be called again, press 9. Hello Ada, this is about Monday.';
      expect(greetings.map(({ text }) => text)).toContain(heard);
      const said = await tests.ask('POST', `/voice-profiles/${voiceId}/say`, { text: heard });
      expect(said.body as unknown).toMatchObject({ text: heard, audio: expect.stringMatching(/^UklGR/) });
    });

    test('a few calls are tried on simulated people, with the rows of the list, and counted nowhere', async () => {
      const { id } = await tests.create(people.join('\n'));
      const answer = await tests.ask('POST', `/campaigns/${id}/simulated-calls`);
      expect(answer.status).toBe(202);
      const { calls } = answer.body as { calls: TriedCall[] };
      // The emptiest rows first, though their own numbers are never rung.
      expect(calls.map(({ phone }) => phone)).toEqual(['+12127365000', '+13127365000', '+14155550101']);
      expect(new Set(calls.map(({ about }) => about)).size).toBe(3);
      const { rows } = await suite.database.queries.execute<Record<string, unknown>>(
        sql`select * from calls where campaign_id = ${id} order by created_at`,
      );
      expect(rows.map((row) => row['to_number'])).toEqual(['+14155550101', '+14155550180', '+14155550170']);
      for (const row of rows)
        expect(row).toMatchObject({
          is_simulation: true,
          is_test: true,
          contact_id: null,
          attempt_id: null,
          from_number: '+14155550170',
        });
      expect(rows[0]?.['fields']).toMatchObject({ phone_number: '+12127365000', first_name: 'Bob' });

      const detail = async (callId: string) => (await tests.ask('GET', `/calls/${callId}`)).body as unknown;
      for (const { call_id: callId } of calls) {
        await tests.ask('POST', `/calls/${callId}/hang-up`);
        await expect
          .poll(() => detail(callId), waiting)
          .toMatchObject({ call: { state: 'ended', is_simulation: true, campaign_name: 'Spring' } });
      }

      const campaign = await tests.load(id);
      expect(campaign.figures).toMatchObject({ calls_made: 0, answered: 0, voicemails: 0, remaining: 3 });
      expect((await tests.listContacts(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
        people.slice(1).map(() => ['waiting', 0]),
      );
      const log = await tests.ask('GET', `/call-logs?campaign_id=${id}`);
      expect(log.body as unknown).toMatchObject({ data: [], count: 0 });
    });

    test('a list of one is tried on everybody; without an agent, people or the right to edit nothing is', async () => {
      const { id } = await tests.create(people.slice(0, 2).join('\n'));
      const tried = await tests.ask('POST', `/campaigns/${id}/simulated-calls`);
      const { calls } = tried.body as { calls: TriedCall[] };
      expect(calls.map(({ name }) => name)).toEqual(['Ada', 'Ada', 'Ada']);
      for (const { call_id: callId } of calls) await tests.ask('POST', `/calls/${callId}/hang-up`);

      await tests.ask('POST', `/campaigns/${id}/contacts/remove`, { state: 'waiting' });
      const again = () => tests.ask('POST', `/campaigns/${id}/simulated-calls`);
      expect(codeOf(await again())).toBe('campaign_nobody_to_try');
      await suite.database.queries.execute(sql`update campaigns set agent_id = null`);
      expect(codeOf(await again())).toBe('campaign_agent_missing');
      expect((await check(id)).voice_id).toBeNull();

      const viewer = await registerUser(product, 'looks@example.com');
      await suite.database.queries.execute(
        sql`update memberships set role = 'viewer', workspace_id = ${user.workspaceId} where user_id = ${viewer.userId}`,
      );
      const refused = await askApi(product, 'POST', `/campaigns/${id}/simulated-calls`, {
        token: viewer.token,
      });
      expect(refused.status).toBe(403);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
