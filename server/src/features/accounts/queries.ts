import type { Role } from '@parley/contract/roles';
import { and, asc, count, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId, newSortableKey } from '../../platform/db/new-id.ts';
import { credentials, memberships, sessions, users, workspaces } from './tables.ts';

/** How the auth library calls a password among the ways to prove who one is. */
const passwordProvider = 'credential';

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

/** Makes the user and their password, unless somebody has the email; undefined then. */
export async function insertUser(
  queries: Queries,
  user: Pick<UserRow, 'email' | 'firstName' | 'lastName' | 'phoneNumber' | 'emailVerified'> & {
    passwordHash: string;
  },
): Promise<string | undefined> {
  const { passwordHash, ...values } = user;
  const id = `usr_${newSortableKey()}`;
  const name = `${user.firstName} ${user.lastName}`.trim();
  const inserted = await queries
    .insert(users)
    .values({ id, name, ...values, email: user.email.toLowerCase() })
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  if (inserted.length === 0) return undefined;
  await queries.insert(credentials).values({
    id: `crd_${newSortableKey()}`,
    userId: id,
    providerId: passwordProvider,
    accountId: id,
    password: passwordHash,
  });
  return id;
}

export async function findPasswordHash(queries: Queries, userId: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ password: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider)));
  return row?.password ?? undefined;
}

export async function savePasswordHash(queries: Queries, userId: string, password: string): Promise<void> {
  await queries
    .update(credentials)
    .set({ password, updatedAt: sql`now()` })
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, passwordProvider)));
}

/** Whether the account of this email is signed in from the address. */
export async function isSignedInFrom(
  queries: Queries,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<boolean> {
  const [row] = await queries
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(eq(users.email, email.toLowerCase()), eq(sessions.ipAddress, address), gt(sessions.expiresAt, now)),
    )
    .limit(1);
  return row !== undefined;
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

/** Ends the sessions of a user, but for one. Returns the ids of those that ended. */
export async function deleteSessionsOf(
  queries: Queries,
  userId: string,
  keptSessionId = '',
): Promise<readonly string[]> {
  const deleted = await queries
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)))
    .returning({ id: sessions.id });
  return deleted.map((row) => row.id);
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

export async function saveProfile(
  queries: Queries,
  userId: string,
  profile: Pick<UserRow, 'firstName' | 'lastName' | 'phoneNumber' | 'timeZone'>,
): Promise<void> {
  const name = `${profile.firstName} ${profile.lastName}`.trim();
  await queries
    .update(users)
    .set({ ...profile, name, updatedAt: sql`now()` })
    .where(eq(users.id, userId));
}

/** Whether the user has proved their email; without a user, whether an owner of the workspace has. */
export async function hasProvedEmail(
  queries: Queries,
  { workspaceId, userId }: { workspaceId: string; userId?: string },
): Promise<boolean> {
  const who = userId === undefined ? eq(memberships.role, 'owner') : eq(memberships.userId, userId);
  const [row] = await queries
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.workspaceId, workspaceId), who, eq(users.emailVerified, true)))
    .limit(1);
  return row !== undefined;
}
