import { AppError } from '@parley/contract/errors';
import { z } from 'zod';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountTools } from './account-tools.ts';
import { CountedTries } from './counted-tries.ts';
import { defineWorkspaceDeletion, type WorkspaceCleaner } from './delete-account.ts';
import type { ExportSection } from './export-account.ts';
import { deleteExpiredSecrets } from './mailed-secret-queries.ts';
import { MailedSecrets } from './mailed-secrets.ts';
import { openPasswords } from './passwords.ts';
import { mountProofRoutes } from './proof-routes.ts';
import {
  countUsers,
  deleteExpiredSessions,
  findFirstWorkspaceId,
  findMembership,
  findUser,
  findUserByEmail,
  hasProvedEmail,
  insertUser,
  insertWorkspace,
  listMembers,
  listUserNames,
  lockUser,
} from './queries.ts';
import type { OnWorkspaceMade } from './register-user.ts';
import { mountAccountRoutes } from './routes.ts';
import { mountSettingsRoutes } from './settings-routes.ts';
import type { SignIn } from './sign-in.ts';
import { deleteForgottenTries } from './try-queries.ts';
import { openVisitorCountry } from './visitor-country.ts';
import { hasWorkspace, listTrials } from './workspace-queries.ts';

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
  /** Tells the feature of each new workspace, in the transaction that makes it. Call it while the product opens. */
  onWorkspaceMade(listener: OnWorkspaceMade): void;
  /** The workspaces whose trial ends, or ended, after one moment and not after the other. */
  listTrials: typeof listTrials;
  /** The time zone (IANA) in the user's profile; empty where none was chosen. */
  findTimeZone(queries: Queries, userId: string): Promise<string>;
  /** False for a workspace that was deleted. */
  hasWorkspace(queries: Queries, workspaceId: string): Promise<boolean>;
  /** Lets a feature clear what it keeps outside the database before a workspace is deleted. */
  beforeWorkspaceDeleted(cleaner: WorkspaceCleaner): void;
  /** Adds a feature's things to what users may take along. */
  addToExport(section: ExportSection): void;
  /**
   * Throws email_unverified where the email that must be proved before calling the outside network (VERIFY-6) is
   * not: that of the user who places the call, else that of an owner of the workspace.
   */
  checkMayCallOutside(queries: Queries, caller: { workspaceId: string; userId?: string }): Promise<void>;
};

/** Users, their sessions and workspaces. */
export function openAccounts(
  platform: Platform,
  signIn: SignIn,
  nowMs: () => number = Date.now,
): AccountsFeature {
  const { db, jobs, http, config } = platform;
  const passwords = openPasswords(signIn);
  const sections: ExportSection[] = [];
  const cleaners: WorkspaceCleaner[] = [];
  const tools: AccountTools = {
    signIn,
    passwords,
    secrets: new MailedSecrets({ key: platform.secrets.derive('mailed codes and links'), nowMs }),
    tries: new CountedTries({ db, nowMs, requestsPerMinute: config.requestsPerMinute }),
    country: openVisitorCountry(config),
    nowMs,
  };
  mountAccountRoutes(platform, tools);
  mountProofRoutes(platform, tools);
  mountSettingsRoutes(platform, tools, sections);
  defineWorkspaceDeletion(platform, cleaners);
  signIn.renewCookiesOn(http.fastify);
  jobs.define({
    name: 'accounts.delete-expired',
    data: z.object({}),
    cron: '17 3 * * *',
    run: async () => {
      const now = new Date(nowMs());
      await deleteExpiredSessions(db.queries, now);
      await deleteExpiredSecrets(db.queries, now);
      await deleteForgottenTries(db.queries, now);
    },
  });
  return {
    onWorkspaceMade: (listener) => signIn.listenForWorkspaces(listener),
    hasWorkspace,
    beforeWorkspaceDeleted: (cleaner) => void cleaners.push(cleaner),
    addToExport: (section) => void sections.push(section),
    async checkMayCallOutside(queries, caller) {
      if (!(await hasProvedEmail(queries, caller))) throw AppError.of('email_unverified');
    },
    listUserNames,
    listMembers,
    listTrials,
    findTimeZone: async (queries, userId) => (await findUser(queries, userId))?.timeZone ?? '',
    findFirstWorkspaceId,
    hasUsers: async (queries) => (await countUsers(queries)) > 0,
    async findUserByEmail(queries, email) {
      const user = await findUserByEmail(queries, email);
      if (user === undefined) return undefined;
      const membership = await findMembership(queries, user.id);
      return { userId: user.id, workspaceId: membership?.workspaceId };
    },
    async insertUser({ email, password, firstName, lastName }) {
      const passwordHash = await passwords.hash(password);
      const user = { email, firstName, lastName, phoneNumber: '', emailVerified: true, passwordHash };
      const userId = await db.transaction((tx) => insertUser(tx, user));
      if (userId === undefined) throw new Error('There is a user with this email already.');
      return userId;
    },
    async insertWorkspace(tx, userId, name) {
      await lockUser(tx, userId);
      const workspaceId = await insertWorkspace(tx, userId, { name, trialEndsAt: null });
      await signIn.onWorkspaceMade(tx, { workspaceId, userId });
      return workspaceId;
    },
  };
}
