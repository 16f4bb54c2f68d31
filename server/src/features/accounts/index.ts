import { z } from 'zod';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countUsers,
  deleteExpiredSessions,
  deleteSessionsOf,
  findFirstWorkspaceId,
  findMembership,
  findUserByEmail,
  insertWorkspace,
  listMembers,
  listUserNames,
  lockUser,
  saveEmailVerified,
} from './queries.ts';
import { mountAccountRoutes } from './routes.ts';
import type { SignIn } from './sign-in.ts';

export {
  deleteSessionsIn,
  saveActiveWorkspace,
  tellUserChanged,
  usersChangedChannel,
} from './active-workspace.ts';
export { listMembers } from './queries.ts';
export { openSignIn, type SignIn } from './sign-in.ts';
export { type InvitedUser, signUpInvited } from './sign-up-invited.ts';
export { memberships, users, workspaces } from './tables.ts';

export const accountMigrations = new URL('./migrations/', import.meta.url);

export type NewUser = { email: string; password: string; firstName: string; lastName: string };

export type AccountsFeature = {
  /** Names of users by id, for "edited by". */
  listUserNames(queries: Queries, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The members among these users, with their role in the workspace. */
  listMembers: typeof listMembers;
  hasUsers(queries: Queries): Promise<boolean>;
  /** The oldest workspace: it gets what the operator set for no workspace in particular. */
  findFirstWorkspaceId(queries: Queries): Promise<string | undefined>;
  /** The id of a user and of the workspace they work in, where they have one. */
  findUserByEmail(
    queries: Queries,
    email: string,
  ): Promise<{ userId: string; workspaceId: string | undefined } | undefined>;
  /** Makes a user whose email counts as verified, without a workspace yet. Returns the id. */
  insertUser(user: NewUser): Promise<string>;
  /** Makes a workspace without a trial, owned by the user, as part of the transaction. Returns its id. */
  insertWorkspace(tx: Transaction, userId: string, name: string): Promise<string>;
};

/** Users, their sessions and workspaces. */
export function openAccounts(
  platform: Platform,
  signIn: SignIn,
  nowMs: () => number = Date.now,
): AccountsFeature {
  const { db, jobs, http } = platform;
  mountAccountRoutes(platform, signIn, nowMs);
  signIn.renewCookiesOn(http.fastify);
  jobs.define({
    name: 'accounts.delete-expired-sessions',
    data: z.object({}),
    cron: '17 3 * * *',
    run: async () => await deleteExpiredSessions(db.queries, new Date(nowMs())),
  });
  return {
    listUserNames,
    listMembers,
    findFirstWorkspaceId,
    hasUsers: async (queries) => (await countUsers(queries)) > 0,
    async findUserByEmail(queries, email) {
      const user = await findUserByEmail(queries, email);
      if (user === undefined) return undefined;
      const membership = await findMembership(queries, user.id);
      return { userId: user.id, workspaceId: membership?.workspaceId };
    },
    async insertUser({ email, password, firstName, lastName }) {
      const name = `${firstName} ${lastName}`.trim();
      const { user } = await signIn.library.api.signUpEmail({
        body: { email, password, name, firstName, lastName },
      });
      await saveEmailVerified(db.queries, user.id);
      // The library signs the new user in; nobody is there to use that session.
      await deleteSessionsOf(db.queries, user.id);
      return user.id;
    },
    async insertWorkspace(tx, userId, name) {
      await lockUser(tx, userId);
      return await insertWorkspace(tx, userId, { name, trialEndsAt: null });
    },
  };
}
