import { accountRoutes } from '@parley/contract/accounts';
import { AppError } from '@parley/contract/errors';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { codeMail, type MailBrand, passwordChangedMail, resetMail } from './account-mails.ts';
import type { AccountTools } from './account-tools.ts';
import { tellUserChanged } from './active-workspace.ts';
import { toClientNetwork } from './client-network.ts';
import {
  deleteSessionsOf,
  findUserByEmail,
  lockUser,
  saveEmailVerified,
  savePasswordHash,
} from './queries.ts';

const mailCodeJob = 'accounts.mail-code';
const mailResetJob = 'accounts.mail-reset-link';
const Addressee = z.object({ email: z.string() });

/**
 * Mounts what proves a mailbox: codes for the email, links for a forgotten password. A request for either only
 * stores a job, whoever has the email: its answer and its time tell nothing, and the mail is the job's.
 */
export function mountProofRoutes(
  platform: Platform,
  { signIn, secrets, tries, passwords }: AccountTools,
): void {
  const { db, http, jobs, mailer, config } = platform;
  const brand: MailBrand = { productName: config.links.productName, publicUrl: config.publicUrl };

  jobs.define({
    name: mailCodeJob,
    data: Addressee,
    run: async ({ email }) =>
      await db.transaction(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user === undefined || user.emailVerified) return;
        await mailer.send(tx, codeMail(brand, user, await secrets.issueCode(tx, user.id)));
      }),
  });
  jobs.define({
    name: mailResetJob,
    data: Addressee,
    run: async ({ email }) =>
      await db.transaction(async (tx) => {
        const user = await findUserByEmail(tx, email);
        if (user === undefined) return;
        await mailer.send(tx, resetMail(brand, user, await secrets.issueResetToken(tx, user.id)));
      }),
  });

  http.mount(accountRoutes.verifyEmail, async ({ body }, { request, reply }) => {
    await tries.claim(reply, [
      { rule: 'code', of: body.email },
      { rule: 'code_address', of: toClientNetwork(request.ip) },
    ]);
    const userId = await secrets.findCodeOwner(db.queries, body.email, body.otp);
    if (userId === undefined) throw AppError.of('code_wrong');
    await db.transaction(async (tx) => {
      if (!(await secrets.useCode(tx, userId))) throw AppError.of('code_wrong');
      await saveEmailVerified(tx, userId);
      await tries.onSuccess(tx, {
        giveBack: [{ rule: 'code_address', of: toClientNetwork(request.ip) }],
        forget: [{ rule: 'code', of: body.email }],
      });
    });
    return { success: true as const, message: 'Your email has been successfully verified.' };
  });

  http.mount(accountRoutes.resendOtp, async ({ body }, { request, reply }) => {
    await tries.claim(reply, [
      { rule: 'mail', of: body.email },
      { rule: 'mail_address', of: toClientNetwork(request.ip) },
    ]);
    await jobs.enqueue(db.queries, mailCodeJob, { email: body.email.toLowerCase() });
    return { success: true as const, message: 'A new verification code has been sent to your email.' };
  });

  http.mount(accountRoutes.forgotPassword, async ({ body }, { request, reply }) => {
    await tries.claim(reply, [
      { rule: 'mail', of: body.email },
      { rule: 'mail_address', of: toClientNetwork(request.ip) },
    ]);
    await jobs.enqueue(db.queries, mailResetJob, { email: body.email.toLowerCase() });
    return {
      success: true as const,
      message: 'If an account has this email, a link to set a new password is on its way.',
    };
  });

  http.mount(accountRoutes.resetPassword, async ({ body }, { reply }) => {
    const hash = await passwords.hash(body.password);
    const ended = await db.transaction(async (tx) => {
      const userId = await secrets.useResetToken(tx, body.token);
      const user = userId === undefined ? undefined : await lockUser(tx, userId);
      if (user === undefined) throw AppError.of('reset_link_invalid');
      await savePasswordHash(tx, user.id, hash);
      // Who opened the link has the mailbox.
      await saveEmailVerified(tx, user.id);
      await mailer.send(tx, passwordChangedMail(brand, user));
      await tellUserChanged(tx, user.id);
      return await deleteSessionsOf(tx, user.id);
    });
    for (const sessionId of ended) signIn.endedSession(sessionId);
    signIn.clearCookies(reply);
    return { success: true as const, message: 'Your password has been changed. Log in with the new one.' };
  });
}
