import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { codeMail } from './account-mails.ts';
import type { MailedSecrets } from './mailed-secrets.ts';
import { insertUser, insertWorkspace } from './queries.ts';

/** How long a new workspace may be tried for free: 14 days (SIGNUP-9). */
const trialMs = 14 * 24 * 3_600_000;

export type NewAccount = {
  email: string;
  passwordHash: string;
  firstName: string;
  lastName: string;
  phoneNumber: string;
};

/**
 * Makes an account, its workspace with the free trial, and mails the code that proves the email: all of it or
 * nothing. Returns the user's id; undefined when somebody has the email.
 */
export async function registerUser(
  { db, mailer, config }: Pick<Platform, 'db' | 'mailer' | 'config'>,
  account: NewAccount,
  needs: { secrets: MailedSecrets; nowMs: () => number; onWorkspaceMade: OnWorkspaceMade },
): Promise<string | undefined> {
  const { email, firstName } = account;
  return await db.transaction(async (tx) => {
    const userId = await insertUser(tx, { ...account, emailVerified: false });
    if (userId === undefined) return undefined;
    const workspaceId = await insertWorkspace(tx, userId, {
      name: workspaceNameOf(firstName),
      trialEndsAt: trialEndOf(needs.nowMs()),
    });
    await needs.onWorkspaceMade(tx, { workspaceId, userId });
    const code = await needs.secrets.issueCode(tx, userId);
    const brand = { productName: config.links.productName, publicUrl: config.publicUrl };
    await mailer.send(tx, codeMail(brand, { email: email.toLowerCase(), firstName }, code));
    return userId;
  });
}

/** Told in the transaction that makes a workspace. */
export type OnWorkspaceMade = (
  tx: Transaction,
  made: { workspaceId: string; userId: string },
) => Promise<void>;

export const workspaceNameOf = (firstName: string): string => `${firstName}'s workspace`;

export const trialEndOf = (madeAtMs: number): Date => new Date(madeAtMs + trialMs);
