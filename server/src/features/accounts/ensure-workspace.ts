import type { Database } from '../../platform/db/database.ts';
import { findMembership, insertWorkspace, lockUser, type WorkspaceMembership } from './queries.ts';

/** How long a new workspace may be tried for free: 14 days (SIGNUP-9). */
const trialMs = 14 * 24 * 3_600_000;

/**
 * The workspace of a user, made if there is none: a process that died in the middle of a registration is
 * made good for at the next sign-in. Throws when the user is gone.
 */
export async function ensureWorkspace(db: Database, userId: string): Promise<WorkspaceMembership> {
  return await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw new Error('The user of this session is gone.');
    const existing = await findMembership(tx, userId);
    if (existing !== undefined) return existing;
    const name = `${user.firstName || user.name}'s workspace`;
    const trialEndsAt = new Date(user.createdAt.getTime() + trialMs);
    const workspaceId = await insertWorkspace(tx, userId, { name, trialEndsAt });
    return { workspaceId, workspaceName: name, trialEndsAt, role: 'owner' };
  });
}
