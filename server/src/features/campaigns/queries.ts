import type { CampaignStatus } from '@parley/contract/campaign-rules';
import { and, asc, count, desc, eq, ilike, inArray, isNull, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { CampaignCount, CampaignCounts } from './counts.ts';
import {
  type CampaignRow,
  campaignCallsMade,
  campaignCounts,
  campaignNumbers,
  campaigns,
  contacts,
} from './tables.ts';

const isOf = (workspaceId: string) =>
  and(eq(campaigns.workspaceId, workspaceId), isNull(campaigns.deletedAt));

/** The campaigns of a workspace, newest first. */
export async function listCampaigns(queries: Queries, workspaceId: string): Promise<CampaignRow[]> {
  return await queries.select().from(campaigns).where(isOf(workspaceId)).orderBy(desc(campaigns.id));
}

export async function countCampaigns(
  queries: Queries,
  workspaceId: string,
): Promise<{ total: number; running: number }> {
  const rows = await queries
    .select({ status: campaigns.status, campaigns: count() })
    .from(campaigns)
    .where(isOf(workspaceId))
    .groupBy(campaigns.status);
  const running = rows.find((row) => row.status === 'running')?.campaigns ?? 0;
  return { total: rows.reduce((sum, row) => sum + row.campaigns, 0), running };
}

export async function findCampaign(
  queries: Queries,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignRow | undefined> {
  const [row] = await queries
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, campaignId), isOf(workspaceId)));
  return row;
}

/** The campaign, held for the rest of the transaction. */
export async function lockCampaign(
  tx: Transaction,
  workspaceId: string,
  campaignId: string,
): Promise<CampaignRow | undefined> {
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, campaignId), isOf(workspaceId)))
    .for('no key update');
  return row;
}

/** Names of campaigns, deleted ones included, by id. */
export async function listCampaignNames(
  queries: Queries,
  workspaceId: string,
  campaignIds: readonly string[],
): Promise<Map<string, string>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.workspaceId, workspaceId), inArray(campaigns.id, [...campaignIds])));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Campaigns whose name contains the words, newest first. */
export async function findCampaignsByName(
  queries: Queries,
  workspaceId: string,
  words: string,
  limit: number,
): Promise<{ id: string; name: string; status: CampaignStatus }[]> {
  // The words are no pattern: what means something in one is taken as it is (PostgreSQL, 9.7.1).
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return await queries
    .select({ id: campaigns.id, name: campaigns.name, status: campaigns.status })
    .from(campaigns)
    .where(and(isOf(workspaceId), ilike(campaigns.name, pattern)))
    .orderBy(desc(campaigns.id))
    .limit(limit);
}

export type NewCampaign = Omit<typeof campaigns.$inferInsert, 'id'>;

export async function insertCampaign(queries: Queries, campaign: NewCampaign): Promise<CampaignRow> {
  const [row] = await queries
    .insert(campaigns)
    .values({ id: newId('campaign'), ...campaign })
    .returning();
  return row!;
}

/** Saves what changed; a dial loop that read the campaign before reads it again. */
export async function saveCampaign(
  queries: Queries,
  campaignId: string,
  changes: Partial<NewCampaign>,
): Promise<CampaignRow> {
  const [row] = await queries
    .update(campaigns)
    .set({ ...changes, revision: sql`${campaigns.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(campaigns.id, campaignId))
    .returning();
  return row!;
}

/** The ids of each campaign's numbers, the first chosen first. */
export async function listNumberIds(
  queries: Queries,
  campaignIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await queries
    .select()
    .from(campaignNumbers)
    .where(inArray(campaignNumbers.campaignId, [...campaignIds]))
    .orderBy(asc(campaignNumbers.campaignId), asc(campaignNumbers.position));
  const byCampaign = Map.groupBy(rows, (row) => row.campaignId);
  return new Map([...byCampaign].map(([id, listed]) => [id, listed.map((row) => row.numberId)]));
}

export async function replaceNumbers(
  tx: Transaction,
  campaignId: string,
  numberIds: readonly string[],
): Promise<void> {
  await tx.delete(campaignNumbers).where(eq(campaignNumbers.campaignId, campaignId));
  if (numberIds.length === 0) return;
  await tx
    .insert(campaignNumbers)
    .values(numberIds.map((numberId, position) => ({ campaignId, numberId, position })));
}

const noCounts: CampaignCounts = {
  waiting: 0,
  calling: 0,
  done: 0,
  failed: 0,
  doNotCall: 0,
  removed: 0,
  callsMade: 0,
  answered: 0,
  voicemails: 0,
  abandoned: 0,
  talkMs: 0,
};

/** What was counted of each campaign, all shards together; zeros where nothing was. */
export async function listCounts(
  queries: Queries,
  campaignIds: readonly string[],
): Promise<(campaignId: string) => CampaignCounts> {
  if (campaignIds.length === 0) return () => noCounts;
  const names = Object.keys(noCounts) as CampaignCount[];
  const sums = Object.fromEntries(
    names.map((name) => [name, sql<string>`sum(${campaignCounts[name]})`]),
  ) as Record<CampaignCount, ReturnType<typeof sql<string>>>;
  const rows = await queries
    .select({ campaignId: campaignCounts.campaignId, ...sums })
    .from(campaignCounts)
    .where(inArray(campaignCounts.campaignId, [...campaignIds]))
    .groupBy(campaignCounts.campaignId);
  const byId = new Map(rows.map((row) => [row.campaignId, row]));
  return (campaignId) => {
    const row = byId.get(campaignId);
    if (row === undefined) return noCounts;
    // A shard may go below zero where a contact came in one and left in another; the sum does not.
    return Object.fromEntries(names.map((name) => [name, Number(row[name])])) as CampaignCounts;
  };
}

/** Contacts of all campaigns of the workspace, removed ones left out. */
export async function countContacts(queries: Queries, workspaceId: string): Promise<number> {
  const { rows } = await queries.execute<{ contacts: string }>(sql`
    select coalesce(sum(k.waiting + k.calling + k.done + k.failed + k.do_not_call), 0) as contacts
    from campaign_counts k join campaigns c on c.id = k.campaign_id
    where c.workspace_id = ${workspaceId} and c.deleted_at is null`);
  return Number(rows[0]?.contacts ?? 0);
}

/** Campaign calls of the workspace since a moment, which begins a quarter of an hour. */
export async function countCallsMade(queries: Queries, workspaceId: string, since: Date): Promise<number> {
  const [row] = await queries
    .select({ calls: sql<string>`coalesce(sum(${campaignCallsMade.calls}), 0)` })
    .from(campaignCallsMade)
    .where(
      and(eq(campaignCallsMade.workspaceId, workspaceId), sql`${campaignCallsMade.quarter} >= ${since}`),
    );
  return Number(row?.calls ?? 0);
}

/** Calls of the campaign that are on the line. */
export async function listLiveCallIds(queries: Queries, campaignId: string): Promise<string[]> {
  const { rows } = await queries.execute<{ call_id: string }>(sql`
    select call_id from campaign_attempts
    where campaign_id = ${campaignId} and state = 'dialed' and call_id is not null`);
  return rows.map((row) => row.call_id);
}

/** Whether some of those to be called are more than people of fiction (+1 AAA 555-01XX). */
export async function hasRealContacts(queries: Queries, campaignId: string): Promise<boolean> {
  const { rows } = await queries.execute<{ found: boolean }>(sql`
    select exists (
      select from ${contacts} where campaign_id = ${campaignId} and state = 'waiting'
        and phone !~ '^\\+1\\d{3}55501\\d{2}$'
    ) as found`);
  return rows[0]?.found ?? false;
}

/** Deletes some contacts of a deleted campaign, and the campaign with the last of them. False when nothing is left. */
export async function deleteSomeContacts(
  tx: Transaction,
  campaignId: string,
  limit: number,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    delete from contacts where id in (select id from contacts where campaign_id = ${campaignId} limit ${limit})
    returning 1`);
  if (rows.length === limit) return true;
  await tx.execute(sql`delete from campaigns where id = ${campaignId} and deleted_at is not null`);
  return false;
}
