import type { CallingRules } from '@parley/contract/campaign-rules';
import { defaultCallingRules } from '@parley/contract/campaign-rules';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { callingRules, type DoNotCallRow, doNotCall } from './tables.ts';

/** What is kept beside the numbers put on the list at once. */
export type Listing = Pick<DoNotCallRow, 'source' | 'note' | 'words' | 'callId' | 'addedBy'>;

/** Puts numbers on the list; those on it already stay as they are. Returns the numbers that are new to it. */
export async function insertListed(
  queries: Queries,
  workspaceId: string,
  phones: readonly string[],
  { source, note, words, callId, addedBy }: Listing,
): Promise<string[]> {
  if (phones.length === 0) return [];
  const ids = phones.map(() => newId('doNotCall'));
  const { rows } = await queries.execute<{ e164: string }>(sql`
    insert into do_not_call (id, workspace_id, e164, source, note, words, call_id, added_by)
    select added.id, ${workspaceId}, added.e164, ${source}, ${note}, ${words}, ${callId}, ${addedBy}
    from unnest(${sql.param(ids)}::text[], ${sql.param([...phones])}::text[]) as added (id, e164)
    on conflict (workspace_id, e164) do nothing
    returning e164`);
  return rows.map((row) => row.e164);
}

/** Those of the numbers that are on the list. */
export async function listListed(
  queries: Queries,
  workspaceId: string,
  phones: readonly string[],
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const { rows } = await queries.execute<{ e164: string }>(sql`
    select e164 from do_not_call
    where workspace_id = ${workspaceId} and e164 = any(${sql.param([...phones])}::text[])`);
  return new Set(rows.map((row) => row.e164));
}

/** One page of the list, newest first; `digits` are the first or the last of a number. */
export async function listEntries(
  queries: Queries,
  workspaceId: string,
  given: { digits: string; after: string | undefined; limit: number },
): Promise<DoNotCallRow[]> {
  const { digits, after, limit } = given;
  const reversed = [...digits].reverse().join('');
  const isLike =
    digits === ''
      ? undefined
      : sql`(${doNotCall.e164} like ${`+${digits}%`} or ${doNotCall.e164} like ${`+1${digits}%`} or reversed like ${`${reversed}%`})`;
  return await queries
    .select()
    .from(doNotCall)
    .where(
      and(
        eq(doNotCall.workspaceId, workspaceId),
        isLike,
        after === undefined ? undefined : lt(doNotCall.id, after),
      ),
    )
    .orderBy(desc(doNotCall.id))
    .limit(limit);
}

export async function countEntries(queries: Queries, workspaceId: string): Promise<number> {
  const { rows } = await queries.execute<{ entries: string }>(
    sql`select count(*) as entries from do_not_call where workspace_id = ${workspaceId}`,
  );
  return Number(rows[0]?.entries ?? 0);
}

export async function deleteEntry(
  queries: Queries,
  workspaceId: string,
  id: string,
): Promise<DoNotCallRow | undefined> {
  const [row] = await queries
    .delete(doNotCall)
    .where(and(eq(doNotCall.workspaceId, workspaceId), eq(doNotCall.id, id)))
    .returning();
  return row;
}

/** What holds for the campaigns of a workspace: what it saved, over the defaults. */
export async function getCallingRules(queries: Queries, workspaceId: string): Promise<CallingRules> {
  const [row] = await queries
    .select({ rules: callingRules.rules })
    .from(callingRules)
    .where(eq(callingRules.workspaceId, workspaceId));
  return { ...defaultCallingRules, ...row?.rules };
}

export async function saveCallingRules(
  queries: Queries,
  workspaceId: string,
  rules: CallingRules,
): Promise<void> {
  await queries
    .insert(callingRules)
    .values({ workspaceId, rules })
    .onConflictDoUpdate({ target: callingRules.workspaceId, set: { rules, updatedAt: sql`now()` } });
}

/** Lets one transaction at a time change the rules of a workspace. */
export async function lockWorkspace(queries: Queries, workspaceId: string): Promise<void> {
  await queries.execute(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}
