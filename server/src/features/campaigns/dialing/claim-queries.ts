import type { ContactReason } from '@parley/contract/campaign-rules';
import { sql } from 'drizzle-orm';
import type { Transaction } from '../../../platform/db/database.ts';
import { rowsOf } from '../../../platform/db/insert-rows.ts';
import type { ContactRow } from '../tables.ts';
import { campaignAttempts } from '../tables.ts';

/** Contacts of a campaign that share their zones share this key: the first zone and, as JSON, the others. */
export async function listZoneKeys(tx: Transaction, campaignId: string): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) => sql`
    (select zone_key from contacts
    where campaign_id = ${campaignId} and state = 'waiting' ${after}
    order by zone_key limit 1)`;
  // One probe of the index for each key, however many contacts have it.
  const { rows } = await tx.execute<{ zone_key: string }>(sql`
    with recursive keys as (
      ${next(sql``)}
      union all
      select ${next(sql`and zone_key > keys.zone_key`)} from keys where keys.zone_key is not null
    )
    select zone_key from keys where zone_key is not null`);
  return rows.map((row) => row.zone_key);
}

/** The zones of a key. */
export function zonesOfKey(zoneKey: string): string[] {
  const at = zoneKey.indexOf(' ');
  const others = JSON.parse(zoneKey.slice(at + 1)) as string[];
  return [...new Set([zoneKey.slice(0, at), ...others])];
}

export type DueContact = Pick<
  ContactRow,
  'id' | 'phone' | 'fields' | 'timeZone' | 'consent' | 'attempts' | 'reason'
> & {
  zoneKey: string;
};

/** Who is due, of those with these zones: longest due first. */
export async function listDueContacts(
  tx: Transaction,
  campaignId: string,
  { zoneKeys, limit }: { zoneKeys: readonly string[]; limit: number },
): Promise<DueContact[]> {
  const { rows } = await tx.execute<DueContact>(sql`
    select due.id, due.phone, due.fields, due.time_zone as "timeZone", due.zone_key as "zoneKey", due.consent, due.attempts,
      due.reason
    from unnest(${sql.param([...zoneKeys])}::text[]) as open (zone_key)
    cross join lateral (
      select * from contacts
      where campaign_id = ${campaignId} and state = 'waiting' and contacts.zone_key = open.zone_key collate "C"
        and next_at <= now()
      order by next_at, id limit ${limit}
    ) due
    order by due.next_at, due.id limit ${limit}`);
  return rows;
}

export type PhoneCall = { phone: string; createdAtMs: number; isOpen: boolean };

/** Calls of all campaigns of the workspace to these numbers in the last 26 hours: a day of any clock. */
export async function listCallsOfPhones(
  tx: Transaction,
  workspaceId: string,
  phones: readonly string[],
): Promise<PhoneCall[]> {
  const { rows } = await tx.execute<PhoneCall>(sql`
    select phone, (extract(epoch from created_at) * 1000)::float8 as "createdAtMs", state <> 'ended' as "isOpen"
    from campaign_attempts
    where workspace_id = ${workspaceId} and phone = any(${sql.param([...phones])}::text[])
      and created_at > now() - interval '26 hours'`);
  return rows;
}

/** Moves those that still wait onto the line. Whom somebody else changes right now is left out. */
export async function startContacts(
  tx: Transaction,
  contactIds: readonly string[],
): Promise<{ id: string; ordinal: number }[]> {
  const { rows } = await tx.execute<{ id: string; ordinal: number }>(sql`
    with picked as (
      select id from contacts
      where id = any(${sql.param([...contactIds])}::text[]) and state = 'waiting' and next_at <= now()
      for update skip locked
    )
    update contacts set state = 'calling', reason = 'on_the_line', attempts = attempts + 1, last_at = now(), next_at = null
    from picked where contacts.id = picked.id
    returning contacts.id, (
      select coalesce(max(ordinal), 0)::int + 1 from campaign_attempts where contact_id = contacts.id
    ) as ordinal`);
  return rows;
}

export type NewAttempt = typeof campaignAttempts.$inferInsert;

/** Seconds a process has between claiming a contact and storing its call. */
export const claimLeaseSeconds = 15;

export async function insertAttempts(tx: Transaction, attempts: readonly NewAttempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await tx.execute(sql`
    insert into ${campaignAttempts} ${rowsOf(campaignAttempts, attempts, {
      leaseUntil: sql`clock_timestamp() + make_interval(secs => ${claimLeaseSeconds}::float8)`,
      // The moment of the claim, not that of the transaction's start: the slot was perhaps still taken then.
      createdAt: sql`clock_timestamp()`,
    })}`);
}

/** Lets waiting contacts wait until another time. */
export async function holdContacts(
  tx: Transaction,
  held: readonly { id: string; nextAtMs: number; reason: ContactReason }[],
): Promise<void> {
  if (held.length === 0) return;
  await tx.execute(sql`
    update contacts set next_at = to_timestamp(held.next_at_ms / 1000), reason = held.reason
    from unnest(
      ${sql.param(held.map(({ id }) => id))}::text[], ${sql.param(held.map(({ nextAtMs }) => nextAtMs))}::float8[],
      ${sql.param(held.map(({ reason }) => reason))}::text[]
    ) as held (id, next_at_ms, reason)
    where contacts.id = held.id and state = 'waiting'`);
}

/** Takes waiting contacts out because they are on the do-not-call list. Returns how many. */
export async function blockContacts(tx: Transaction, contactIds: readonly string[]): Promise<number> {
  if (contactIds.length === 0) return 0;
  const { rows } = await tx.execute(sql`
    update contacts set state = 'do_not_call', reason = 'on_do_not_call_list', next_at = null
    where id = any(${sql.param([...contactIds])}::text[]) and state = 'waiting'
    returning id`);
  return rows.length;
}
