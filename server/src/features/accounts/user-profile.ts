import type { Session, UserProfile } from '@parley/contract/accounts';
import { permissionsOfRole } from '@parley/contract/roles';
import type { SessionRow, UserRow, WorkspaceMembership } from './queries.ts';

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
    permissions: [...permissionsOfRole(membership.role)],
    role: membership.role,
    workspace: {
      id: membership.workspaceId,
      name: membership.workspaceName,
      trial_ends_at: membership.trialEndsAt?.toISOString() ?? null,
    },
  };
}

/** A session as the wire names it, without its token. */
export function toSession(
  row: SessionRow,
  { currentSessionId, country }: { currentSessionId: string; country: string | null },
): Session {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    userAgent: row.userAgent ?? '',
    address: row.ipAddress ?? '',
    country_code: country,
    isCurrent: row.id === currentSessionId,
  };
}
