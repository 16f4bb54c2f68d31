import type { EndReason } from '@parley/contract/end-reasons';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { CampaignRow } from '../tables.ts';
import type { Breaker } from './circuit-breaker.ts';

/** A campaign as the dial loop reads it. */
export type DialedCampaign = Pick<
  CampaignRow,
  'id' | 'workspaceId' | 'name' | 'agentId' | 'dialingMode' | 'startTime' | 'endTime' | 'rules' | 'timeZone'
> & { breaker: Breaker | null };

/** Any number that no other lock of ours has: the first half of the keys of workspaces. */
const workspaceLockClass = 7_205_242;

/** Workspaces with a campaign that runs and has begun, in another order each time: none takes all the room. */
export async function listDialingWorkspaces(queries: Queries): Promise<string[]> {
  const { rows } = await queries.execute<{ id: string }>(
    sql`select id from (select distinct workspace_id as id from campaigns where ${isDialing}) dialing order by random()`,
  );
  return rows.map(({ id }) => id);
}

/** Takes the turn of a workspace until the transaction ends; false while another process has it. */
export async function takeWorkspaceTurn(tx: Transaction, workspaceId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${workspaceLockClass}, hashtext(${workspaceId})) as taken`,
  );
  return rows[0]!.taken;
}

export async function listDialingCampaigns(tx: Transaction, workspaceId: string): Promise<DialedCampaign[]> {
  const { rows } = await tx.execute<DialedCampaign>(sql`
    select id, workspace_id as "workspaceId", name, agent_id as "agentId", dialing_mode as "dialingMode",
      start_time as "startTime", end_time as "endTime", rules, time_zone as "timeZone", breaker
    from campaigns
    where workspace_id = ${workspaceId} and ${isDialing}`);
  return rows;
}

/** By the collation of `calls.id`, which differs from that of the attempt's: without it every call ever made is read. */
export const isCallOf: SQL = sql`c.id = a.call_id collate "default"`;

const isDialing: SQL = sql`status = 'running' and (start_at is null or start_at <= now())`;

/** Calls of the workspace on the line, with those claimed and not placed yet; and calls of all that wait for lines. */
export async function countLive(
  tx: Transaction,
  workspaceId: string,
): Promise<{ live: number; waitingForLines: number }> {
  const { rows } = await tx.execute<{ live: number; waiting_for_lines: number }>(sql`
    select
      (select count(*) from calls where workspace_id = ${workspaceId} and state in ('queued', 'ringing', 'talking'))::int
      + (select count(*) from campaign_attempts where workspace_id = ${workspaceId} and state = 'claimed')::int as live,
      (select count(*) from (select from calls where state = 'queued' and process_id is null limit 1000) waiting)::int
        as waiting_for_lines`);
  return { live: rows[0]!.live, waitingForLines: rows[0]!.waiting_for_lines };
}

export type CampaignLines = {
  ringing: number;
  talking: number;
  startedLastSecond: number;
  startedLastTenSeconds: number;
};

/** The campaign's calls on the line, and how many it started lately. */
export async function countLines(tx: Transaction, campaignId: string): Promise<CampaignLines> {
  const { rows } = await tx.execute<CampaignLines>(sql`
    select
      open.ringing as "ringing", open.talking as "talking",
      started.last_second as "startedLastSecond", started.last_ten as "startedLastTenSeconds"
    from
      (select
        count(*) filter (where c.state is distinct from 'talking')::int as ringing,
        count(*) filter (where c.state = 'talking')::int as talking
      from campaign_attempts a left join calls c on ${isCallOf}
      where a.campaign_id = ${campaignId} and a.state in ('claimed', 'dialed')) open,
      (select
        count(*) filter (where created_at > now() - interval '1 second')::int as last_second,
        count(*)::int as last_ten
      from campaign_attempts
      where campaign_id = ${campaignId} and created_at > now() - interval '10 seconds') started`);
  return rows[0]!;
}

export type EndedCall = { id: string; endReason: EndReason; isAnswered: boolean; endedAtMs: number };

/** The calls of the campaign that ended last, oldest first. `id` is the call's, or the attempt's where there was none. */
export async function listEndedCalls(
  tx: Transaction,
  campaignId: string,
  limit: number,
): Promise<EndedCall[]> {
  const { rows } = await tx.execute<EndedCall>(sql`
    select coalesce(call_id, id) as id, end_reason as "endReason", coalesce(is_answered, false) as "isAnswered",
      (extract(epoch from ended_at) * 1000)::float8 as "endedAtMs"
    from (
      select * from campaign_attempts
      where campaign_id = ${campaignId} order by created_at desc limit ${limit}
    ) lately
    where state = 'ended' and end_reason is not null
    order by ended_at`);
  return rows;
}

export async function saveBreaker(tx: Transaction, campaignId: string, breaker: Breaker): Promise<void> {
  await tx.execute(
    sql`update campaigns set breaker = ${JSON.stringify(breaker)}::jsonb where id = ${campaignId}`,
  );
}

/** The numbers (E.164) the campaign calls with, and how many of its last 500 calls each placed. */
export async function listCampaignNumbers(
  tx: Transaction,
  campaignId: string,
): Promise<{ id: string; e164: string; calls: number }[]> {
  const { rows } = await tx.execute<{ id: string; e164: string; calls: number }>(sql`
    select p.id, p.e164, coalesce(used.calls, 0)::int as calls
    from campaign_numbers n
    join phone_numbers p on p.id = n.number_id
    left join (
      select from_number, count(*) as calls
      from (
        select from_number from campaign_attempts
        where campaign_id = ${campaignId} and created_at > now() - interval '1 hour'
        order by created_at desc limit 500
      ) lately
      group by from_number
    ) used on used.from_number = p.e164
    where n.campaign_id = ${campaignId}
    order by n.position`);
  return rows;
}

/**
 * Whether nothing is left to do: nobody waits or is on the line, no file is being read, and the calls of the last two
 * minutes have been analysed, since an analysis may still ask for another call.
 */
export async function isCampaignDone(tx: Transaction, campaignId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ done: boolean }>(sql`
    select not exists (select from contacts where campaign_id = ${campaignId} and state in ('waiting', 'calling'))
      and not exists (select from campaign_imports where campaign_id = ${campaignId} and state in ('waiting', 'reading'))
      and not exists (
        select from campaign_attempts a join calls c on ${isCallOf}
        where a.campaign_id = ${campaignId} and a.created_at > now() - interval '1 hour'
          and a.ended_at > now() - interval '2 minutes' and c.answered_at is not null and c.analysed_at is null
      ) as done`);
  return rows[0]!.done;
}
