import { accountExportPath, accountSettingsRoutes } from '@parley/contract/account-settings';
import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import { type MailBrand, passwordChangedMail } from './account-mails.ts';
import type { AccountTools } from './account-tools.ts';
import { tellUserChanged } from './active-workspace.ts';
import { deleteAccount } from './delete-account.ts';
import { type ExportSection, serveExport } from './export-account.ts';
import { getProfile } from './get-profile.ts';
import { deleteSessionsOf, lockUser, savePasswordHash, saveProfile } from './queries.ts';

/** Mounts what users do with their own account. */
export function mountSettingsRoutes(
  platform: Platform,
  tools: AccountTools,
  sections: readonly ExportSection[],
): void {
  const { db, http, mailer, config } = platform;
  const { signIn, tries, passwords } = tools;
  const brand: MailBrand = { productName: config.links.productName, publicUrl: config.publicUrl };

  http.mount(accountSettingsRoutes.updateProfile, async ({ body }, { identity }) => {
    await db.transaction(async (tx) => {
      const user = await lockUser(tx, identity.userId);
      if (user === undefined) throw AppError.of('not_signed_in');
      await saveProfile(tx, user.id, {
        firstName: body.firstName ?? user.firstName,
        lastName: body.lastName ?? user.lastName,
        phoneNumber: body.phoneNumber ?? user.phoneNumber,
        timeZone: body.user_tz ?? user.timeZone,
      });
    });
    return await getProfile(db, signIn, identity);
  });

  http.mount(accountSettingsRoutes.changePassword, async ({ body }, { identity, reply }) => {
    const { userId, sessionId } = identity;
    await tries.claim(reply, [{ rule: 'password', of: userId }]);
    if (!(await passwords.isRight(db.queries, userId, body.currentPassword)))
      throw AppError.of('password_wrong');
    const hash = await passwords.hash(body.newPassword);
    const ended = await db.transaction(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw AppError.of('not_signed_in');
      await savePasswordHash(tx, userId, hash);
      await tries.onSuccess(tx, { giveBack: [], forget: [{ rule: 'password', of: userId }] });
      await mailer.send(tx, passwordChangedMail(brand, user));
      await tellUserChanged(tx, userId);
      return await deleteSessionsOf(tx, userId, sessionId);
    });
    for (const id of ended) signIn.endedSession(id);
    return { success: true as const, message: 'Your password has been changed.' };
  });

  http.mount(accountSettingsRoutes.logoutAll, async (_input, { identity, reply }) => {
    for (const id of await deleteSessionsOf(db.queries, identity.userId)) signIn.endedSession(id);
    await tellUserChanged(db.queries, identity.userId);
    signIn.clearCookies(reply);
    return { success: true as const };
  });

  http.mount(accountSettingsRoutes.deleteMe, async ({ body }, { identity, reply }) => {
    const { userId } = identity;
    await tries.claim(reply, [{ rule: 'password', of: userId }]);
    if (!(await passwords.isRight(db.queries, userId, body.password))) throw AppError.of('password_wrong');
    await tries.onSuccess(db.queries, { giveBack: [], forget: [{ rule: 'password', of: userId }] });
    const ended = await deleteAccount(platform, userId, { deletesSharedWorkspace: body.deleteWorkspace });
    for (const id of ended) signIn.endedSession(id);
    signIn.clearCookies(reply);
    return { success: true as const };
  });

  http.mountStream(accountExportPath, { access: 'signed-in' }, async (context) => {
    await tries.claim(context.reply, [{ rule: 'export', of: context.identity.userId }]);
    return await serveExport(platform, tools, context, sections);
  });
}
