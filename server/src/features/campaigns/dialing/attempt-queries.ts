import type { Disposition } from '@parley/contract/calls';
import type { CampaignRules, ContactReason, ContactState } from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import { type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { Outcome } from './outcome.ts';
import { isCallOf } from './round-queries.ts';

/** An attempt and the call that shall be stored for it. */
export type AttemptToDial = { attemptId: string; callId: string };

/**
 * Ties calls that are about to be stored to their attempts. Returns the ids of those calls that may be: not one whose
 * lease is lost, whose campaign no longer runs, whose contact was taken off, or that somebody else changes right now.
 */
export async function saveDialed(
  tx: Transaction,
  processId: string,
  toDial: readonly AttemptToDial[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ callId: string }>(sql`
    with admitted as (
      select a.id, a.contact_id, given.call_id
      from unnest(
        ${sql.param(toDial.map(({ attemptId }) => attemptId))}::text[], ${sql.param(toDial.map(({ callId }) => callId))}::text[]
      ) as given (attempt_id, call_id)
      join campaign_attempts a on a.id = given.attempt_id
      join contacts c on c.id = a.contact_id
      where a.state = 'claimed' and a.process_id = ${processId} and a.lease_until > now() and c.state = 'calling'
        and exists (select from campaigns where id = a.campaign_id and status = 'running')
      for update of a, c skip locked
    ), dialed as (
      update campaign_attempts set state = 'dialed', call_id = admitted.call_id, lease_until = null
      from admitted where campaign_attempts.id = admitted.id
    )
    update contacts set last_call_id = admitted.call_id
    from admitted where contacts.id = admitted.contact_id
    returning contacts.last_call_id as "callId"`);
  return new Set(rows.map(({ callId }) => callId));
}

/** Deletes an attempt that never became a call; undefined when it has become one, or is gone. */
export async function deleteClaimed(
  tx: Transaction,
  attemptId: string,
): Promise<{ contactId: string; campaignId: string; workspaceId: string } | undefined> {
  const { rows } = await tx.execute<{ contactId: string; campaignId: string; workspaceId: string }>(sql`
    delete from campaign_attempts where id = ${attemptId} and state = 'claimed'
    returning contact_id as "contactId", campaign_id as "campaignId", workspace_id as "workspaceId"`);
  return rows[0];
}

/** Has the contact wait again as if it had not been claimed. False when somebody has moved it meanwhile. */
export async function returnContact(tx: Transaction, contactId: string, delayMs: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update contacts set state = 'waiting', attempts = greatest(0, attempts - 1),
      next_at = now() + make_interval(secs => ${delayMs / 1000}::float8),
      reason = case when attempts > 1 then 'retry_failed' else 'not_called_yet' end
    where id = ${contactId} and state = 'calling'
    returning id`);
  return rows.length > 0;
}

/** Attempts whose process let the lease run out before it stored a call. */
export async function listLostClaims(queries: Queries, limit: number): Promise<string[]> {
  const { rows } = await queries.execute<{ id: string }>(
    sql`select id from campaign_attempts where state = 'claimed' and lease_until < now() limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}

/** Calls that ended while their attempt was not told, as in a process of an older version. */
export async function listUntoldEnds(
  queries: Queries,
  limit: number,
): Promise<{ callId: string; workspaceId: string }[]> {
  const { rows } = await queries.execute<{ callId: string; workspaceId: string }>(sql`
    select c.id as "callId", c.workspace_id as "workspaceId"
    from campaign_attempts a join calls c on ${isCallOf}
    where a.state = 'dialed' and c.state = 'ended' and c.ended_at < now() - interval '5 seconds'
    limit ${limit}`);
  return rows;
}

export type AttemptOfCall = {
  id: string;
  callId: string;
  campaignId: string;
  contactId: string;
  attemptState: string;
  /** What has been kept of it by both, as an analysis told it. */
  outcome: Disposition | null;
  contactOutcome: Disposition | null;
  /** Null where the campaign or the contact is gone. */
  rules: CampaignRules | null;
  contactState: ContactState | null;
  contactReason: ContactReason | null;
  attempts: number;
  isLastCall: boolean;
};

/**
 * The attempts these calls belong to, locked together with their contacts; calls of no campaign have none. Rejects when
 * somebody else has one of several locked: whoever holds many never waits, and one is waited for.
 */
export async function lockAttemptsOfCalls(
  tx: Transaction,
  callIds: readonly string[],
): Promise<AttemptOfCall[]> {
  const wait = callIds.length > 1 ? sql`nowait` : sql``;
  const { rows } = await tx.execute<AttemptOfCall>(sql`
    select a.id, a.call_id as "callId", a.campaign_id as "campaignId", a.contact_id as "contactId",
      a.state as "attemptState", a.outcome, c.outcome as "contactOutcome",
      p.rules, c.state as "contactState", c.reason as "contactReason", c.attempts,
      coalesce(c.last_call_id = a.call_id, false) as "isLastCall"
    from campaign_attempts a join contacts c on c.id = a.contact_id join campaigns p on p.id = a.campaign_id
    where a.call_id = any(${sql.param([...callIds])}::text[])
    for update of a, c ${wait}`);
  const found = new Set(rows.map(({ callId }) => callId));
  const others = callIds.filter((callId) => !found.has(callId));
  return others.length === 0 ? rows : [...rows, ...(await lockOrphans(tx, others, wait))];
}

/** Attempts whose campaign or contact has been deleted. */
async function lockOrphans(tx: Transaction, callIds: readonly string[], wait: SQL): Promise<AttemptOfCall[]> {
  const { rows } = await tx.execute<AttemptOfCall>(sql`
    select id, call_id as "callId", campaign_id as "campaignId", contact_id as "contactId", state as "attemptState",
      outcome, null as "contactOutcome", null as rules, null as "contactState", null as "contactReason",
      0 as attempts, false as "isLastCall"
    from campaign_attempts where call_id = any(${sql.param([...callIds])}::text[]) for update ${wait}`);
  return rows;
}

export type AttemptEnd = {
  attemptId: string;
  endReason: EndReason;
  /** Somebody, or a machine, picked up. */
  isAnswered: boolean;
  /** What becomes of the contact; undefined where it stays as it is. */
  outcome: Outcome | undefined;
  /** What the call came to, where its end alone tells. */
  disposition: Disposition | null;
};

/** Ends attempts, and moves the contacts of those that have an outcome. */
export async function saveAttemptEnds(tx: Transaction, ends: readonly AttemptEnd[]): Promise<void> {
  if (ends.length === 0) return;
  const given = ends.map(({ attemptId, endReason, isAnswered, outcome, disposition }) => ({
    id: attemptId,
    end_reason: endReason,
    is_answered: isAnswered,
    disposition,
    state: outcome?.state ?? null,
    reason: outcome?.reason ?? null,
    next_at_ms: outcome?.nextAtMs ?? null,
  }));
  await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as given (id text, end_reason text, is_answered boolean, disposition text, state text, reason text, next_at_ms float8)
    ), ended as (
      update campaign_attempts a set state = 'ended', end_reason = given.end_reason, is_answered = given.is_answered, ended_at = now(),
        lease_until = null, outcome = coalesce(given.disposition, a.outcome)
      from given where a.id = given.id
      returning a.contact_id, given.*
    )
    update contacts set state = coalesce(ended.state, contacts.state), reason = coalesce(ended.reason, contacts.reason),
      next_at = case when ended.state is null then contacts.next_at else to_timestamp(ended.next_at_ms / 1000) end,
      outcome = coalesce(ended.disposition, contacts.outcome)
    from ended where contacts.id = ended.contact_id and (ended.state is not null or ended.disposition is not null)`);
}

export async function saveAttemptOutcome(
  tx: Transaction,
  attempt: { id: string; contactId: string },
  outcome: Disposition,
): Promise<void> {
  await tx.execute(sql`update campaign_attempts set outcome = ${outcome} where id = ${attempt.id}`);
  await tx.execute(sql`update contacts set outcome = ${outcome} where id = ${attempt.contactId}`);
}

export async function saveContactOutcome(
  tx: Transaction,
  contactId: string,
  outcome: Outcome,
): Promise<void> {
  const nextAt =
    outcome.nextAtMs === null ? sql`null` : sql`to_timestamp(${outcome.nextAtMs / 1000}::float8)`;
  await tx.execute(sql`
    update contacts set state = ${outcome.state}, reason = ${outcome.reason}, next_at = ${nextAt}
    where id = ${contactId}`);
}
