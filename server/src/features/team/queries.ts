import type { Role } from '@parley/contract/roles';
import { and, asc, count, eq } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { memberships, users, workspaces } from '../accounts/index.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;
export type MemberRow = { id: string; name: string; email: string; role: Role; joinedAt: Date };

const memberColumns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: memberships.role,
  joinedAt: memberships.createdAt,
};

export async function findWorkspace(
  queries: Queries,
  workspaceId: string,
): Promise<WorkspaceRow | undefined> {
  const [row] = await queries.select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return row;
}

/** Holds the workspace for the rest of the transaction: who changes its team waits for whoever does so now. */
export async function lockWorkspace(tx: Transaction, workspaceId: string): Promise<WorkspaceRow | undefined> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
  return row;
}

export async function saveWorkspaceName(queries: Queries, workspaceId: string, name: string): Promise<void> {
  await queries.update(workspaces).set({ name }).where(eq(workspaces.id, workspaceId));
}

/** Where a user belongs, by name. */
export async function listWorkspacesOf(
  queries: Queries,
  userId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  return await queries
    .select({ id: workspaces.id, name: workspaces.name, role: memberships.role })
    .from(memberships)
    .innerJoin(workspaces, eq(workspaces.id, memberships.workspaceId))
    .where(eq(memberships.userId, userId))
    .orderBy(asc(workspaces.name), asc(workspaces.id))
    .limit(200);
}

/** Everybody in the workspace, in the order they came. */
export async function listMembers(queries: Queries, workspaceId: string): Promise<MemberRow[]> {
  return await queries
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.workspaceId, workspaceId))
    .orderBy(asc(memberships.createdAt), asc(users.id))
    .limit(1_000);
}

export async function findMember(
  queries: Queries,
  workspaceId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  const [row] = await queries
    .select(memberColumns)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
  return row;
}

export async function countMembers(queries: Queries, workspaceId: string, role?: Role): Promise<number> {
  const [row] = await queries
    .select({ members: count() })
    .from(memberships)
    .where(
      and(
        eq(memberships.workspaceId, workspaceId),
        role === undefined ? undefined : eq(memberships.role, role),
      ),
    );
  return row?.members ?? 0;
}

/** Adds a member. Nothing changes for somebody who is one. */
export async function insertMember(
  queries: Queries,
  member: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await queries.insert(memberships).values(member).onConflictDoNothing();
}

export async function saveRole(
  queries: Queries,
  { workspaceId, userId, role }: { workspaceId: string; userId: string; role: Role },
): Promise<void> {
  await queries
    .update(memberships)
    .set({ role })
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
}

export async function deleteMember(queries: Queries, workspaceId: string, userId: string): Promise<void> {
  await queries
    .delete(memberships)
    .where(and(eq(memberships.workspaceId, workspaceId), eq(memberships.userId, userId)));
}

export async function findUserByEmail(
  queries: Queries,
  email: string,
): Promise<{ id: string; emailVerified: boolean } | undefined> {
  const [row] = await queries
    .select({ id: users.id, emailVerified: users.emailVerified })
    .from(users)
    .where(eq(users.email, email.toLowerCase()));
  return row;
}

/** The link reached the mailbox: whoever accepts with it has proved the email. */
export async function saveEmailProved(queries: Queries, userId: string): Promise<void> {
  await queries.update(users).set({ emailVerified: true }).where(eq(users.id, userId));
}
