import type { ApiScope } from '@parley/contract/api-areas';
import { AppError } from '@parley/contract/errors';
import { roleMay } from '@parley/contract/roles';
import type { RouteAccess } from '@parley/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticate, Identity } from './http.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route, where it is one of the contract. */
    access?: RouteAccess;
  }
  interface FastifyRequest {
    /** Who asks, once access was checked; null for a visitor. */
    identity: Identity | null;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a request through or throws the error it is answered with. Runs before the body is read.
 * A public route is given the identity too where there is one.
 */
export async function checkAccess(options: {
  request: FastifyRequest;
  reply: FastifyReply;
  access: RouteAccess;
  /** What an API key needs; null where none is let in. */
  scope: ApiScope | null;
  publicUrl: string;
  authenticate: Authenticate;
  /** A WebSocket begins as a GET and can do what a write can: it is for our own pages. */
  isSocket?: boolean;
}): Promise<void> {
  const { request, reply, access, scope, publicUrl, authenticate, isSocket = false } = options;
  const isSafe = safeMethods.has(request.method) && !isSocket;
  if (!isSafe && !isBearerRequest(request)) refuseForeignOrigin(request, publicUrl);
  const identity = await authenticate(request, reply);
  if (access === 'public') {
    // A key opens what it names; to what is open to all its bearer comes as a visitor.
    request.identity = identity?.apiKey ? null : identity;
    return;
  }
  request.identity = identity;
  if (identity === null) throw AppError.of('not_signed_in');
  if (identity.apiKey) checkScope(identity.apiKey.scopes, scope);
  if (!roleMay(identity.role, access)) throw AppError.of('not_allowed');
}

function checkScope(scopes: ReadonlySet<string>, scope: ApiScope | null): void {
  if (scope === null) throw AppError.of('api_key_not_for_this');
  if (!scopes.has(scope)) throw AppError.of('api_key_lacks_scope', { scope });
}

/** True when the request names its session in the Authorization header, which no other site can make a browser do. */
export function isBearerRequest(request: FastifyRequest): boolean {
  return /^bearer /i.test(request.headers.authorization ?? '');
}

/**
 * Refuses a write that another site made the browser send (login included). Every browser names the
 * origin of such a request (https://fetch.spec.whatwg.org/#origin-header); a program that sends neither
 * header holds its cookie itself and was not tricked.
 */
function refuseForeignOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin === undefined) {
    if (site === undefined || site === 'same-origin' || site === 'none') return;
    throw AppError.of('origin_refused');
  }
  const given = URL.canParse(origin) ? new URL(origin) : undefined;
  if (given?.origin === new URL(publicUrl).origin || given?.host === request.host) return;
  throw AppError.of('origin_refused');
}
