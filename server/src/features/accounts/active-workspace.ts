import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Queries } from '../../platform/db/database.ts';
import { ensureWorkspace } from './ensure-workspace.ts';
import { findMembership, type WorkspaceMembership } from './queries.ts';
import type { OnWorkspaceMade } from './register-user.ts';
import { memberships, sessions } from './tables.ts';

/** Channel on which every process hears of users whose sessions, roles or workspaces changed. */
export const usersChangedChannel = 'users_changed';

/**
 * The workspace a session works in: the one it was switched to, at first the one its user chose last. Undefined when
 * the user was taken out of it since: the session is good for nothing then.
 */
export async function getSessionMembership(
  db: Database,
  session: { userId: string; sessionId: string },
  onWorkspaceMade: OnWorkspaceMade,
): Promise<WorkspaceMembership | undefined> {
  const { userId, sessionId } = session;
  const [row] = await db.queries
    .select({ workspaceId: sessions.activeWorkspaceId })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  if (row === undefined) return undefined;
  if (row.workspaceId !== null) return await findMembership(db.queries, userId, row.workspaceId);
  const first =
    (await findMembership(db.queries, userId)) ?? (await ensureWorkspace(db, userId, onWorkspaceMade));
  await db.queries
    .update(sessions)
    .set({ activeWorkspaceId: first.workspaceId })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.activeWorkspaceId)));
  return first;
}

/** Lets a session work in a workspace from its next request on, and later sessions of the user begin there. */
export async function saveActiveWorkspace(
  queries: Queries,
  given: { userId: string; sessionId: string; workspaceId: string },
): Promise<void> {
  const { userId, sessionId, workspaceId } = given;
  await queries
    .update(sessions)
    .set({ activeWorkspaceId: workspaceId })
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
  await queries
    .update(memberships)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(memberships.userId, userId), eq(memberships.workspaceId, workspaceId)));
}

/** Ends the sessions in which a user works in a workspace. */
export async function deleteSessionsIn(
  queries: Queries,
  given: { userId: string; workspaceId: string },
): Promise<void> {
  await queries
    .delete(sessions)
    .where(and(eq(sessions.userId, given.userId), eq(sessions.activeWorkspaceId, given.workspaceId)));
}

/** Tells every process, once the transaction is good, that what it knows of the user is old. */
export async function tellUserChanged(queries: Queries, userId: string): Promise<void> {
  await queries.execute(sql`select pg_notify(${usersChangedChannel}, ${userId})`);
}
