import { and, eq, getTableColumns, gt, inArray, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { memberships, users, workspaces } from './tables.ts';

export type OwnedWorkspace = { id: string; name: string; otherMembers: number; otherOwners: number };

/** The workspaces a user owns, held against people who join or leave meanwhile. */
export async function listOwnedWorkspaces(queries: Queries, userId: string): Promise<OwnedWorkspace[]> {
  const owned = await queries
    .select(getTableColumns(workspaces))
    .from(workspaces)
    .innerJoin(memberships, eq(memberships.workspaceId, workspaces.id))
    .where(and(eq(memberships.userId, userId), eq(memberships.role, 'owner')))
    .orderBy(workspaces.id)
    .for('update', { of: workspaces });
  const members = await queries
    .select({ workspaceId: memberships.workspaceId, userId: memberships.userId, role: memberships.role })
    .from(memberships)
    .where(
      inArray(
        memberships.workspaceId,
        owned.map((workspace) => workspace.id),
      ),
    );
  return owned.map(({ id, name }) => {
    const others = members.filter((each) => each.workspaceId === id && each.userId !== userId);
    const otherOwners = others.filter((each) => each.role === 'owner').length;
    return { id, name, otherMembers: others.length, otherOwners };
  });
}

export async function hasWorkspace(queries: Queries, workspaceId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId));
  return row !== undefined;
}

export type Trial = { workspaceId: string; endsAt: Date };

/** The workspaces whose trial ends, or ended, after one moment and not after the other. */
export async function listTrials(
  queries: Queries,
  { endAfter, endBefore }: { endAfter: Date; endBefore: Date },
): Promise<Trial[]> {
  const rows = await queries
    .select({ workspaceId: workspaces.id, endsAt: workspaces.trialEndsAt })
    .from(workspaces)
    .where(and(gt(workspaces.trialEndsAt, endAfter), lte(workspaces.trialEndsAt, endBefore)))
    .orderBy(workspaces.id);
  return rows.flatMap(({ workspaceId, endsAt }) => (endsAt === null ? [] : [{ workspaceId, endsAt }]));
}

/** The user and everybody in the workspaces. */
export async function listMemberIds(
  queries: Queries,
  { userId, workspaceIds }: { userId: string; workspaceIds: readonly string[] },
): Promise<readonly string[]> {
  const rows = await queries
    .selectDistinct({ userId: memberships.userId })
    .from(memberships)
    .where(or(eq(memberships.userId, userId), inArray(memberships.workspaceId, [...workspaceIds])));
  return rows.map((row) => row.userId);
}

export async function deleteMembershipsOfWorkspace(queries: Queries, workspaceId: string): Promise<void> {
  await queries.delete(memberships).where(eq(memberships.workspaceId, workspaceId));
}

/** Deletes the user with their sessions, password and memberships. */
export async function deleteUser(queries: Queries, userId: string): Promise<void> {
  await queries.delete(users).where(eq(users.id, userId));
}

/**
 * Deletes a workspace and what belongs to it in every table: most follow the workspace's own row; of those written
 * too often for a foreign key (calls, counts) the rows are found by their column `workspace_id`.
 */
export async function deleteWorkspaceRows(queries: Queries, workspaceId: string): Promise<void> {
  await queries.delete(workspaces).where(eq(workspaces.id, workspaceId));
  const { rows } = await queries.execute<{ table_name: string }>(sql`
    select c.table_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'workspace_id' and t.table_type = 'BASE TABLE'
    order by c.table_name`);
  for (const { table_name: table } of rows)
    await queries.execute(sql`delete from ${sql.identifier(table)} where workspace_id = ${workspaceId}`);
}
