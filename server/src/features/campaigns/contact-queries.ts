import type { Disposition } from '@parley/contract/calls';
import type { ContactReason, ContactState } from '@parley/contract/campaign-rules';
import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { type CampaignCounts, countOfState } from './counts.ts';
import { type AttemptRow, type ContactRow, campaignAttempts, contacts } from './tables.ts';

/** Which contacts of a campaign are meant. */
export type ContactFilter = {
  state?: ContactState | undefined;
  outcome?: Disposition | undefined;
  reason?: ContactReason | undefined;
  /** Part of a name, or digits of a number. */
  text?: string | undefined;
  ids?: readonly string[] | undefined;
};

function whereContact(campaignId: string, filter: ContactFilter): SQL | undefined {
  const { state, outcome, reason, text = '', ids } = filter;
  const digits = text.replace(/\D/g, '');
  // The text is no pattern: what means something in one is taken as it is (PostgreSQL, 9.7.1).
  const name = text.toLowerCase().replace(/[\\%_]/g, '\\$&');
  const isLike =
    text === ''
      ? undefined
      : digits.length >= 3 && !/[a-z]/i.test(text)
        ? sql`${contacts.phone} like ${`%${digits}%`}`
        : sql`${contacts.searchName} like ${`%${name}%`}`;
  return and(
    eq(contacts.campaignId, campaignId),
    state && eq(contacts.state, state),
    outcome && eq(contacts.outcome, outcome),
    reason && eq(contacts.reason, reason),
    ids && sql`${contacts.id} = any(${sql.param([...ids])}::text[])`,
    isLike,
  );
}

/** A page of contacts in the order they were added. Without a state the removed ones are left out. */
export async function listContacts(
  queries: Queries,
  campaignId: string,
  given: ContactFilter & { after?: string | undefined; limit: number },
): Promise<ContactRow[]> {
  const { after, limit, ...filter } = given;
  return await queries
    .select()
    .from(contacts)
    .where(
      and(
        whereContact(campaignId, filter),
        given.state === undefined ? sql`${contacts.state} <> 'removed'` : undefined,
        after === undefined ? undefined : gt(contacts.id, after),
      ),
    )
    .orderBy(asc(contacts.id))
    .limit(limit);
}

export async function findContact(
  queries: Queries,
  campaignId: string,
  contactId: string,
): Promise<ContactRow | undefined> {
  const [row] = await queries
    .select()
    .from(contacts)
    .where(and(eq(contacts.id, contactId), eq(contacts.campaignId, campaignId)));
  return row;
}

/** Every attempt to call a contact, oldest first. */
export async function listAttempts(
  queries: Queries,
  workspaceId: string,
  contactId: string,
): Promise<AttemptRow[]> {
  return await queries
    .select()
    .from(campaignAttempts)
    .where(and(eq(campaignAttempts.contactId, contactId), eq(campaignAttempts.workspaceId, workspaceId)))
    .orderBy(asc(campaignAttempts.ordinal));
}

/** Where moved contacts go. */
type Move = { to: ContactState; reason: ContactReason; nextAt: 'now' | null; from: readonly ContactState[] };

/**
 * Moves contacts and says what the counters of their campaigns gain and lose, by campaign. Contacts that are claimed at
 * this moment are left to their call.
 */
async function moveContacts(
  tx: Transaction,
  where: SQL | undefined,
  move: Move,
): Promise<Map<string, Partial<CampaignCounts>>> {
  const { rows } = await tx.execute<{ campaign_id: string; was: ContactState; moved: number }>(sql`
    with chosen as (
      select id, state from contacts
      where ${where} and state = any(${sql.param([...move.from])}::text[])
      order by id for update
    ), moved as (
      update contacts set state = ${move.to}, reason = ${move.reason},
        next_at = ${move.nextAt === 'now' ? sql`now()` : sql`null`}
      from chosen where contacts.id = chosen.id
      returning contacts.campaign_id, chosen.state as was
    )
    select campaign_id, was, count(*)::int as moved from moved group by campaign_id, was`);
  const changes = new Map<string, Partial<CampaignCounts>>();
  for (const { campaign_id: campaignId, was, moved } of rows) {
    const change = changes.get(campaignId) ?? {};
    const [left, entered] = [countOfState(was), countOfState(move.to)];
    change[left] = (change[left] ?? 0) - moved;
    change[entered] = (change[entered] ?? 0) + moved;
    changes.set(campaignId, change);
  }
  return changes;
}

/** Has contacts called once more; those on the do-not-call list stay. */
export async function retryContacts(
  tx: Transaction,
  given: { workspaceId: string; campaignId: string; filter: ContactFilter },
): Promise<Map<string, Partial<CampaignCounts>>> {
  const { workspaceId, campaignId, filter } = given;
  const isCallable = sql`not exists (
    select from do_not_call d where d.workspace_id = ${workspaceId} and d.e164 = contacts.phone)`;
  return await moveContacts(tx, and(whereContact(campaignId, filter), isCallable), {
    to: 'waiting',
    reason: 'retry_by_staff',
    nextAt: 'now',
    from: ['done', 'failed', 'do_not_call', 'removed'],
  });
}

export async function removeContacts(
  tx: Transaction,
  given: { campaignId: string; filter: ContactFilter },
): Promise<Map<string, Partial<CampaignCounts>>> {
  return await moveContacts(tx, whereContact(given.campaignId, given.filter), {
    to: 'removed',
    reason: 'removed_by_staff',
    nextAt: null,
    from: ['waiting', 'done', 'failed', 'do_not_call'],
  });
}

/** Stops all campaigns of the workspace from calling these numbers again. */
export async function stopContacts(
  tx: Transaction,
  given: { workspaceId: string; phones: readonly string[] },
): Promise<Map<string, Partial<CampaignCounts>>> {
  const where = and(
    eq(contacts.workspaceId, given.workspaceId),
    sql`${contacts.phone} = any(${sql.param([...given.phones])}::text[])`,
  );
  return await moveContacts(tx, where, {
    to: 'do_not_call',
    reason: 'on_do_not_call_list',
    nextAt: null,
    from: ['waiting'],
  });
}

/** After the call in which somebody opted out: the contact is `do_not_call`, whatever the call made of it. */
export async function stopContactOfCall(
  tx: Transaction,
  given: { workspaceId: string; contactId: string },
): Promise<Map<string, Partial<CampaignCounts>>> {
  const where = and(eq(contacts.workspaceId, given.workspaceId), eq(contacts.id, given.contactId));
  return await moveContacts(tx, where, {
    to: 'do_not_call',
    reason: 'opted_out',
    nextAt: null,
    from: ['waiting', 'done', 'failed'],
  });
}

/** Contacts that were held back by a limit or another call are looked at again by the dial loop: the rules have changed. */
export async function releaseHeld(
  tx: Transaction,
  where: { campaignId: string } | { workspaceId: string },
): Promise<void> {
  const isMeant =
    'campaignId' in where
      ? eq(contacts.campaignId, where.campaignId)
      : sql`${contacts.campaignId} in (select id from campaigns where workspace_id = ${where.workspaceId} and status = 'running')`;
  await tx
    .update(contacts)
    .set({ nextAt: sql`now()`, reason: 'not_called_yet' })
    .where(
      and(
        isMeant,
        eq(contacts.state, 'waiting'),
        sql`${contacts.nextAt} > now()`,
        sql`${contacts.reason} in ('daily_limit', 'on_another_call')`,
      ),
    );
}
