import type { ContactState } from '@parley/contract/campaign-rules';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { campaignCallsMade, campaignCounts } from './tables.ts';

/** Counters of one campaign: enough that calls which end at once seldom wait for each other. */
const countShards = 16;

/** What can be counted of a campaign. The contacts of each state, and what the calls came to. */
export type CampaignCount =
  | 'waiting'
  | 'calling'
  | 'done'
  | 'failed'
  | 'doNotCall'
  | 'removed'
  | 'callsMade'
  | 'answered'
  | 'voicemails'
  | 'abandoned'
  | 'talkMs';

export type CampaignCounts = Record<CampaignCount, number>;

/** The counter of contacts in a state. */
export function countOfState(state: ContactState): CampaignCount {
  return state === 'do_not_call' ? 'doNotCall' : state;
}

/** Adds to a campaign's counters, in the transaction that makes it true. A contact that moves is -1 there and +1 here. */
export async function addToCounts(
  queries: Queries,
  campaignId: string,
  changes: Partial<CampaignCounts>,
): Promise<void> {
  const changed = Object.entries(changes).filter(([, by]) => by !== 0) as [CampaignCount, number][];
  if (changed.length === 0) return;
  const shard = Math.floor(Math.random() * countShards);
  const set = Object.fromEntries(
    changed.map(([count, by]): [string, SQL] => [count, sql`${campaignCounts[count]} + ${by}`]),
  );
  await queries
    .insert(campaignCounts)
    .values({ campaignId, shard, ...changes })
    .onConflictDoUpdate({ target: [campaignCounts.campaignId, campaignCounts.shard], set });
}

/** As `addToCounts`, of several contacts: one statement for each campaign, in one order, so that none wait crosswise. */
export async function addAllToCounts(
  queries: Queries,
  moves: readonly { campaignId: string; changes: Partial<CampaignCounts> }[],
): Promise<void> {
  const byCampaign = [...Map.groupBy(moves, ({ campaignId }) => campaignId)];
  for (const [campaignId, own] of byCampaign.sort(([one], [other]) => (one < other ? -1 : 1)))
    await addToCounts(queries, campaignId, sumCounts(own.map(({ changes }) => changes)));
}

function sumCounts(changes: readonly Partial<CampaignCounts>[]): Partial<CampaignCounts> {
  const sum: Partial<CampaignCounts> = {};
  for (const [count, by] of changes.flatMap((each) => Object.entries(each)) as [CampaignCount, number][])
    sum[count] = (sum[count] ?? 0) + by;
  return sum;
}

/** Counts calls placed now among those of the workspace's day. */
export async function addCallsMade(queries: Queries, workspaceId: string, calls: number): Promise<void> {
  const shard = Math.floor(Math.random() * countShards);
  await queries
    .insert(campaignCallsMade)
    .values({ workspaceId, quarter: sql`date_bin('15 minutes', now(), 'epoch')`, shard, calls })
    .onConflictDoUpdate({
      target: [campaignCallsMade.workspaceId, campaignCallsMade.quarter, campaignCallsMade.shard],
      set: { calls: sql`${campaignCallsMade.calls} + ${calls}` },
    });
}
