import type { Database } from '../../platform/db/database.ts';
import { findMembership, insertWorkspace, lockUser, type WorkspaceMembership } from './queries.ts';
import { type OnWorkspaceMade, trialEndOf, workspaceNameOf } from './register-user.ts';

/**
 * The workspace of a user, made if there is none: who was taken out of the last one has one of their own at the
 * next sign-in. Its trial began with the account. Throws when the user is gone.
 */
export async function ensureWorkspace(
  db: Database,
  userId: string,
  onWorkspaceMade: OnWorkspaceMade,
): Promise<WorkspaceMembership> {
  return await db.transaction(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user === undefined) throw new Error('The user of this session is gone.');
    const existing = await findMembership(tx, userId);
    if (existing !== undefined) return existing;
    const name = workspaceNameOf(user.firstName || user.name);
    const trialEndsAt = trialEndOf(user.createdAt.getTime());
    const workspaceId = await insertWorkspace(tx, userId, { name, trialEndsAt });
    await onWorkspaceMade(tx, { workspaceId, userId });
    return { workspaceId, workspaceName: name, trialEndsAt, role: 'owner' };
  });
}
