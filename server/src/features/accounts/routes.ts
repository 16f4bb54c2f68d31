import { accountSettingsRoutes } from '@parley/contract/account-settings';
import { accountRoutes, type UserProfile } from '@parley/contract/accounts';
import { AppError } from '@parley/contract/errors';
import { toE164 } from '@parley/contract/phone';
import type { Route } from '@parley/contract/route';
import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { ensureWorkspace } from './ensure-workspace.ts';
import { LoginSlowdown } from './login-slowdown.ts';
import { deleteSession, findMembership, findUser, listSessions } from './queries.ts';
import type { SignIn } from './sign-in.ts';
import { toSession, toUserProfile } from './user-profile.ts';

/** Mounts sign-in, registration and the sessions of a user. */
export function mountAccountRoutes(
  platform: Pick<Platform, 'db' | 'http'>,
  signIn: SignIn,
  nowMs: () => number = Date.now,
): void {
  const { db, http } = platform;
  const { library } = signIn;
  const slowdown = new LoginSlowdown(nowMs);

  const getProfile = async (userId: string, workspaceId?: string): Promise<UserProfile> => {
    const user = await findUser(db.queries, userId);
    if (user === undefined) throw AppError.of('not_signed_in');
    const membership =
      (await findMembership(db.queries, userId, workspaceId)) ?? (await ensureWorkspace(db, userId));
    return toUserProfile(user, membership);
  };

  http.mount(accountRoutes.login, async ({ body }, { request, reply }) => {
    const waitMs = slowdown.waitMs(body.email, request.ip);
    if (waitMs > 0) throw tooManyTries(reply, waitMs);
    const signedIn = await library.api
      .signInEmail({ body, headers: anonymousHeaders(signIn, request), returnHeaders: true })
      .catch((error: unknown) => {
        if (!isAPIError(error) || error.statusCode >= 500) throw error;
        slowdown.onFailure(body.email, request.ip);
        throw AppError.of('credentials_wrong');
      });
    slowdown.onSuccess(body.email, request.ip);
    const { user, token } = signedIn.response;
    const profile = await getProfile(user.id);
    signIn.sendCookies(reply, signedIn.headers);
    return { user: profile, token };
  });

  http.mount(accountRoutes.register, async ({ body }, { request, reply }) => {
    const { email, password, firstName, lastName, phone, countryCode } = body;
    const phoneNumber = toE164(phone.startsWith('+') ? phone : `${countryCode}${phone}`) ?? phone;
    const registered = await library.api
      .signUpEmail({
        body: { email, password, name: `${firstName} ${lastName}`, firstName, lastName, phoneNumber },
        headers: anonymousHeaders(signIn, request),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        if (isAPIError(error) && String(error.body?.code).startsWith('USER_ALREADY_EXISTS'))
          throw AppError.of('email_taken');
        throw error;
      });
    const { user, token } = registered.response;
    if (token === null) throw new Error('The auth library made an account without a session.');
    const profile = await getProfile(user.id);
    signIn.sendCookies(reply, registered.headers);
    return { user: profile, token };
  });

  for (const route of [
    accountRoutes.verifyEmail,
    accountRoutes.resendOtp,
    accountRoutes.forgotPassword,
    accountRoutes.resetPassword,
    accountRoutes.country,
    ...Object.values(accountSettingsRoutes),
  ]) {
    http.mount(route as Route, async () => {
      throw AppError.of('unavailable');
    });
  }

  http.mount(accountRoutes.logout, async (_input, { identity, reply }) => {
    signIn.clearCookies(reply);
    if (identity !== null) {
      await deleteSession(db.queries, identity.userId, identity.sessionId);
      signIn.endedSession(identity.sessionId);
    }
    return { success: true as const };
  });

  http.mount(
    accountRoutes.me,
    async (_input, { identity }) => await getProfile(identity.userId, identity.workspaceId),
  );

  http.mount(accountRoutes.listSessions, async (_input, { identity }) => {
    const rows = await listSessions(db.queries, identity.userId, new Date(nowMs()));
    return { sessions: rows.map((row) => toSession(row, identity.sessionId)) };
  });

  http.mount(accountRoutes.endSession, async ({ params }, { identity, reply }) => {
    if (!(await deleteSession(db.queries, identity.userId, params.id)))
      throw AppError.of('session_not_found');
    signIn.endedSession(params.id);
    if (params.id === identity.sessionId) signIn.clearCookies(reply);
    return { success: true as const };
  });
}

/** Signing in says nothing of who was signed in before. */
function anonymousHeaders(signIn: SignIn, request: FastifyRequest): Headers {
  const headers = signIn.headersOf(request);
  headers.delete('cookie');
  headers.delete('authorization');
  return headers;
}

function tooManyTries(reply: FastifyReply, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  reply.header('retry-after', seconds);
  return AppError.of('too_many_requests', { seconds });
}
