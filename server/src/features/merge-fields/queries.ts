import { and, asc, count, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type MergeFieldRow, mergeFields } from './tables.ts';

/** The fields the workspace has made, oldest first. */
export async function listFields(queries: Queries, workspaceId: string): Promise<MergeFieldRow[]> {
  return await queries
    .select()
    .from(mergeFields)
    .where(eq(mergeFields.workspaceId, workspaceId))
    .orderBy(asc(mergeFields.createdAt), asc(mergeFields.id));
}

/** Lets one transaction at a time count and add the fields of a workspace. */
export async function lockFields(queries: Queries, workspaceId: string): Promise<void> {
  await queries.execute(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}

export async function countFields(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ fields: count() })
    .from(mergeFields)
    .where(eq(mergeFields.workspaceId, workspaceId));
  return row?.fields ?? 0;
}

/** Adds a field; undefined when the workspace has one of that name. */
export async function insertField(
  queries: Queries,
  field: Pick<MergeFieldRow, 'workspaceId' | 'name' | 'description'>,
): Promise<MergeFieldRow | undefined> {
  const [row] = await queries
    .insert(mergeFields)
    .values({ id: newId('mergeField'), ...field })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** Changes what a field means; undefined when the workspace has no such field. */
export async function saveDescription(
  queries: Queries,
  workspaceId: string,
  fieldId: string,
  description: string,
): Promise<MergeFieldRow | undefined> {
  const [row] = await queries
    .update(mergeFields)
    .set({ description })
    .where(and(eq(mergeFields.workspaceId, workspaceId), eq(mergeFields.id, fieldId)))
    .returning();
  return row;
}

/** Removes a field; undefined when the workspace has no such field. */
export async function deleteField(
  queries: Queries,
  workspaceId: string,
  fieldId: string,
): Promise<MergeFieldRow | undefined> {
  const [row] = await queries
    .delete(mergeFields)
    .where(and(eq(mergeFields.workspaceId, workspaceId), eq(mergeFields.id, fieldId)))
    .returning();
  return row;
}
