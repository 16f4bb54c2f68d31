import { AppError } from '@parley/contract/errors';
import type { Role } from '@parley/contract/roles';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteSessionsIn, type SignIn, tellUserChanged } from '../accounts/index.ts';
import { type AuditFeature, type AuditSource, listChanges } from '../audit/index.ts';
import {
  countMembers,
  deleteMember,
  findMember,
  lockWorkspace,
  type MemberRow,
  saveRole,
} from './queries.ts';
import { checkOwnerStays, mayChange } from './team-rules.ts';

/** What changes of a team stand on. */
export type TeamWrites = { db: Platform['db']; audit: AuditFeature; signIn: SignIn };

/**
 * Gives a member another role. Requests and screens of theirs have it at once.
 * Errors: member_not_found, not_allowed, last_owner.
 */
export async function changeRole(
  writes: TeamWrites,
  source: AuditSource,
  { userId, role }: { userId: string; role: Role },
): Promise<MemberRow> {
  const { workspaceId } = source.identity;
  const changed = await writes.db.transaction(async (tx) => {
    const { member } = await holdTeam(tx, source, { userId, next: role });
    if (member.role === role) return member;
    await saveRole(tx, { workspaceId, userId, role });
    await tellUserChanged(tx, userId);
    await writes.audit.record(tx, source, {
      action: 'member.role-changed',
      subject: { id: userId, name: member.name },
      changes: listChanges({ role: member.role }, { role }),
    });
    return { ...member, role };
  });
  writes.signIn.changedUser(userId);
  return changed;
}

/**
 * Takes a member out: their sessions in this workspace end at once, and so do their live streams.
 * Errors: member_not_found, not_allowed, last_owner.
 */
export async function removeMember(writes: TeamWrites, source: AuditSource, userId: string): Promise<void> {
  const { identity } = source;
  const isLeaving = userId === identity.userId;
  await writes.db.transaction(async (tx) => {
    const { member } = await holdTeam(tx, source, { userId, next: undefined });
    await deleteMember(tx, identity.workspaceId, userId);
    await deleteSessionsIn(tx, { userId, workspaceId: identity.workspaceId });
    await tellUserChanged(tx, userId);
    await writes.audit.record(tx, source, {
      action: isLeaving ? 'member.left' : 'member.removed',
      subject: { id: userId, name: member.name },
      changes: [{ field: 'role', before: member.role, after: null }],
    });
  });
  writes.signIn.changedUser(userId);
}

/** Makes another member the owner, and the one who asks an admin. Errors: member_not_found, not_allowed. */
export async function transferOwnership(
  writes: TeamWrites,
  source: AuditSource,
  userId: string,
): Promise<void> {
  const { identity } = source;
  const { workspaceId } = identity;
  if (userId === identity.userId) return;
  await writes.db.transaction(async (tx) => {
    const { member } = await holdTeam(tx, source, { userId, next: 'owner' });
    await saveRole(tx, { workspaceId, userId, role: 'owner' });
    await saveRole(tx, { workspaceId, userId: identity.userId, role: 'admin' });
    await tellUserChanged(tx, userId);
    await tellUserChanged(tx, identity.userId);
    await writes.audit.record(tx, source, {
      action: 'ownership.transferred',
      subject: { id: userId, name: member.name },
      changes: listChanges({ role: member.role }, { role: 'owner' }),
    });
  });
  writes.signIn.changedUser(userId);
  writes.signIn.changedUser(identity.userId);
}

/**
 * Holds the workspace, then reads who asks and who is meant again: what the request came with may be old by now, as
 * when two owners demote each other at once.
 */
async function holdTeam(
  tx: Transaction,
  { identity }: AuditSource,
  { userId, next }: { userId: string; next: Role | undefined },
): Promise<{ member: MemberRow }> {
  const { workspaceId } = identity;
  await lockWorkspace(tx, workspaceId);
  const actor = await findMember(tx, workspaceId, identity.userId);
  const member = await findMember(tx, workspaceId, userId);
  if (member === undefined) throw AppError.of('member_not_found');
  const isLeaving = userId === identity.userId && next === undefined;
  if (actor === undefined) throw AppError.of('not_allowed');
  if (!isLeaving && !mayChange(actor.role, member.role, next)) throw AppError.of('not_allowed');
  checkOwnerStays({
    current: member.role,
    next,
    owners: await countMembers(tx, workspaceId, 'owner'),
  });
  return { member };
}
