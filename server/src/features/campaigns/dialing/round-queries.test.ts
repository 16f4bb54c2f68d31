import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import { features } from '../../index.ts';
import { listUntoldEnds } from './attempt-queries.ts';
import { countLines, countLive, isCampaignDone, listEndedCalls } from './round-queries.ts';

const campaignId = 'cmp_0000000000000000000000';
const rowOfAll = {
  ringing: 0,
  talking: 0,
  live: 0,
  waiting_for_lines: 0,
  done: false,
};

const looks: readonly [string, (tx: Transaction) => Promise<unknown>][] = [
  ['counts the lines of a workspace', (tx) => countLive(tx, 'wsp_0000000000000000000000')],
  ['counts the lines of a campaign', (tx) => countLines(tx, campaignId)],
  ['lists what ended lately', (tx) => listEndedCalls(tx, campaignId, 400)],
  ['sees whether a campaign is done', (tx) => isCampaignDone(tx, campaignId)],
  ['finds ends that were not told', (tx) => listUntoldEnds(tx, 200)],
];

describeOnEachDatabase(
  'A turn of the dialer',
  (test) => {
    it.each(looks)('%s without reading every call or attempt there is', async (_what, look) => {
      const plan = await test.database.transaction(async (tx) => {
        // Where an index can serve, it does: a table is read through only where none can.
        await tx.execute(sql`set local enable_seqscan = off`);
        return await planOf(tx, look);
      });
      expect(plan).toContain('Index');
      expect(plan).not.toMatch(/Seq Scan on (calls|campaign_attempts|contacts)/);
    });
  },
  { migrations: features.map(({ migrations }) => migrations) },
);

/** How the database would answer the one statement of a look. */
async function planOf(tx: Transaction, look: (tx: Transaction) => Promise<unknown>): Promise<string> {
  let lines: string[] = [];
  const explaining: Pick<Queries, 'execute'> = {
    execute: ((statement: ReturnType<typeof sql>) =>
      tx.execute<{ 'QUERY PLAN': string }>(sql`explain (costs off) ${statement}`).then(({ rows }) => {
        lines = rows.map((row) => row['QUERY PLAN']);
        return { rows: [rowOfAll] };
      })) as never,
  };
  await look(explaining as Transaction);
  return lines.join('\n');
}
