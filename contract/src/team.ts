import { z } from 'zod';
import { NewPassword } from './accounts.ts';
import { idOf } from './ids.ts';
import { Role } from './roles.ts';
import { route } from './route.ts';
import { teamLimits } from './team-limits.ts';

/** One line, without control characters: it stands in the subject of mails. */
const WorkspaceName = z
  .string()
  .trim()
  .min(1, 'Give the workspace a name.')
  .max(teamLimits.nameLength)
  .regex(/^\P{Cc}*$/u, 'A name is one line of text.');

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Email is required')
  .max(254)
  .pipe(z.email('Please enter a valid email'));

/** Every role but that of an owner, which is handed over and never mailed. */
export const InvitedRole = Role.exclude(['owner']);
export type InvitedRole = z.output<typeof InvitedRole>;

export const Workspace = z.object({ id: z.string(), name: z.string(), created_at: z.string() });

export const MyWorkspace = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  /** The one this session works in. */
  is_active: z.boolean(),
});
export type MyWorkspace = z.output<typeof MyWorkspace>;

export const Member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: Role,
  joined_at: z.string(),
  is_you: z.boolean(),
});
export type Member = z.output<typeof Member>;

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: InvitedRole,
  invited_by: z.string(),
  sent_at: z.string(),
  expires_at: z.string(),
  is_expired: z.boolean(),
});
export type Invitation = z.output<typeof Invitation>;

/** What somebody who holds the link is told before they accept. */
export const OpenedInvitation = z.object({
  workspace: z.object({ name: z.string() }),
  invited_by: z.string(),
  email: z.string(),
  role: InvitedRole,
  /** Whether the email has an account: then they log in, else they choose a password. */
  has_account: z.boolean(),
});
export type OpenedInvitation = z.output<typeof OpenedInvitation>;

const Token = z.string().min(20).max(100);
const MemberId = z.object({ id: idOf('user') });
const InvitationId = z.object({ id: idOf('invitation') });
const Success = z.object({ success: z.literal(true) });
const Joined = z.object({ workspace: z.object({ id: z.string(), name: z.string() }) });
const linkErrors = ['invitation_not_found', 'invitation_expired', 'invitation_used'] as const;

export const teamRoutes = {
  listWorkspaces: route({
    method: 'GET',
    path: '/workspaces',
    summary: 'The workspaces the signed-in user belongs to, and which one this session works in.',
    tag: 'Team',
    access: 'signed-in',
    status: 200,
    answer: z.object({ workspaces: z.array(MyWorkspace) }),
  }),
  switchWorkspace: route({
    method: 'POST',
    path: '/workspaces/switch',
    summary: 'Lets this session work in another workspace of the user.',
    tag: 'Team',
    access: 'signed-in',
    body: z.object({ workspace_id: idOf('workspace') }),
    status: 200,
    answer: Success,
    errors: ['workspace_not_found'],
  }),
  getWorkspace: route({
    method: 'GET',
    path: '/workspace',
    summary: 'The workspace of this session.',
    tag: 'Team',
    access: 'signed-in',
    status: 200,
    answer: z.object({ workspace: Workspace }),
  }),
  renameWorkspace: route({
    method: 'PATCH',
    path: '/workspace',
    summary: 'Names the workspace.',
    tag: 'Team',
    access: 'manage',
    body: z.object({ name: WorkspaceName }),
    status: 200,
    answer: z.object({ workspace: Workspace }),
  }),
  listMembers: route({
    method: 'GET',
    path: '/workspace/members',
    summary: 'Everybody in the workspace with their role.',
    tag: 'Team',
    access: 'signed-in',
    status: 200,
    answer: z.object({ members: z.array(Member) }),
  }),
  setRole: route({
    method: 'PATCH',
    path: '/workspace/members/{id}',
    summary: 'Gives a member another role. Only an owner makes, changes and removes owners.',
    tag: 'Team',
    access: 'manage',
    params: MemberId,
    body: z.object({ role: Role }),
    status: 200,
    answer: z.object({ member: Member }),
    errors: ['member_not_found', 'last_owner'],
  }),
  removeMember: route({
    method: 'DELETE',
    path: '/workspace/members/{id}',
    summary: 'Takes somebody out of the workspace. Their sessions in it end at once.',
    tag: 'Team',
    access: 'manage',
    params: MemberId,
    status: 200,
    answer: Success,
    errors: ['member_not_found', 'last_owner'],
  }),
  leave: route({
    method: 'POST',
    path: '/workspace/leave',
    summary: 'Leaves the workspace; the sessions in it end.',
    tag: 'Team',
    access: 'signed-in',
    status: 200,
    answer: Success,
    errors: ['last_owner'],
  }),
  transferOwnership: route({
    method: 'POST',
    path: '/workspace/transfer-ownership',
    summary: 'Makes another member the owner, and the caller an admin.',
    tag: 'Team',
    access: 'own',
    body: z.object({ user_id: idOf('user') }),
    status: 200,
    answer: Success,
    errors: ['member_not_found'],
  }),
  listInvitations: route({
    method: 'GET',
    path: '/workspace/invitations',
    summary: 'Invitations that nobody has accepted yet, newest first.',
    tag: 'Team',
    access: 'manage',
    status: 200,
    answer: z.object({ invitations: z.array(Invitation) }),
  }),
  invite: route({
    method: 'POST',
    path: '/workspace/invitations',
    summary: 'Mails invitations. Somebody invited before gets a new link, and the old one is void.',
    tag: 'Team',
    access: 'manage',
    body: z.object({
      emails: z.array(Email).min(1, 'Give at least one email.').max(teamLimits.emailsAtOnce),
      role: InvitedRole,
    }),
    status: 201,
    answer: z.object({
      invitations: z.array(Invitation),
      /** Those who belong to the workspace already, and were sent nothing. */
      already_members: z.array(z.string()),
    }),
    errors: ['invite_unverified', 'team_at_limit'],
    perMinute: 20,
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/workspace/invitations/{id}/resend',
    summary: 'Mails an invitation again with a new link; the old one is void.',
    tag: 'Team',
    access: 'manage',
    params: InvitationId,
    status: 200,
    answer: z.object({ invitation: Invitation }),
    errors: ['invitation_not_found', 'invite_unverified'],
    perMinute: 20,
  }),
  revokeInvitation: route({
    method: 'DELETE',
    path: '/workspace/invitations/{id}',
    summary: 'Withdraws an invitation: its link is void.',
    tag: 'Team',
    access: 'manage',
    params: InvitationId,
    status: 200,
    answer: Success,
    errors: ['invitation_not_found'],
  }),
  openInvitation: route({
    method: 'POST',
    path: '/invitations/open',
    summary: 'What the mailed link invites to. The token stays out of addresses and their logs.',
    tag: 'Team',
    access: 'public',
    body: z.object({ token: Token }),
    status: 200,
    answer: z.object({ invitation: OpenedInvitation }),
    errors: linkErrors,
    perMinute: 30,
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/invitations/accept',
    summary:
      'Joins the workspace as the signed-in user, whose email must be the invited one, and works there.',
    tag: 'Team',
    access: 'signed-in',
    body: z.object({ token: Token }),
    status: 200,
    answer: Joined,
    errors: [...linkErrors, 'invitation_for_another'],
    perMinute: 30,
  }),
  signUpInvited: route({
    method: 'POST',
    path: '/invitations/sign-up',
    summary: 'Creates an account for the invited email, which then counts as verified, joins and signs in.',
    tag: 'Team',
    access: 'public',
    body: z.object({
      token: Token,
      firstName: z.string().trim().min(1, 'First name is required').max(80),
      lastName: z.string().trim().min(1, 'Last name is required').max(80),
      password: NewPassword,
    }),
    status: 201,
    answer: Joined,
    errors: [...linkErrors, 'email_taken'],
    perMinute: 10,
  }),
};
