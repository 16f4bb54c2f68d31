import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import type { ContactRow } from './tables.ts';

/** Contacts that wait, by the zones they may be in: the fullest first. */
export async function countWaitingByZones(
  queries: Queries,
  campaignId: string,
): Promise<{ zones: string[]; contacts: number }[]> {
  const { rows } = await queries.execute<{ time_zone: string; other_zones: string[]; contacts: number }>(sql`
    select time_zone, other_zones, count(*)::int as contacts from contacts
    where campaign_id = ${campaignId} and state = 'waiting'
    group by time_zone, other_zones order by count(*) desc, time_zone, other_zones`);
  return rows.map((row) => ({ zones: [row.time_zone, ...row.other_zones], contacts: row.contacts }));
}

/** How many waiting contacts lack each of the fields. */
export async function countMissing(
  queries: Queries,
  campaignId: string,
  fields: readonly string[],
): Promise<{ field: string; contacts: number }[]> {
  if (fields.length === 0) return [];
  const { rows } = await queries.execute<{ field: string; contacts: number }>(sql`
    select wanted.field, count(*)::int as contacts
    from contacts cross join unnest(${sql.param([...fields])}::text[]) as wanted (field)
    where campaign_id = ${campaignId} and state = 'waiting' and coalesce(fields ->> wanted.field, '') = ''
    group by wanted.field order by count(*) desc, wanted.field`);
  return rows;
}

/** Contacts looked at to find those whose greeting will sound worst. */
const lookedAt = 20_000;

export type SampleContact = Pick<ContactRow, 'id' | 'phone' | 'name' | 'fields'>;

/** Waiting contacts that lack most of the fields, and some that lack none. */
export async function listEmptiestContacts(
  queries: Queries,
  campaignId: string,
  given: { fields: readonly string[]; limit: number },
): Promise<SampleContact[]> {
  const { rows } = await queries.execute<SampleContact>(sql`
    select id, phone, name, fields from (
      select id, phone, name, fields from contacts
      where campaign_id = ${campaignId} and state = 'waiting' order by id limit ${lookedAt}
    ) looked
    order by (
      select count(*) from unnest(${sql.param([...given.fields])}::text[]) as wanted (field)
      where coalesce(looked.fields ->> wanted.field, '') = ''
    ) desc, id
    limit ${given.limit}`);
  return rows;
}
