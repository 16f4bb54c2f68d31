import { and, count, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type AuditRow, auditEntries, type NewAuditRow } from './tables.ts';

/** Which entries of a workspace; `before` is not included. */
export type AuditFilter = {
  workspaceId: string;
  actorId?: string | undefined;
  action?: string | undefined;
  from?: Date | undefined;
  before?: Date | undefined;
};

export async function insertEntry(queries: Queries, entry: NewAuditRow): Promise<void> {
  await queries.insert(auditEntries).values(entry);
}

/** A page of entries, newest first. */
export async function listEntries(
  queries: Queries,
  filter: AuditFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<AuditRow[]> {
  return await queries
    .select()
    .from(auditEntries)
    .where(matching(filter))
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

export async function countEntries(queries: Queries, filter: AuditFilter): Promise<number> {
  const [row] = await queries.select({ entries: count() }).from(auditEntries).where(matching(filter));
  return row?.entries ?? 0;
}

export async function deleteEntriesBefore(queries: Queries, before: Date): Promise<void> {
  await queries.delete(auditEntries).where(lt(auditEntries.at, before));
}

function matching({ workspaceId, actorId, action, from, before }: AuditFilter): SQL | undefined {
  return and(
    eq(auditEntries.workspaceId, workspaceId),
    actorId === undefined ? undefined : eq(auditEntries.actorId, actorId),
    action === undefined ? undefined : eq(auditEntries.action, action),
    from === undefined ? undefined : gte(auditEntries.at, from),
    before === undefined ? undefined : lt(auditEntries.at, before),
  );
}
