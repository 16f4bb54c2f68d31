import { createHash, randomBytes } from 'node:crypto';
import { AppError } from '@parley/contract/errors';
import { roleLabels } from '@parley/contract/role-labels';
import type { InvitedRole } from '@parley/contract/team';
import { teamLimits } from '@parley/contract/team-limits';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AuditFeature, AuditSource } from '../audit/index.ts';
import {
  countOpenInvitations,
  deleteInvitation,
  findOpenInvitation,
  type KnownInvitation,
  saveInvitation,
} from './invitation-queries.ts';
import { countMembers, findUserByEmail, listMembers, lockWorkspace, type WorkspaceRow } from './queries.ts';

const dayMs = 24 * 3600 * 1000;

/** What inviting stands on. */
export type InvitationWrites = Pick<Platform, 'db' | 'mailer' | 'config'> & {
  audit: AuditFeature;
  nowMs: () => number;
};

/**
 * Mails an invitation to each email that is not a member's. Errors: invite_unverified, team_at_limit.
 * Returns the ids of the invitations and the emails of members.
 */
export async function invite(
  writes: InvitationWrites,
  source: AuditSource,
  { emails, role }: { emails: readonly string[]; role: InvitedRole },
): Promise<{ invitationIds: string[]; alreadyMembers: string[] }> {
  const { workspaceId } = source.identity;
  return await writes.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    if (workspace === undefined) throw AppError.of('not_allowed');
    await checkProved(tx, source);
    const members = new Set((await listMembers(tx, workspaceId)).map((member) => member.email));
    const invited = [...new Set(emails)].filter((email) => !members.has(email));
    const invitationIds: string[] = [];
    for (const email of invited) {
      invitationIds.push(await send(writes, tx, { source, workspace, email, role }));
      await writes.audit.record(tx, source, {
        action: 'invitation.sent',
        subject: { id: invitationIds.at(-1) ?? '', name: email },
        changes: [{ field: 'role', before: null, after: role }],
      });
    }
    const size = (await countMembers(tx, workspaceId)) + (await countOpenInvitations(tx, workspaceId));
    if (size > teamLimits.members) throw AppError.of('team_at_limit', { limit: teamLimits.members });
    return { invitationIds, alreadyMembers: [...new Set(emails)].filter((email) => members.has(email)) };
  });
}

/** Mails an invitation again with a new link. Errors: invitation_not_found, invite_unverified. */
export async function resendInvitation(
  writes: InvitationWrites,
  source: AuditSource,
  invitationId: string,
): Promise<void> {
  await changeInvitation(writes, source, invitationId, async (tx, invitation, workspace) => {
    await checkProved(tx, source);
    const { email, role } = invitation;
    await send(writes, tx, { source, workspace, email, role });
    return 'invitation.resent';
  });
}

/** Withdraws an invitation: its link is void. Errors: invitation_not_found. */
export async function revokeInvitation(
  writes: InvitationWrites,
  source: AuditSource,
  invitationId: string,
): Promise<void> {
  await changeInvitation(writes, source, invitationId, async (tx) => {
    await deleteInvitation(tx, invitationId);
    return 'invitation.revoked';
  });
}

/** The hash under which a link's secret is kept. It is long and random: no key or salt is needed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

async function changeInvitation(
  { db, audit }: InvitationWrites,
  source: AuditSource,
  invitationId: string,
  change: (
    tx: Transaction,
    invitation: KnownInvitation,
    workspace: WorkspaceRow,
  ) => Promise<'invitation.resent' | 'invitation.revoked'>,
): Promise<void> {
  const { workspaceId } = source.identity;
  await db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, workspaceId);
    const invitation = await findOpenInvitation(tx, workspaceId, invitationId);
    if (workspace === undefined || invitation === undefined) throw AppError.of('invitation_not_found');
    const action = await change(tx, invitation, workspace);
    await audit.record(tx, source, { action, subject: { id: invitation.id, name: invitation.email } });
  });
}

/** Mails go to strangers in the sender's name: only somebody whose own mailbox is proved sends them. */
async function checkProved(tx: Transaction, { identity }: AuditSource): Promise<void> {
  const user = await findUserByEmail(tx, identity.email);
  if (user?.emailVerified !== true) throw AppError.of('invite_unverified');
}

async function send(
  { mailer, config, nowMs }: InvitationWrites,
  tx: Transaction,
  given: { source: AuditSource; workspace: WorkspaceRow; email: string; role: InvitedRole },
): Promise<string> {
  const { source, workspace, email, role } = given;
  const { identity } = source;
  const token = randomBytes(32).toString('base64url');
  const sentAt = new Date(nowMs());
  const id = await saveInvitation(tx, {
    workspaceId: workspace.id,
    email,
    role,
    tokenHash: hashOfToken(token),
    invitedBy: identity.userId,
    sentAt,
    expiresAt: new Date(sentAt.getTime() + teamLimits.invitationDays * dayMs),
  });
  const { productName } = config.links;
  const { name, text } = roleLabels[role];
  await mailer.send(tx, {
    to: email,
    subject: `Join ${workspace.name} on ${productName}`,
    text: [
      `${identity.email} invites you to the workspace ${workspace.name} on ${productName}.`,
      `Your role is ${name}: ${text}`,
      `Accept here within ${teamLimits.invitationDays} days; the link works once:\n${config.publicUrl}/invitation?token=${token}`,
      'If you do not know the sender, ignore this mail: nothing happens without your click.',
    ].join('\n\n'),
  });
  return id;
}
