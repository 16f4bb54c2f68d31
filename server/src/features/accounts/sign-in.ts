import { sessionMarkerCookie } from '@parley/contract/accounts';
import { liveFeedPath } from '@parley/contract/live-events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { Authenticate, Identity } from '../../platform/http/http.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { getSessionMembership, usersChangedChannel } from './active-workspace.ts';
import {
  type AuthLibrary,
  clientAddressHeader,
  openAuthLibrary,
  type PasswordHashing,
  sessionSeconds,
} from './auth-library.ts';
import { IdentityCache } from './identity-cache.ts';
import type { OnWorkspaceMade } from './register-user.ts';

/** Sessions: who stands behind a request, and the cookies that say so. */
export type SignIn = {
  library: AuthLibrary;
  authenticate: Authenticate;
  /** Headers for a call of the library, holding only what it may see of the request. */
  headersOf(request: FastifyRequest): Headers;
  /** Hands the library's cookies to the browser, with the readable marker beside the session. */
  sendCookies(reply: FastifyReply, headers: Headers): void;
  /** Takes both cookies away. */
  clearCookies(reply: FastifyReply): void;
  /** Call it where a session is ended: it is honoured no longer and its live streams close. */
  endedSession(sessionId: string): void;
  onSessionEnded(listener: (sessionId: string) => void): void;
  /** Call it after roles, workspaces or sessions of a user changed: the next request reads them anew, streams close. */
  changedUser(userId: string): void;
  onUserChanged(listener: (userId: string) => void): void;
  /** Hears of users changed by other processes. Returns what stops it. */
  followChanges(): Promise<() => Promise<void>>;
  /** Call it in the transaction that makes a workspace: tells those who listen. */
  onWorkspaceMade: OnWorkspaceMade;
  listenForWorkspaces(listener: OnWorkspaceMade): void;
  /** Lets renewed cookies reach the browser with whatever answer comes next. */
  renewCookiesOn(fastify: FastifyInstance): void;
};

/** Opens sign-in over the database; the HTTP server is given its `authenticate`. */
export async function openSignIn(options: {
  db: Database;
  /** Gives the key that signs session cookies. */
  secrets: Pick<Secrets, 'derive'>;
  publicUrl: string;
  nowMs?: () => number;
  /** For tests: another way of hashing passwords than the costly one. */
  hashing?: PasswordHashing;
}): Promise<SignIn> {
  const { db, secrets, publicUrl, nowMs = Date.now, hashing } = options;
  const library = openAuthLibrary({ db, publicUrl, key: secrets.derive('session cookies'), hashing });
  const { sessionToken } = (await library.$context).authCookies;
  const cache = new IdentityCache(nowMs);
  const listeners: ((sessionId: string) => void)[] = [];
  const userListeners: ((userId: string) => void)[] = [];
  const makers: OnWorkspaceMade[] = [];
  const renewals = new WeakMap<FastifyRequest, Headers>();
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const marker = (maxAge: number): string =>
    `${sessionMarkerCookie}=${maxAge > 0 ? '1' : ''}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;

  const headersOf = (request: FastifyRequest): Headers => {
    const headers = new Headers({ [clientAddressHeader]: request.ip });
    const { authorization, cookie } = request.headers;
    const userAgent = request.headers['user-agent'];
    if (userAgent !== undefined) headers.set('user-agent', userAgent.slice(0, 300));
    // A request that names a token is judged by it alone.
    if (authorization !== undefined) headers.set('authorization', authorization);
    else if (cookie !== undefined) headers.set('cookie', cookie);
    return headers;
  };

  const findIdentity = async (request: FastifyRequest): Promise<Identity | null> => {
    const { headers, response } = await library.api.getSession({
      headers: headersOf(request),
      // The live feed cannot hand out cookies any more: a renewal there would be lost to the browser.
      query: { disableRefresh: request.routeOptions.url?.endsWith(liveFeedPath) === true },
      returnHeaders: true,
    });
    if (response === null) return null;
    if (headers.getSetCookie().length > 0) renewals.set(request, headers);
    const { user, session } = response;
    const membership = await getSessionMembership(
      db,
      { userId: user.id, sessionId: session.id },
      signIn.onWorkspaceMade,
    );
    if (membership === undefined) return null;
    return {
      userId: user.id,
      email: user.email,
      workspaceId: membership.workspaceId,
      role: membership.role,
      sessionId: session.id,
    };
  };

  const signIn: SignIn = {
    library,
    async onWorkspaceMade(tx, made) {
      for (const listener of makers) await listener(tx, made);
    },
    listenForWorkspaces: (listener) => void makers.push(listener),
    headersOf,
    async authenticate(request) {
      const credential = credentialOf(request, sessionToken.name);
      if (credential === undefined) return null;
      const known = cache.find(credential);
      if (known !== undefined) return known;
      const readAt = cache.generation;
      const identity = await findIdentity(request);
      if (identity !== null) cache.keep(credential, identity, readAt);
      return identity;
    },
    sendCookies(reply, headers) {
      const cookies = headers.getSetCookie();
      const isSession = cookies.some(
        (each) => each.startsWith(`${sessionToken.name}=`) && !/max-age=0/i.test(each),
      );
      reply.header('set-cookie', isSession ? [...cookies, marker(sessionSeconds)] : cookies);
    },
    clearCookies(reply) {
      const session = `${sessionToken.name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`;
      reply.header('set-cookie', [session, marker(0)]);
    },
    endedSession(sessionId) {
      cache.forgetSession(sessionId);
      for (const listener of listeners) listener(sessionId);
    },
    onSessionEnded: (listener) => void listeners.push(listener),
    changedUser(userId) {
      cache.forgetUser(userId);
      for (const listener of userListeners) listener(userId);
    },
    onUserChanged: (listener) => void userListeners.push(listener),
    followChanges: () => db.listen(usersChangedChannel, (userId) => signIn.changedUser(userId)),
    renewCookiesOn(fastify) {
      fastify.addHook('onSend', async (request, reply) => {
        const headers = renewals.get(request);
        if (headers !== undefined && !reply.hasHeader('set-cookie')) signIn.sendCookies(reply, headers);
      });
    },
  };
  return signIn;
}

/** What a request proves itself with: its bearer token, else its session cookie. */
function credentialOf(request: FastifyRequest, cookieName: string): string | undefined {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) return /^bearer /i.test(authorization) ? authorization : undefined;
  const pair = cookie?.split(/; */).find((each) => each.startsWith(`${cookieName}=`));
  return pair !== undefined && pair.length > cookieName.length + 1 ? pair : undefined;
}
