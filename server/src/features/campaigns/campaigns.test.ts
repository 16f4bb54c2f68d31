import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { TestProduct, TestUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { type CampaignTests, codeOf, openCampaigns } from './testing-campaigns.ts';

const people = ['phone,first,day', '+14155550101,Ada,Monday', '+12125550102,Bob,', '+13125550103,,Friday'];

describeOnEachDatabase(
  'Campaigns',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let tests: CampaignTests;
    beforeAll(async () => {
      ({ product, user, tests } = await openCampaigns(suite.database));
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate campaigns, do_not_call, calling_rules cascade`);
    });
    afterAll(() => product.close());

    test('[API-1] [API-2] a campaign is made from a file with the wire names of the specification', async () => {
      const stamp = '2027-03-15T10:30';
      const campaign = await tests.create(people.join('\n'), {
        time_stamp: stamp,
        time_zone: 'America/New_York',
        dialing_mode: 'power',
      });
      expect(campaign).toMatchObject({
        campaign_name: 'Spring',
        campaign_status: 'running',
        contacts_count: 3,
        assigned_agent_uuid: tests.agentId,
        agent_name: 'Reminder',
        phone_number_id: tests.numberId,
        phone_numbers: ['+14155550170'],
        start_date_time: '2027-03-15T14:30:00.000Z',
        start_date: '2027-03-15',
        start_time: '09:00',
        end_time: '17:00',
        dialing_mode: 'power',
        import: { file_name: 'people.csv', state: 'done', progress: 1, rows: 3, imported: 3, refused: 0 },
        figures: {
          calls_made: 0,
          answered: 0,
          voicemails: 0,
          remaining: 3,
          answer_rate: 0,
          voicemail_rate: 0,
        },
      });
      const listed = await tests.ask('GET', '/campaigns');
      expect(listed.body as unknown).toEqual({ campaigns: [campaign] });
      expect(await tests.listContacts(campaign.id)).toMatchObject([
        {
          phone: '+14155550101',
          name: 'Ada',
          state: 'waiting',
          reason: 'not_called_yet',
          time_zone: 'America/Los_Angeles',
          row_number: 2,
          fields: { first_name: 'Ada', appointment_day: 'Monday', phone_number: '+14155550101' },
        },
        { phone: '+12125550102', time_zone: 'America/New_York' },
        { phone: '+13125550103', time_zone: 'America/Chicago', name: '' },
      ]);
      expect(product.events.map(({ event }) => event.type)).toContain('campaign.imported');
    });

    test('[WIZ-5] without a mapped phone field, agent, number or file no campaign is made', async () => {
      const body = await tests.bodyOf(people.join('\n'));
      const create = (more: object) => tests.ask('POST', '/campaigns/create-campaign', { ...body, ...more });
      const unmapped = await create({ field_mappings: { first: 'first_name' } });
      expect((unmapped.body as { message: string }).message).toBe('Please map the phone field to proceed.');
      expect(codeOf(await create({ agent_uuid: `agt_${'0'.repeat(22)}` }))).toBe('agent_not_found');
      expect(codeOf(await create({ phone_number_id: `num_${'0'.repeat(22)}` }))).toBe('number_not_found');
      expect(codeOf(await create({ csv_url: 'https://example.com/people.csv' }))).toBe('upload_not_found');
      expect(codeOf(await create({ start_time: '17:00', end_time: '09:00' }))).toBe('campaign_hours_empty');
      expect(codeOf(await create({ time_stamp: '2027-02-30T09:00' }))).toBe('input_invalid');
      expect(codeOf(await create({ time_stamp: '2027-02-28T09:00:00Z' }))).toBe('input_invalid');
      expect(codeOf(await create({ time_zone: 'Mars/Olympus' }))).toBe('input_invalid');
      expect((await tests.ask('GET', '/campaigns')).body as unknown).toEqual({ campaigns: [] });
    });

    test('[CAMP-5] a campaign goes from any status to any other, in lower case', async () => {
      const { id } = await tests.create(people.join('\n'));
      const change = (status: string) =>
        tests.ask('PUT', '/campaigns/update-status', { campaign_id: id, status });
      for (const status of ['running', 'paused', 'stopped', 'paused', 'running', 'stopped', 'running'])
        expect(tests.campaignOf(await change(status)).campaign_status).toBe(status);
      expect(codeOf(await change('Running'))).toBe('input_invalid');
      await suite.database.queries.execute(sql`update agents set state = 'inactive'`);
      expect(codeOf(await change('running'))).toBe('campaign_agent_missing');
      await suite.database.queries.execute(sql`update agents set state = 'active'`);
    });

    test('[VERIFY-6] with people beyond fiction a campaign runs only once the email is verified', async () => {
      const { id } = await tests.create('phone,first,day\n+12127365000,Ada,Monday');
      const run = () => tests.ask('PUT', '/campaigns/update-status', { campaign_id: id, status: 'running' });
      expect(codeOf(await run())).toBe('email_unverified');
      await suite.database.queries.execute(sql`update users set is_email_verified = true`);
      expect((await run()).status).toBe(200);
      await suite.database.queries.execute(sql`update users set is_email_verified = false`);
    });

    test('[CAMP-3] settings are saved, what is left out stays, and the start follows date, time and zone', async () => {
      const { id } = await tests.create(people.join('\n'), { time_zone: 'America/Chicago' });
      const save = (body: object) => tests.ask('PUT', `/campaigns/${id}`, body);
      const saved = tests.campaignOf(
        await save({
          campaign_name: 'Autumn',
          start_date: '2027-11-07',
          start_time: '10:00',
          end_time: '16:30',
          dialing_mode: 'predictive',
          rules: { weekdays: [6, 7], max_attempts: 5 },
        }),
      );
      expect(saved).toMatchObject({
        campaign_name: 'Autumn',
        // The clocks went back that morning.
        start_date_time: '2027-11-07T16:00:00.000Z',
        start_time: '10:00',
        end_time: '16:30',
        dialing_mode: 'predictive',
        rules: { weekdays: [6, 7], max_attempts: 5, max_live_calls: 10 },
      });
      expect(tests.campaignOf(await save({ campaign_name: 'Winter' }))).toMatchObject({
        campaign_name: 'Winter',
        start_date_time: '2027-11-07T16:00:00.000Z',
      });
      expect(tests.campaignOf(await save({ time_zone: 'America/New_York' }))).toMatchObject({
        time_zone: 'America/New_York',
        start_date_time: '2027-11-07T15:00:00.000Z',
      });
      expect(tests.campaignOf(await save({ start_date: '' })).start_date_time).toBeNull();
      expect(codeOf(await save({ end_time: '09:00' }))).toBe('campaign_hours_empty');
      expect(codeOf(await save({ rules: { weekdays: [] } }))).toBe('input_invalid');
      expect(codeOf(await save({ agent_uuid: `agt_${'0'.repeat(22)}` }))).toBe('agent_not_found');
    });

    test('[CAMP-3] of several numbers none is lost when another one comes first, or one was deleted', async () => {
      const { id } = await tests.create(people.join('\n'));
      const addNumber = async (e164: string) =>
        (
          await product.features.numbers.insertNumber(suite.database.queries, {
            workspaceId: user.workspaceId,
            e164,
            inboundAgentId: tests.agentId,
          })
        ).id;
      const [second, third, fourth] = [
        await addNumber('+14155550142'),
        await addNumber('+14155550143'),
        await addNumber('+14155550144'),
      ] as [string, string, string];
      const save = async (body: object) => await tests.ask('PUT', `/campaigns/${id}`, body);
      const idsOf = async (body: object) => tests.campaignOf(await save(body)).phone_number_ids;
      const all = [tests.numberId, second, third];
      const several = await tests.create(people.join('\n'), { phone_number_ids: [second, third] });
      expect(several.phone_number_ids).toEqual(all);
      expect(await idsOf({ phone_number_ids: all })).toEqual(all);
      expect(await idsOf({ campaign_name: 'Winter', rules: { max_attempts: 4 } })).toEqual(all);
      expect(await idsOf({ phone_number_id: fourth })).toEqual([fourth, ...all]);
      expect(codeOf(await save({ phone_number_ids: [second, `num_${'0'.repeat(22)}`] }))).toBe(
        'number_not_found',
      );
      await tests.ask('DELETE', `/phone-numbers/${second}`);
      expect(await idsOf({ phone_number_id: third })).toEqual([third, fourth, tests.numberId]);
      expect(await idsOf({ phone_number_ids: [fourth] })).toEqual([fourth]);
      expect(await idsOf({ phone_number_id: third })).toEqual([third]);
    });

    test('[CAMP-2] a deleted campaign is gone at once, its contacts after it', async () => {
      const { id } = await tests.create(people.join('\n'));
      const answer = await tests.ask('DELETE', `/campaigns/${id}`);
      expect((answer.body as { message: string }).message).toBe('Campaign deleted successfully');
      expect(codeOf(await tests.ask('GET', `/campaigns/${id}`))).toBe('campaign_not_found');
      expect((await tests.ask('GET', '/campaigns')).body as unknown).toEqual({ campaigns: [] });
      await product.runJobs();
      const left = await suite.database.queries.execute(
        sql`select id from contacts union all select id from campaigns`,
      );
      expect(left.rows).toEqual([]);
    });

    test('[CAMP-1] the cards count campaigns, contacts, and the calls of the day where the user is', async () => {
      const { id } = await tests.create(people.join('\n'));
      await tests.create(people.slice(0, 2).join('\n'));
      await tests.ask('PUT', '/campaigns/update-status', { campaign_id: id, status: 'running' });
      product.clock.nowMs = Date.parse('2027-01-10T03:00:00Z');
      await suite.database.queries.execute(sql`
        insert into campaign_calls_made (workspace_id, quarter, shard, calls) values
        (${user.workspaceId}, '2027-01-09T17:00:00Z', 0, 4), (${user.workspaceId}, '2027-01-10T02:45:00Z', 1, 3)`);
      const overview = async (zone: string) =>
        (await tests.ask('GET', `/campaigns/overview?time_zone=${zone}`)).body as unknown;
      const counted = { total_campaigns: 2, active_campaigns: 1, total_contacts: 4 };
      expect(await overview('UTC')).toEqual({ ...counted, calls_made_today: 3 });
      expect(await overview('America/New_York')).toEqual({ ...counted, calls_made_today: 7 });
      product.clock.nowMs = Date.now();
    });

    test('the flight check tells local times, missing fields, greetings and when it would end', async () => {
      const { id } = await tests.create(people.join('\n'));
      // A Monday, nine in New York, six in San Francisco.
      product.clock.nowMs = Date.parse('2027-03-15T13:00:00Z');
      const { body } = await tests.ask('GET', `/campaigns/${id}/flight-check`);
      expect(body as unknown).toMatchObject({
        contacts: 3,
        callable_now: 1,
        missing_fields: [
          { field_name: 'appointment_day', contacts: 1 },
          { field_name: 'first_name', contacts: 1 },
        ],
        problems: [],
        warnings: ['1 person lacks appointment day.', '1 person lacks first name.'],
      });
      const { zones, greetings, expected_finish } = body as {
        zones: { time_zone: string; local_time: string; next_slot: string }[];
        greetings: { text: string }[];
        expected_finish: string;
      };
      expect(zones.find((zone) => zone.time_zone === 'America/Los_Angeles')).toMatchObject({
        local_time: '2027-03-15 06:00',
        next_slot: '2027-03-15T16:00:00.000Z',
      });
      expect(greetings.map(({ text }) => text)).toContain('Hello Ada, this is about Monday.');
      expect(greetings[0]?.text).toBe('Hello Bob, this is about.');
      expect(Date.parse(expected_finish)).toBeGreaterThan(Date.parse('2027-03-15T16:00:00Z'));
      product.clock.nowMs = Date.now();
    });

    test('campaigns are found by the search', async () => {
      const { id } = await tests.create(people.join('\n'), { campaign_name: 'Recall of 100% patients' });
      const { body } = await tests.ask('GET', '/search?q=100%25');
      expect((body as { results: unknown[] }).results).toEqual([
        { kind: 'campaign', id, title: 'Recall of 100% patients', detail: 'Paused', at: null },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
