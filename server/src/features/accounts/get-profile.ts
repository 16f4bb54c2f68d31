import type { UserProfile } from '@parley/contract/accounts';
import { AppError } from '@parley/contract/errors';
import type { Database } from '../../platform/db/database.ts';
import { ensureWorkspace } from './ensure-workspace.ts';
import { findMembership, findUser } from './queries.ts';
import type { SignIn } from './sign-in.ts';
import { toUserProfile } from './user-profile.ts';

/** The profile of a signed-in user in the workspace they work in. Throws not_signed_in when the user is gone. */
export async function getProfile(
  db: Database,
  { onWorkspaceMade }: Pick<SignIn, 'onWorkspaceMade'>,
  { userId, workspaceId }: { userId: string; workspaceId?: string },
): Promise<UserProfile> {
  const user = await findUser(db.queries, userId);
  if (user === undefined) throw AppError.of('not_signed_in');
  const membership =
    (await findMembership(db.queries, userId, workspaceId)) ??
    (await ensureWorkspace(db, userId, onWorkspaceMade));
  return toUserProfile(user, membership);
}
