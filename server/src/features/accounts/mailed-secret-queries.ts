import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { mailedSecrets, users } from './tables.ts';

export type MailedSecret = typeof mailedSecrets.$inferInsert;

/** Keeps the secret in place of an older one for the same user and purpose. */
export async function insertMailedSecret(queries: Queries, secret: MailedSecret): Promise<void> {
  const { secretHash, triesLeft, expiresAt } = secret;
  await queries
    .insert(mailedSecrets)
    .values(secret)
    .onConflictDoUpdate({
      target: [mailedSecrets.userId, mailedSecrets.purpose],
      set: { secretHash, triesLeft, expiresAt, createdAt: sql`now()` },
    });
}

/** Takes one try from the code of an email, before it is compared; undefined when no try is left or no code there. */
export async function spendCodeTry(
  queries: Queries,
  email: string,
  now: Date,
): Promise<{ userId: string; secretHash: string } | undefined> {
  const [row] = await queries
    .update(mailedSecrets)
    .set({ triesLeft: sql`${mailedSecrets.triesLeft} - 1` })
    .from(users)
    .where(
      and(
        eq(users.email, email.toLowerCase()),
        eq(mailedSecrets.userId, users.id),
        eq(mailedSecrets.purpose, 'verify_email'),
        gt(mailedSecrets.triesLeft, 0),
        gt(mailedSecrets.expiresAt, now),
      ),
    )
    .returning({ userId: mailedSecrets.userId, secretHash: mailedSecrets.secretHash });
  return row;
}

/** True when there was one. */
export async function deleteMailedSecret(
  queries: Queries,
  userId: string,
  purpose: MailedSecret['purpose'],
): Promise<boolean> {
  const deleted = await queries
    .delete(mailedSecrets)
    .where(and(eq(mailedSecrets.userId, userId), eq(mailedSecrets.purpose, purpose)))
    .returning({ userId: mailedSecrets.userId });
  return deleted.length > 0;
}

/** Deletes the secret of a link and returns whose it was, while it is good. */
export async function takeResetSecret(
  queries: Queries,
  secretHash: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await queries
    .delete(mailedSecrets)
    .where(
      and(
        eq(mailedSecrets.secretHash, secretHash),
        eq(mailedSecrets.purpose, 'reset_password'),
        gt(mailedSecrets.expiresAt, now),
      ),
    )
    .returning({ userId: mailedSecrets.userId });
  return row?.userId;
}

export async function deleteExpiredSecrets(queries: Queries, now: Date): Promise<void> {
  await queries.delete(mailedSecrets).where(lt(mailedSecrets.expiresAt, now));
}
