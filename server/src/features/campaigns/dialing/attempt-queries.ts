import type { Disposition } from '@parley/contract/calls';
import type { CampaignRules, ContactReason, ContactState } from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import { sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../../platform/db/database.ts';
import type { Outcome } from './outcome.ts';

/**
 * Ties the stored call to its attempt. False when the lease is lost, the campaign no longer runs or the contact was taken
 * off meanwhile: then the call must not be, and the transaction is undone.
 */
export async function saveDialed(
  tx: Transaction,
  attempt: { id: string; processId: string },
  callId: string,
): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with dialed as (
      update campaign_attempts a set state = 'dialed', call_id = ${callId}, lease_until = null
      where a.id = ${attempt.id} and a.state = 'claimed' and a.process_id = ${attempt.processId} and a.lease_until > now()
        and exists (select from campaigns where id = a.campaign_id and status = 'running')
      returning a.contact_id
    )
    update contacts set last_call_id = ${callId} from dialed
    where contacts.id = dialed.contact_id and contacts.state = 'calling'
    returning contacts.id`);
  return rows.length > 0;
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
    from campaign_attempts a join calls c on c.id = a.call_id
    where a.state = 'dialed' and c.state = 'ended' and c.ended_at < now() - interval '5 seconds'
    limit ${limit}`);
  return rows;
}

export type AttemptOfCall = {
  id: string;
  campaignId: string;
  contactId: string;
  attemptState: string;
  /** Null where the campaign or the contact is gone. */
  rules: CampaignRules | null;
  contactState: ContactState | null;
  contactReason: ContactReason | null;
  attempts: number;
  isLastCall: boolean;
};

/** The attempt a call belongs to, locked together with its contact; undefined for calls of no campaign. */
export async function findAttemptOfCall(tx: Transaction, callId: string): Promise<AttemptOfCall | undefined> {
  const { rows } = await tx.execute<AttemptOfCall>(sql`
    select a.id, a.campaign_id as "campaignId", a.contact_id as "contactId", a.state as "attemptState",
      p.rules, c.state as "contactState", c.reason as "contactReason", c.attempts,
      coalesce(c.last_call_id = ${callId}, false) as "isLastCall"
    from campaign_attempts a join contacts c on c.id = a.contact_id join campaigns p on p.id = a.campaign_id
    where a.call_id = ${callId}
    for update of a, c`);
  return rows[0] ?? (await findOrphan(tx, callId));
}

/** An attempt whose campaign or contact has been deleted. */
async function findOrphan(tx: Transaction, callId: string): Promise<AttemptOfCall | undefined> {
  const { rows } = await tx.execute<AttemptOfCall>(sql`
    select id, campaign_id as "campaignId", contact_id as "contactId", state as "attemptState", null as rules,
      null as "contactState", null as "contactReason", 0 as attempts, false as "isLastCall"
    from campaign_attempts where call_id = ${callId} for update`);
  return rows[0];
}

/** Ends an attempt, and moves its contact where there is an outcome. */
export async function saveAttemptEnd(
  tx: Transaction,
  attemptId: string,
  { endReason, outcome }: { endReason: EndReason; outcome: Outcome | undefined },
): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update campaign_attempts set state = 'ended', end_reason = ${endReason}, ended_at = now(), lease_until = null
      where id = ${attemptId} returning contact_id
    )
    update contacts set state = ${outcome?.state ?? null}, reason = ${outcome?.reason ?? null},
      next_at = to_timestamp(${outcome?.nextAtMs == null ? null : outcome.nextAtMs / 1000}::float8)
    from ended where contacts.id = ended.contact_id and ${outcome !== undefined}`);
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
