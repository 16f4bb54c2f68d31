import type { Role, Session, UserProfile } from '@parley/contract/accounts';
import type { SessionRow, UserRow, WorkspaceMembership } from './queries.ts';

/** What each role may do, in words for the screens; the server holds access by the routes themselves. */
const permissions: Readonly<Record<Role, readonly string[]>> = {
  owner: ['view', 'edit', 'manage'],
  admin: ['view', 'edit', 'manage'],
  editor: ['view', 'edit'],
  supervisor: ['view'],
  viewer: ['view'],
};

/** A user as the wire names it. */
export function toUserProfile(user: UserRow, membership: WorkspaceMembership): UserProfile {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    firstName: user.firstName,
    lastName: user.lastName,
    phoneNumber: user.phoneNumber,
    user_tz: user.timeZone,
    isEmailVerified: user.emailVerified,
    permissions: [...permissions[membership.role]],
    role: membership.role,
    workspace: { id: membership.workspaceId, name: membership.workspaceName },
  };
}

/** A session as the wire names it, without its token. */
export function toSession(row: SessionRow, currentSessionId: string): Session {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    userAgent: row.userAgent ?? '',
    address: row.ipAddress ?? '',
    isCurrent: row.id === currentSessionId,
  };
}
