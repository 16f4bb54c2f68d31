import type { DoNotCallEntry } from '@parley/contract/do-not-call';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { TestProduct, TestUser } from '../../start/testing-platform.ts';
// Who stands on the list leaves every campaign: the two are tested together.
import { type CampaignTests, codeOf, openCampaigns } from '../campaigns/testing-campaigns.ts';
import { features } from '../index.ts';

const csv = 'phone,first,day\n+14155550101,Ada,Monday\n+14155550102,Bob,Monday';

describeOnEachDatabase(
  'The do-not-call list',
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

    const add = (phones: string[], note = '') => tests.ask('POST', '/do-not-call', { phones, note });
    const list = async (query = '') =>
      (await tests.ask('GET', `/do-not-call${query}`)).body as {
        entries: DoNotCallEntry[];
        total: number;
        next_after: string | null;
      };

    test('numbers are added however they are written, found by their digits, and removed', async () => {
      const added = await add(
        ['(415) 555-0101', '+1 415 555 0101', '+442079460018', 'nonsense'],
        'By letter',
      );
      expect([added.status, added.body]).toEqual([
        201,
        { added: 2, already_listed: 0, invalid: ['nonsense'] },
      ]);
      expect((await add(['4155550101'])).body as unknown).toEqual({
        added: 0,
        already_listed: 1,
        invalid: [],
      });
      const { entries, total } = await list();
      expect(total).toBe(2);
      expect(entries.map(({ phone, source, note }) => [phone, source, note]).sort()).toEqual([
        ['+14155550101', 'staff', 'By letter'],
        ['+442079460018', 'staff', 'By letter'],
      ]);
      const phonesOf = async (q: string) => (await list(`?q=${q}`)).entries.map(({ phone }) => phone);
      expect(await phonesOf('415555')).toEqual(['+14155550101']);
      expect(await phonesOf('0018')).toEqual(['+442079460018']);
      expect(await phonesOf('%2544')).toEqual(['+442079460018']);
      expect(await phonesOf('9999')).toEqual([]);
      const [first] = entries;
      expect((await tests.ask('DELETE', `/do-not-call/${first?.id}`)).status).toBe(200);
      expect(codeOf(await tests.ask('DELETE', `/do-not-call/${first?.id}`))).toBe('do_not_call_not_found');
      expect((await list()).total).toBe(1);
    });

    test('the list comes a page at a time, and whole as a file', async () => {
      await add(Array.from({ length: 7 }, (_each, at) => `+1415555010${at}`));
      const first = await list('?limit=4');
      const second = await list(`?limit=4&after=${first.next_after}`);
      expect([first.entries.length, second.entries.length, second.next_after]).toEqual([4, 3, null]);
      expect(new Set([...first.entries, ...second.entries].map(({ phone }) => phone)).size).toBe(7);
      const file = await tests.ask('GET', '/do-not-call.csv');
      expect((file.body as string).trim().split('\r\n')).toHaveLength(8);
    });

    test.each([
      ['with a heading', 'Name;Telephone\nAda;(415) 555-0101\nBob;nonsense\nCy;4155550102'],
      ['of nothing but numbers', '+14155550101\nnonsense\n+14155550102'],
    ])('a file %s is put on the list', async (_name, text) => {
      const csvUrl = await tests.uploadUrl(text, 'list.csv');
      const answer = await tests.ask('POST', '/do-not-call/import', { csv_url: csvUrl });
      expect(answer.body as unknown).toEqual({ added: 2, already_listed: 0, invalid: 1 });
      expect((await list()).entries.map(({ source }) => source)).toEqual(['file', 'file']);
    });

    test('a listed number leaves every campaign at once, and comes back only when staff say so', async () => {
      const one = await tests.create(csv);
      const other = await tests.create(csv);
      await add(['+14155550101']);
      for (const { id } of [one, other]) {
        const [contact] = await tests.listContacts(id, '?state=do_not_call');
        expect(contact).toMatchObject({
          phone: '+14155550101',
          reason: 'on_do_not_call_list',
          next_at: null,
        });
        expect((await tests.load(id)).figures).toMatchObject({
          remaining: 1,
          contacts_by_state: { waiting: 1, do_not_call: 1 },
        });
      }
      const [contact] = await tests.listContacts(one.id, '?state=do_not_call');
      const retry = () =>
        tests.ask('POST', `/campaigns/${one.id}/contacts/retry`, { contact_ids: [contact?.id] });
      expect((await retry()).body as unknown).toEqual({ success: true, contacts: 0 });
      const [entry] = (await list()).entries;
      await tests.ask('DELETE', `/do-not-call/${entry?.id}`);
      expect((await retry()).body as unknown).toEqual({ success: true, contacts: 1 });
      expect((await tests.load(one.id)).figures.contacts_by_state).toMatchObject({
        waiting: 2,
        do_not_call: 0,
      });
    });

    test('a call whose summary finds the wish puts the number on the list, with what was said', async () => {
      const { id } = await tests.create(csv);
      const [contact] = await tests.listContacts(id);
      const callId = newId('call');
      await product.platform.db.transaction((tx) =>
        product.platform.events.publish(tx, user.workspaceId, {
          type: 'call.analysed',
          data: {
            call: {
              id: callId,
              direction: 'outbound',
              agent_id: tests.agentId,
              agent_name: 'Reminder',
              from_number: '+14155550170',
              to_number: '+14155550101',
              is_test: false,
              created_at: '2026-11-21T10:00:00.000Z',
              answered_at: '2026-11-21T10:00:10.000Z',
              ended_at: '2026-11-21T10:00:40.000Z',
              duration_ms: 30_000,
              end_reason: 'customer_hung_up',
              disposition: 'do_not_call',
              sentiment: 'negative',
              summary: 'The customer wants no more calls.',
              median_response_ms: null,
              campaign_id: id,
              contact_id: contact?.id ?? null,
            },
          },
        }),
      );
      expect((await list()).entries).toMatchObject([
        {
          phone: '+14155550101',
          source: 'analysis',
          words: 'The customer wants no more calls.',
          call_id: callId,
        },
      ]);
      expect(await tests.listContacts(id, '?state=do_not_call')).toMatchObject([{ phone: '+14155550101' }]);
    });

    test('the rules of calling have defaults, are saved, and leave no empty day', async () => {
      const get = async () =>
        ((await tests.ask('GET', '/calling-rules')).body as { rules: Record<string, unknown> }).rules;
      expect(await get()).toMatchObject({ legal_start: '08:00', legal_end: '21:00', calls_per_day: 3 });
      const saved = await tests.ask('PUT', '/calling-rules', {
        legal_end: '20:00',
        holidays: ['2026-12-25'],
        disclosure: { is_on: true, text: 'This call is recorded.', offers_opt_out_key: true },
      });
      expect(saved.status).toBe(200);
      expect(await get()).toMatchObject({
        legal_start: '08:00',
        legal_end: '20:00',
        holidays: ['2026-12-25'],
        disclosure: { is_on: true },
      });
      expect(codeOf(await tests.ask('PUT', '/calling-rules', { legal_start: '22:00' }))).toBe(
        'campaign_hours_empty',
      );
      expect(codeOf(await tests.ask('PUT', '/calling-rules', { calls_per_day: 0 }))).toBe('input_invalid');
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
