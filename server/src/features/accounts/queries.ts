import type { Role } from '@parley/contract/roles';
import { and, asc, count, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { memberships, sessions, users, workspaces } from './tables.ts';

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;
export type WorkspaceMembership = {
  workspaceId: string;
  workspaceName: string;
  trialEndsAt: Date | null;
  role: Role;
};

/** A workspace of a user: the one asked for, else the one they chose last, else the first they belonged to. */
export async function findMembership(
  queries: Queries,
  userId: string,
  workspaceId?: string,
): Promise<WorkspaceMembership | undefined> {
  const [row] = await queries
    .select({
      workspaceId: workspaces.id,
      workspaceName: workspaces.name,
      trialEndsAt: workspaces.trialEndsAt,
      role: memberships.role,
    })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(
      and(
        eq(memberships.userId, userId),
        workspaceId === undefined ? undefined : eq(memberships.workspaceId, workspaceId),
      ),
    )
    .orderBy(
      sql`${memberships.lastUsedAt} desc nulls last`,
      asc(memberships.createdAt),
      asc(memberships.workspaceId),
    )
    .limit(1);
  return row;
}

/** Makes a workspace that the user owns. Give it the transaction in which the user's row is locked. */
export async function insertWorkspace(
  queries: Queries,
  userId: string,
  workspace: { name: string; trialEndsAt: Date | null },
): Promise<string> {
  const id = newId('workspace');
  await queries.insert(workspaces).values({ id, ...workspace });
  await queries.insert(memberships).values({ userId, workspaceId: id, role: 'owner' });
  return id;
}

/** The user, held for the rest of the transaction. */
export async function lockUser(queries: Queries, userId: string): Promise<UserRow | undefined> {
  const [row] = await queries.select().from(users).where(eq(users.id, userId)).for('update');
  return row;
}

export async function findUser(queries: Queries, userId: string): Promise<UserRow | undefined> {
  const [row] = await queries.select().from(users).where(eq(users.id, userId));
  return row;
}

export async function findUserByEmail(queries: Queries, email: string): Promise<UserRow | undefined> {
  const [row] = await queries.select().from(users).where(eq(users.email, email.toLowerCase()));
  return row;
}

export async function countUsers(queries: Queries): Promise<number> {
  const [row] = await queries.select({ users: count() }).from(users);
  return row?.users ?? 0;
}

export async function saveEmailVerified(queries: Queries, userId: string): Promise<void> {
  await queries.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
}

/** The members among these users, with their role in the workspace. */
export async function listMembers(
  queries: Queries,
  workspaceId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, { email: string; role: Role }>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: users.id, email: users.email, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.workspaceId, workspaceId), inArray(memberships.userId, [...new Set(userIds)])));
  return new Map(rows.map(({ id, ...member }) => [id, member]));
}

/** Names of users by id, of those that exist. */
export async function listUserNames(
  queries: Queries,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, [...new Set(userIds)]));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Running sessions of a user, newest first. */
export async function listSessions(queries: Queries, userId: string, now: Date): Promise<SessionRow[]> {
  return await queries
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(100);
}

/** True when the user had this session. */
export async function deleteSession(queries: Queries, userId: string, sessionId: string): Promise<boolean> {
  const deleted = await queries
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id });
  return deleted.length > 0;
}

export async function deleteSessionsOf(queries: Queries, userId: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.userId, userId));
}

export async function deleteExpiredSessions(queries: Queries, now: Date): Promise<void> {
  await queries.delete(sessions).where(lt(sessions.expiresAt, now));
}

/** The oldest workspace of the installation. */
export async function findFirstWorkspaceId(queries: Queries): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: workspaces.id })
    .from(workspaces)
    .orderBy(asc(workspaces.createdAt), asc(workspaces.id))
    .limit(1);
  return row?.id;
}
