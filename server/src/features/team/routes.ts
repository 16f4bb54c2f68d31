import { AppError } from '@parley/contract/errors';
import { type Invitation, type Member, teamRoutes } from '@parley/contract/team';
import type { Platform } from '../../platform/platform.ts';
import { saveActiveWorkspace, tellUserChanged } from '../accounts/index.ts';
import { listChanges } from '../audit/index.ts';
import { acceptInvitation, getInvitation, signUpAndJoin } from './accept-invitation.ts';
import { changeRole, removeMember, transferOwnership } from './change-team.ts';
import type { TeamNeeds } from './index.ts';
import { findOpenInvitation, type KnownInvitation, listOpenInvitations } from './invitation-queries.ts';
import { invite, resendInvitation, revokeInvitation } from './invite.ts';
import {
  findUserByEmail,
  findWorkspace,
  listMembers,
  listWorkspacesOf,
  lockWorkspace,
  type MemberRow,
  saveWorkspaceName,
  type WorkspaceRow,
} from './queries.ts';

/** Mounts workspaces, members and invitations. */
export function mountTeamRoutes(platform: Platform, needs: TeamNeeds, nowMs: () => number): void {
  const { db, http, mailer, config } = platform;
  const { audit, signIn } = needs;
  const writes = { db, audit, signIn };
  const invitationWrites = { db, mailer, config, audit, nowMs };

  http.mount(teamRoutes.listWorkspaces, async (_input, { identity }) => {
    const rows = await listWorkspacesOf(db.queries, identity.userId);
    return { workspaces: rows.map((row) => ({ ...row, is_active: row.id === identity.workspaceId })) };
  });

  http.mount(teamRoutes.switchWorkspace, async ({ body }, { identity }) => {
    const { userId, sessionId } = identity;
    const workspaceId = body.workspace_id;
    await db.transaction(async (tx) => {
      const mine = await listWorkspacesOf(tx, userId);
      if (!mine.some((each) => each.id === workspaceId)) throw AppError.of('workspace_not_found');
      await saveActiveWorkspace(tx, { userId, sessionId, workspaceId });
      await tellUserChanged(tx, userId);
    });
    signIn.changedUser(userId);
    return { success: true as const };
  });

  http.mount(teamRoutes.getWorkspace, async (_input, { identity }) => {
    const row = await findWorkspace(db.queries, identity.workspaceId);
    if (row === undefined) throw AppError.of('not_signed_in');
    return { workspace: toWorkspace(row) };
  });

  http.mount(teamRoutes.renameWorkspace, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    return await db.transaction(async (tx) => {
      const row = await lockWorkspace(tx, workspaceId);
      if (row === undefined) throw AppError.of('not_signed_in');
      await saveWorkspaceName(tx, workspaceId, body.name);
      await audit.record(tx, context, {
        action: 'workspace.renamed',
        subject: { id: workspaceId, name: body.name },
        changes: listChanges({ name: row.name }, body),
      });
      return { workspace: toWorkspace({ ...row, name: body.name }) };
    });
  });

  http.mount(teamRoutes.listMembers, async (_input, { identity }) => {
    const rows = await listMembers(db.queries, identity.workspaceId);
    return { members: rows.map((row) => toMember(row, identity.userId)) };
  });

  http.mount(teamRoutes.setRole, async ({ params, body }, context) => {
    const changed = await changeRole(writes, context, { userId: params.id, role: body.role });
    return { member: toMember(changed, context.identity.userId) };
  });

  http.mount(teamRoutes.removeMember, async ({ params }, context) => {
    await removeMember(writes, context, params.id);
    return { success: true as const };
  });

  http.mount(teamRoutes.leave, async (_input, context) => {
    await removeMember(writes, context, context.identity.userId);
    signIn.clearCookies(context.reply);
    return { success: true as const };
  });

  http.mount(teamRoutes.transferOwnership, async ({ body }, context) => {
    await transferOwnership(writes, context, body.user_id);
    return { success: true as const };
  });

  http.mount(teamRoutes.listInvitations, async (_input, { identity }) => {
    const rows = await listOpenInvitations(db.queries, identity.workspaceId);
    return { invitations: rows.map((row) => toInvitation(row, nowMs())) };
  });

  http.mount(teamRoutes.invite, async ({ body }, context) => {
    const { invitationIds, alreadyMembers } = await invite(invitationWrites, context, body);
    const rows = await listOpenInvitations(db.queries, context.identity.workspaceId);
    const sent = rows.filter((row) => invitationIds.includes(row.id));
    return {
      invitations: sent.map((row) => toInvitation(row, nowMs())),
      already_members: alreadyMembers,
    };
  });

  http.mount(teamRoutes.resendInvitation, async ({ params }, context) => {
    await resendInvitation(invitationWrites, context, params.id);
    const row = await findOpenInvitation(db.queries, context.identity.workspaceId, params.id);
    if (row === undefined) throw AppError.of('invitation_not_found');
    return { invitation: toInvitation(row, nowMs()) };
  });

  http.mount(teamRoutes.revokeInvitation, async ({ params }, context) => {
    await revokeInvitation(invitationWrites, context, params.id);
    return { success: true as const };
  });

  http.mount(teamRoutes.openInvitation, async ({ body }) => {
    const row = await getInvitation(db.queries, body.token, nowMs());
    const user = await findUserByEmail(db.queries, row.email);
    return {
      invitation: {
        workspace: { name: row.workspaceName },
        invited_by: row.inviterName ?? '',
        email: row.email,
        role: row.role,
        has_account: user !== undefined,
      },
    };
  });

  http.mount(teamRoutes.acceptInvitation, async ({ body }, context) => ({
    workspace: await acceptInvitation(writes, context, { token: body.token, nowMs: nowMs() }),
  }));

  http.mount(teamRoutes.signUpInvited, async ({ body }, context) => ({
    workspace: await signUpAndJoin(writes, context, { ...body, nowMs: nowMs() }),
  }));
}

function toWorkspace({ id, name, createdAt }: WorkspaceRow) {
  return { id, name, created_at: createdAt.toISOString() };
}

function toMember({ joinedAt, ...row }: MemberRow, userId: string): Member {
  return { ...row, joined_at: joinedAt.toISOString(), is_you: row.id === userId };
}

function toInvitation(row: KnownInvitation, nowMs: number): Invitation {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    invited_by: row.inviterName ?? '',
    sent_at: row.sentAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    is_expired: row.expiresAt.getTime() <= nowMs,
  };
}
