import { campaignLimits } from '@parley/contract/campaign-rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import type { TestProduct } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { importContactsJob } from './import-contacts.ts';
import { type CampaignTests, codeOf, openCampaigns } from './testing-campaigns.ts';

const people = ['phone,first,day', '+14155550101,Ada,Monday', '+12125550102,Bob,', '+13125550103,,Friday'];

describeOnEachDatabase(
  'The file of a campaign',
  (suite) => {
    let product: TestProduct;
    let tests: CampaignTests;
    beforeAll(async () => {
      ({ product, tests } = await openCampaigns(suite.database));
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate campaigns, do_not_call, calling_rules cascade`);
    });
    afterAll(() => product.close());

    test('[WIZ-2] a file that is no CSV, empty or over 10 MB is not taken', async () => {
      expect(codeOf(await tests.upload(''))).toBe('upload_not_csv');
      expect(codeOf(await tests.upload(Buffer.from('PK\u0003\u0004workbook')))).toBe('upload_not_csv');
      expect(codeOf(await tests.upload(Buffer.alloc(10 * 1024 * 1024 + 1, 'a')))).toBe('upload_too_large');
      const taken = await tests.upload('\uFEFFName;Phone;;Name\r\nZoë;1;2;3');
      expect(taken.body as unknown).toMatchObject({
        columns: ['Name', 'Phone', 'Column 3', 'Name_1'],
        bytes: 31,
      });
    });

    test('every row that is not taken says why, and the file of them can be fetched', async () => {
      await tests.ask('POST', '/do-not-call', { phones: ['+14155550109'] });
      const rows = [
        ...people,
        ',Nobody,Monday',
        '12345,Short,Monday',
        '(415) 555-0101,Ada again,Monday',
        '+14155550109,Listed,Monday',
        '=1+2,"=cmd|calc",Monday',
      ];
      const campaign = await tests.create(rows.join('\r\n'));
      expect(campaign.import).toMatchObject({
        rows: 8,
        imported: 3,
        refused: 5,
        refused_by_reason: { phone_missing: 1, phone_invalid: 2, duplicate: 1, do_not_call: 1 },
      });
      const file = await tests.ask('GET', `/campaigns/${campaign.id}/refused-rows.csv`);
      expect((file.body as string).split('\r\n')).toEqual([
        'file,row,reason,phone,first,day',
        'people.csv,5,There is no phone number in this row,,Nobody,Monday',
        'people.csv,6,This is no phone number,12345,Short,Monday',
        '"people.csv",7'.replaceAll('"', '') +
          ',"This number stands further up in the file, or in the campaign already",(415) 555-0101,Ada again,Monday',
        'people.csv,8,This number is on your do-not-call list,+14155550109,Listed,Monday',
        "people.csv,9,This is no phone number,'=1+2,'=cmd|calc,Monday",
        '',
      ]);
    });

    test('where consent is asked for, rows without it are refused', async () => {
      const campaign = await tests.create(
        ['phone,ok', '+14155550101,yes', '+14155550102,no', '+14155550103,', '+14155550104,2026-10-01'].join(
          '\n',
        ),
        { field_mappings: { phone: 'phone_number', ok: 'consent' }, rules: { requires_consent: true } },
      );
      expect(campaign.import).toMatchObject({ imported: 2, refused_by_reason: { consent_missing: 2 } });
      expect((await tests.listContacts(campaign.id)).map(({ fields }) => fields['consent'])).toEqual([
        'yes',
        '2026-10-01',
      ]);
    });

    test('a file whose phone column is missing, or with nothing below its heading, says so', async () => {
      const other = await tests.create('number,first\n1,2');
      expect(other.import).toMatchObject({
        state: 'failed',
        problem: 'The column of the phone numbers is not in the heading of the file.',
      });
      const empty = await tests.create('phone,first,day\n,,\n');
      expect(empty.import).toMatchObject({
        state: 'failed',
        problem: 'The file holds no rows below its heading.',
      });
      expect(empty.contacts_count).toBe(0);
    });

    test('an import that was killed goes on where it was, and nothing is doubled', async () => {
      const count = 5_000;
      const lines = Array.from(
        { length: count },
        (_each, at) => `+1212736${String(at).padStart(4, '0')},P${at},`,
      );
      const csv = ['phone,first,day', ...lines, lines[0]].join('\n');
      const answer = await tests.ask('POST', '/campaigns/create-campaign', await tests.bodyOf(csv));
      const { id } = tests.campaignOf(answer);
      // There is room for these people, and for one more.
      const others = campaignLimits.contacts - count - 1;
      await suite.database.queries.execute(
        sql`insert into campaign_counts (campaign_id, shard, waiting) values (${id}, 100, ${others})`,
      );
      const [job] = product.jobs.filter(({ name }) => name === importContactsJob);
      // The connection is lost with the third batch: two are stored.
      const { db } = product.platform;
      const { transaction } = db;
      let batches = 0;
      Object.assign(db, {
        transaction: (work: never) => {
          batches += 1;
          return batches > 2 ? Promise.reject(new Error('killed')) : transaction.call(db, work);
        },
      });
      await expect(product.runJob(importContactsJob, job?.data)).rejects.toThrow('killed');
      Object.assign(db, { transaction });
      expect((await tests.load(id)).import).toMatchObject({ state: 'reading', rows: 4_000, imported: 4_000 });
      await product.runJobs();
      const done = await tests.load(id);
      expect(done.import).toMatchObject({
        state: 'done',
        imported: count,
        refused_by_reason: { duplicate: 1 },
      });
      expect([done.contacts_count, done.figures.remaining]).toEqual([others + count, others + count]);
      // The same job once more, and two of them at once, change nothing.
      await Promise.all([1, 2].map(() => product.runJob(importContactsJob, job?.data)));
      expect((await tests.load(id)).contacts_count).toBe(others + count);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
