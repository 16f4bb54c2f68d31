import type { auditRoutes } from '@parley/contract/audit';
import type { Role } from '@parley/contract/roles';
import type { InvitedRole, teamRoutes } from '@parley/contract/team';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof teamRoutes;

const listWorkspaces = endpoint<Routes['listWorkspaces']>('GET', '/workspaces');
const switchTo = endpoint<Routes['switchWorkspace']>('POST', '/workspaces/switch');
const rename = endpoint<Routes['renameWorkspace']>('PATCH', '/workspace');
const listMembers = endpoint<Routes['listMembers']>('GET', '/workspace/members');
const setMemberRole = endpoint<Routes['setRole']>('PATCH', '/workspace/members/{id}');
const remove = endpoint<Routes['removeMember']>('DELETE', '/workspace/members/{id}');
const leave = endpoint<Routes['leave']>('POST', '/workspace/leave');
const transfer = endpoint<Routes['transferOwnership']>('POST', '/workspace/transfer-ownership');
const listInvitations = endpoint<Routes['listInvitations']>('GET', '/workspace/invitations');
const invite = endpoint<Routes['invite']>('POST', '/workspace/invitations');
const resend = endpoint<Routes['resendInvitation']>('POST', '/workspace/invitations/{id}/resend');
const revoke = endpoint<Routes['revokeInvitation']>('DELETE', '/workspace/invitations/{id}');
const open = endpoint<Routes['openInvitation']>('POST', '/invitations/open');
const accept = endpoint<Routes['acceptInvitation']>('POST', '/invitations/accept');
const signUp = endpoint<Routes['signUpInvited']>('POST', '/invitations/sign-up');
const listAudit = endpoint<(typeof auditRoutes)['list']>('GET', '/audit-log');

export const teamKey = ['team'] as const;

export const workspacesQuery = queryOptions({
  queryKey: ['workspaces'],
  queryFn: async ({ signal }) => (await call(listWorkspaces, { signal })).workspaces,
  staleTime: 60_000,
});

export const membersQuery = queryOptions({
  queryKey: [...teamKey, 'members'],
  queryFn: async ({ signal }) => (await call(listMembers, { signal })).members,
});

export const invitationsQuery = queryOptions({
  queryKey: [...teamKey, 'invitations'],
  queryFn: async ({ signal }) => (await call(listInvitations, { signal })).invitations,
});

/** What the list of activity shows; empty texts show everything. Days as `2026-11-21`. */
export type ActivityFilter = { page: number; member: string; from: string; to: string };

export const activityPageSize = 20;

export const activityQuery = ({ page, member, from, to }: ActivityFilter) =>
  queryOptions({
    queryKey: [...teamKey, 'activity', page, member, from, to],
    queryFn: ({ signal }) =>
      call(listAudit, {
        query: {
          page,
          page_size: activityPageSize,
          ...(member !== '' && { member }),
          ...(from !== '' && { from }),
          ...(to !== '' && { to }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export async function switchWorkspace(id: string): Promise<void> {
  await call(switchTo, { body: { workspace_id: id } });
}

export async function renameWorkspace(name: string): Promise<void> {
  await call(rename, { body: { name } });
}

export async function setRole(given: { id: string; role: Role }): Promise<void> {
  await call(setMemberRole, { params: { id: given.id }, body: { role: given.role } });
}

export async function removeMember(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

export async function leaveWorkspace(): Promise<void> {
  await call(leave, {});
}

export async function transferOwnership(id: string): Promise<void> {
  await call(transfer, { body: { user_id: id } });
}

/** How many were mailed, and whose emails belong to the workspace already. */
export async function invitePeople(given: {
  emails: string[];
  role: InvitedRole;
}): Promise<{ sent: number; alreadyMembers: string[] }> {
  const answer = await call(invite, { body: given });
  return { sent: answer.invitations.length, alreadyMembers: answer.already_members };
}

export async function resendInvitation(id: string): Promise<void> {
  await call(resend, { params: { id } });
}

export async function revokeInvitation(id: string): Promise<void> {
  await call(revoke, { params: { id } });
}

/** What a mailed link invites to. */
export const openedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await call(open, { body: { token }, signal })).invitation,
    staleTime: Number.POSITIVE_INFINITY,
  });

export async function acceptInvitation(token: string): Promise<{ name: string }> {
  return (await call(accept, { body: { token } })).workspace;
}

export async function signUpInvited(given: {
  token: string;
  firstName: string;
  lastName: string;
  password: string;
}): Promise<{ name: string }> {
  return (await call(signUp, { body: given })).workspace;
}
