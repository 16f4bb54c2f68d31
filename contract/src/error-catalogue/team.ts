import type { ErrorRow } from './error-row.ts';

/** Errors of members and invitations. */
export const teamErrors = {
  // Team
  member_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This person is not a member of the workspace.',
  },
  workspace_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'You do not belong to this workspace.',
  },
  last_owner: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace always has an owner. Make somebody else an owner first.',
  },
  invite_unverified: {
    kind: 'UNAUTHORIZED',
    status: 403,
    message: 'Please verify your email before inviting others.',
  },
  team_at_limit: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'A workspace has room for {limit} members and invitations.',
  },
  invitation_not_found: {
    kind: 'VALIDATION_ERROR',
    status: 404,
    message: 'This invitation does not exist any more. A newer one may have been mailed to you.',
  },
  invitation_expired: {
    kind: 'VALIDATION_ERROR',
    status: 410,
    message: 'This invitation has expired. Ask for a new one.',
  },
  invitation_used: {
    kind: 'VALIDATION_ERROR',
    status: 409,
    message: 'This invitation was accepted already. Log in to open the workspace.',
  },
  invitation_for_another: {
    kind: 'VALIDATION_ERROR',
    status: 403,
    message: 'This invitation was sent to {email}. Log in with that email to accept it.',
  },
} as const satisfies Record<string, ErrorRow>;
