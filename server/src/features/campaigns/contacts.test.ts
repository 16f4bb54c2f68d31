import type { Attempt, Campaign, Contact } from '@parley/contract/campaigns';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { TestProduct, TestUser } from '../../start/testing-platform.ts';
import { hearOptOut } from '../calls/index.ts';
import { features } from '../index.ts';
import { type CampaignTests, codeOf, openCampaigns } from './testing-campaigns.ts';

const csv = [
  'phone,first,last,day',
  '+14155550101,Ada,Lovelace,Monday',
  '+14155550102,Bob,Builder,=1+1',
  '+12125550103,Cy,Young,Friday',
  '+12125550104,50%_off,,Friday',
  '+12125550105,Eve,,Friday',
].join('\n');
const mappings = {
  field_mappings: { phone: 'phone_number', first: 'first_name', last: 'last_name', day: 'appointment_day' },
};

describeOnEachDatabase(
  'The people of a campaign',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let tests: CampaignTests;
    let campaign: Campaign;
    beforeAll(async () => {
      ({ product, user, tests } = await openCampaigns(suite.database));
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate campaigns, do_not_call cascade`);
      campaign = await tests.create(csv, mappings);
    });
    afterAll(() => product.close());

    const phones = async (query = '') =>
      (await tests.listContacts(campaign.id, query)).map(({ phone }) => phone.slice(-2));
    const setState = async (phone: string, state: string, reason: string) => {
      await suite.database.queries.execute(
        sql`update contacts set state = ${state}, reason = ${reason}, next_at = null where phone = ${phone}`,
      );
      const column = sql.identifier(state);
      await suite.database.queries.execute(
        sql`update campaign_counts set waiting = waiting - 1, ${column} = ${column} + 1
        where ctid = (select ctid from campaign_counts where campaign_id = ${campaign.id} limit 1)`,
      );
    };

    test('come a page at a time, by state, and by name or digits', async () => {
      const first = (await tests.ask('GET', `/campaigns/${campaign.id}/contacts?limit=3`)).body as {
        contacts: Contact[];
        next_after: string;
      };
      expect(first.contacts.map(({ name }) => name)).toEqual(['Ada Lovelace', 'Bob Builder', 'Cy Young']);
      expect(await phones(`?limit=3&after=${first.next_after}`)).toEqual(['04', '05']);
      expect(await phones('?q=love')).toEqual(['01']);
      expect(await phones('?q=212')).toEqual(['03', '04', '05']);
      expect(await phones('?q=(415)%20555')).toEqual(['01', '02']);
      expect(await phones('?q=%25_')).toEqual(['04']);
      await setState('+14155550102', 'failed', 'no_answer');
      expect(await phones('?state=failed')).toEqual(['02']);
      expect(codeOf(await tests.ask('GET', `/campaigns/${campaign.id}/contacts?state=nonsense`))).toBe(
        'input_invalid',
      );
    });

    test('[CAMP-4] are called again or taken off, some or all that fit, and the figures follow', async () => {
      await setState('+14155550101', 'failed', 'no_answer');
      await setState('+14155550102', 'failed', 'busy');
      const post = async (verb: string, body: object) =>
        (await tests.ask('POST', `/campaigns/${campaign.id}/contacts/${verb}`, body)).body as unknown;
      expect(await post('retry', { state: 'failed', reason: 'busy' })).toEqual({
        success: true,
        contacts: 1,
      });
      expect((await tests.load(campaign.id)).figures).toMatchObject({
        remaining: 4,
        contacts_by_state: { waiting: 4, failed: 1, removed: 0 },
      });
      expect(await post('retry', { state: 'failed' })).toEqual({ success: true, contacts: 1 });
      const [ada, bob] = await tests.listContacts(campaign.id);
      expect([ada?.reason, ada?.next_at === null]).toEqual(['retry_by_staff', false]);
      expect(await post('remove', { contact_ids: [ada?.id, bob?.id] })).toEqual({
        success: true,
        contacts: 2,
      });
      expect(await phones()).toEqual(['03', '04', '05']);
      expect(await phones('?state=removed')).toEqual(['01', '02']);
      const after = await tests.load(campaign.id);
      expect([after.contacts_count, after.figures.contacts_by_state]).toEqual([
        3,
        { waiting: 3, calling: 0, done: 0, failed: 0, do_not_call: 0, removed: 2 },
      ]);
      expect(await post('remove', {})).toMatchObject({ error: { code: 'input_invalid' } });
    });

    test('go into a file that no spreadsheet runs', async () => {
      const { body } = await tests.ask('GET', `/campaigns/${campaign.id}/contacts.csv`);
      const lines = (body as string).trim().split('\r\n');
      expect(lines[0]).toBe(
        'phone,name,state,reason,outcome,attempts,last_call,next_call,time_zone,last_call_id,first_name,last_name,appointment_day',
      );
      expect(lines).toHaveLength(6);
      expect(lines[2]).toMatch(/^\+14155550102,Bob Builder,Waiting,Waits for its turn,,0,,.*,'=1\+1$/);
      const broken = `cmp_${'0'.repeat(22)}`;
      expect(codeOf(await tests.ask('GET', `/campaigns/${broken}/contacts.csv`))).toBe('campaign_not_found');
      expect(codeOf(await tests.ask('GET', `/campaigns/${campaign.id}/refused-rows.csv`))).toBe(
        'refused_rows_not_found',
      );
    });

    test('tell of each why it was called, when by its own clock, by which number and version', async () => {
      const [ada] = await tests.listContacts(campaign.id);
      const versions = await suite.database.queries.execute<{ id: string }>(
        sql`select id from agent_versions`,
      );
      await suite.database.queries.execute(sql`
        insert into campaign_attempts (id, workspace_id, campaign_id, contact_id, ordinal, phone, from_number, agent_id,
          agent_version_id, state, local_time, time_zone, checks, end_reason)
        values (${newId('attempt')}, ${user.workspaceId}, ${campaign.id}, ${ada?.id}, 1, '+14155550101', '+14155550170',
          ${tests.agentId}, ${versions.rows[0]?.id}, 'ended', '2026-11-23 09:30', 'America/Los_Angeles',
          '[{"check":"Hours","result":"open until 17:00"}]', 'no_answer')`);
      const { body } = await tests.ask('GET', `/campaigns/${campaign.id}/contacts/${ada?.id}`);
      expect((body as { attempts: Attempt[] }).attempts).toMatchObject([
        {
          attempt: 1,
          local_time: '2026-11-23 09:30',
          time_zone: 'America/Los_Angeles',
          from_number: '+14155550170',
          agent_name: 'Reminder',
          agent_version: 1,
          end_reason: 'no_answer',
          checks: [{ check: 'Hours', result: 'open until 17:00' }],
        },
      ]);
    });

    test('who asks in the call not to be called again leaves all campaigns before the call is over', async () => {
      const other = await tests.create(csv, mappings);
      const say = async (text: string, by: 'speech' | 'digits', phone: string, isTest = false) => {
        const { db } = product.platform;
        return await db.transaction(async (tx) => {
          const row = {
            ...{ id: newId('call'), workspaceId: user.workspaceId, direction: 1, isTest },
            ...{ fromNumber: '+14155550170', toNumber: phone },
          };
          const turn = { speaker: 'customer' as const, text, by };
          return await hearOptOut(tx, product.features.doNotCall, { row, turn, offersKey: true });
        });
      };
      expect(await say('Who is this?', 'speech', '+14155550101')).toBeUndefined();
      expect(await say('Take me off your list.', 'speech', '+14155550105', true)).toBeUndefined();
      expect(await say('Take me off your list.', 'speech', '+14155550101')).toContain('do-not-call list');
      expect(await say('12', 'digits', '+14155550102')).toBeUndefined();
      expect(await say('9', 'digits', '+14155550102')).toContain('do-not-call list');
      for (const { id } of [campaign, other]) {
        const stopped = await tests.listContacts(id, '?state=do_not_call');
        expect(stopped.map(({ phone }) => phone)).toEqual(['+14155550101', '+14155550102']);
      }
      const { entries } = (await tests.ask('GET', '/do-not-call')).body as {
        entries: { source: string; words: string; call_id: string }[];
      };
      expect(entries.map(({ source, words }) => [source, words]).sort()).toEqual([
        ['key', 'Pressed 9'],
        ['spoken', 'Take me off your list.'],
      ]);
      expect(entries.every(({ call_id }) => call_id.startsWith('call_'))).toBe(true);
    });

    test('the team is told when a campaign is done or pauses by itself', async () => {
      const { db, events } = product.platform;
      const facts = { id: campaign.id, name: 'Spring', contacts: 5, calls_made: 1, answered: 1 };
      await db.transaction(async (tx) => {
        await events.publish(tx, user.workspaceId, {
          type: 'campaign.paused',
          data: { campaign: { ...facts, status: 'paused', status_reason: 'breaker' } },
        });
        await events.publish(tx, user.workspaceId, {
          type: 'campaign.finished',
          data: { campaign: { ...facts, status: 'stopped', status_reason: 'finished' } },
        });
      });
      const { body } = await tests.ask('GET', '/notifications');
      const told = (body as { notifications: { kind: string; title: string; text: string }[] }).notifications;
      expect(
        told.filter(({ kind }) => kind === 'campaign').map(({ title, text }) => `${title}: ${text}`),
      ).toEqual([
        'Spring is done: 5 people on the list, 1 call made, 1 answered.',
        'Spring was paused: Paused because too many calls failed one after another. See to it, then run the campaign again.',
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
