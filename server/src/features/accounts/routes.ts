import { accountRoutes } from '@parley/contract/accounts';
import { AppError } from '@parley/contract/errors';
import { toE164 } from '@parley/contract/phone';
import { isAPIError } from 'better-auth/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import type { AccountTools } from './account-tools.ts';
import { toClientNetwork } from './client-network.ts';
import type { Counted } from './counted-tries.ts';
import { getProfile } from './get-profile.ts';
import { checkPerson } from './person-check.ts';
import { deleteSession, isSignedInFrom, listSessions } from './queries.ts';
import { registerUser } from './register-user.ts';
import type { SignIn } from './sign-in.ts';
import { toSession } from './user-profile.ts';

/** Mounts sign-in, registration and the sessions of a user. */
export function mountAccountRoutes(platform: Platform, tools: AccountTools): void {
  const { db, http } = platform;
  const { signIn, secrets, tries, passwords, country, nowMs } = tools;
  const { library } = signIn;

  /** Signs in with a password that was checked by the library; undefined when it is wrong. */
  const openSession = async (
    credentials: { email: string; password: string },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) => {
    const signedIn = await library.api
      .signInEmail({ body: credentials, headers: anonymousHeaders(signIn, request), returnHeaders: true })
      .catch((error: unknown) => {
        if (!isAPIError(error) || error.statusCode >= 500) throw error;
        return undefined;
      });
    if (signedIn === undefined) return undefined;
    const { user, token } = signedIn.response;
    const profile = await getProfile(db, signIn, { userId: user.id });
    signIn.sendCookies(reply, signedIn.headers);
    return { user: profile, token };
  };

  http.mount(accountRoutes.login, async ({ body }, { request, reply }) => {
    const network = toClientNetwork(request.ip);
    const pair: Counted = { rule: 'login', of: `${body.email} ${network}` };
    const address: Counted = { rule: 'login_address', of: network };
    const account: Counted = { rule: 'login_account', of: body.email };
    // Guessers elsewhere must not keep people out of where they are signed in already.
    const isKnownHere = await isSignedInFrom(db.queries, {
      email: body.email,
      address: request.ip,
      now: new Date(nowMs()),
    });
    const shared = isKnownHere ? [address] : [address, account];
    await tries.claim(reply, [pair, ...shared]);
    const answer = await openSession(body, { request, reply });
    if (answer === undefined) throw AppError.of('credentials_wrong');
    await tries.onSuccess(db.queries, { giveBack: shared, forget: [pair] });
    return answer;
  });

  http.mount(accountRoutes.register, async ({ body }, { request, reply }) => {
    await tries.claim(reply, [{ rule: 'signup_address', of: toClientNetwork(request.ip) }]);
    await checkPerson(platform, { token: body.recaptchaToken, address: request.ip });
    const { email, password, firstName, lastName, phone, countryCode } = body;
    const phoneNumber = toE164(phone.startsWith('+') ? phone : `${countryCode}${phone}`) ?? phone;
    // Before it is known whether the email is taken: both answers cost the same work.
    const passwordHash = await passwords.hash(password);
    const userId = await registerUser(
      platform,
      { email, passwordHash, firstName, lastName, phoneNumber },
      { secrets, nowMs, onWorkspaceMade: signIn.onWorkspaceMade },
    );
    if (userId === undefined) throw AppError.of('email_taken');
    const answer = await openSession({ email, password }, { request, reply });
    if (answer === undefined)
      throw new Error('The auth library does not take the password it has just kept.');
    return answer;
  });

  http.mount(accountRoutes.country, async (_input, { request }) => ({
    country_code: await country.ofRequest(request),
  }));

  http.mount(accountRoutes.logout, async (_input, { identity, reply }) => {
    signIn.clearCookies(reply);
    if (identity !== null) {
      await deleteSession(db.queries, identity.userId, identity.sessionId);
      signIn.endedSession(identity.sessionId);
    }
    return { success: true as const };
  });

  http.mount(accountRoutes.me, async (_input, { identity }) => await getProfile(db, signIn, identity));

  http.mount(accountRoutes.listSessions, async (_input, { identity }) => {
    const rows = await listSessions(db.queries, identity.userId, new Date(nowMs()));
    const countries = await Promise.all(rows.map((row) => country.ofAddress(row.ipAddress ?? '')));
    return {
      sessions: rows.map((row, at) =>
        toSession(row, { currentSessionId: identity.sessionId, country: countries[at] ?? null }),
      ),
    };
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
