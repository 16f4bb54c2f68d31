import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { users, workspaces } from '../accounts/index.ts';
import { type InvitationRow, invitations } from './tables.ts';

/** An invitation with what those who read it are told beside it. */
export type KnownInvitation = InvitationRow & { inviterName: string | null; workspaceName: string };

const columns = {
  id: invitations.id,
  workspaceId: invitations.workspaceId,
  email: invitations.email,
  role: invitations.role,
  tokenHash: invitations.tokenHash,
  invitedBy: invitations.invitedBy,
  sentAt: invitations.sentAt,
  expiresAt: invitations.expiresAt,
  acceptedAt: invitations.acceptedAt,
  inviterName: users.name,
  workspaceName: workspaces.name,
};

/** Those nobody accepted yet, newest first. */
export async function listOpenInvitations(queries: Queries, workspaceId: string): Promise<KnownInvitation[]> {
  return await queries
    .select(columns)
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(and(eq(invitations.workspaceId, workspaceId), isNull(invitations.acceptedAt)))
    .orderBy(desc(invitations.sentAt), desc(invitations.id))
    .limit(1_000);
}

/** An open invitation of the workspace. */
export async function findOpenInvitation(
  queries: Queries,
  workspaceId: string,
  invitationId: string,
): Promise<KnownInvitation | undefined> {
  const [row] = await queries
    .select(columns)
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(
      and(
        eq(invitations.id, invitationId),
        eq(invitations.workspaceId, workspaceId),
        isNull(invitations.acceptedAt),
      ),
    );
  return row;
}

/** The invitation of a link, whosever it is: the secret is what names it. */
export async function findInvitationByToken(
  queries: Queries,
  tokenHash: string,
): Promise<KnownInvitation | undefined> {
  const [row] = await queries
    .select(columns)
    .from(invitations)
    .innerJoin(workspaces, eq(workspaces.id, invitations.workspaceId))
    .leftJoin(users, eq(users.id, invitations.invitedBy))
    .where(eq(invitations.tokenHash, tokenHash));
  return row;
}

/** As `findInvitationByToken`, held for the rest of the transaction: of two who accept at once one is second. */
export async function lockInvitationByToken(tx: Transaction, tokenHash: string): Promise<boolean> {
  const rows = await tx
    .select({ id: invitations.id })
    .from(invitations)
    .where(eq(invitations.tokenHash, tokenHash))
    .for('update');
  return rows.length > 0;
}

export async function countOpenInvitations(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ open: count() })
    .from(invitations)
    .where(and(eq(invitations.workspaceId, workspaceId), isNull(invitations.acceptedAt)));
  return row?.open ?? 0;
}

/** Stores an invitation, or gives the open one for the same email a new secret, role and time. Returns its id. */
export async function saveInvitation(
  queries: Queries,
  invitation: Omit<InvitationRow, 'id' | 'acceptedAt'>,
): Promise<string> {
  const { role, tokenHash, invitedBy, sentAt, expiresAt } = invitation;
  const [row] = await queries
    .insert(invitations)
    .values({ id: newId('invitation'), ...invitation })
    .onConflictDoUpdate({
      target: [invitations.workspaceId, invitations.email],
      targetWhere: isNull(invitations.acceptedAt),
      set: { role, tokenHash, invitedBy, sentAt, expiresAt },
    })
    .returning({ id: invitations.id });
  if (row === undefined) throw new Error('The invitation was not stored.');
  return row.id;
}

export async function saveAccepted(queries: Queries, invitationId: string, at: Date): Promise<void> {
  await queries.update(invitations).set({ acceptedAt: at }).where(eq(invitations.id, invitationId));
}

export async function deleteInvitation(queries: Queries, invitationId: string): Promise<void> {
  await queries.delete(invitations).where(eq(invitations.id, invitationId));
}

/** Links that are long dead need not be told what became of them. */
export async function deleteInvitationsExpiredBefore(queries: Queries, before: Date): Promise<void> {
  await queries.delete(invitations).where(lt(invitations.expiresAt, before));
}
