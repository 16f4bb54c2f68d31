import { createHash, randomBytes } from 'node:crypto';
import { integrationRoutes } from '@parley/contract/integrations';
import { roleMay } from '@parley/contract/roles';
import type { FastifyReply } from 'fastify';
import type { Identity, RequestContext } from '../../platform/http/http.ts';
import { redirectUriOf } from './catalogue.ts';
import type { IntegrationsParts } from './index.ts';
import {
  deleteExpiredJourneys,
  insertJourney,
  listClients,
  saveIntegration,
  takeJourney,
} from './queries.ts';
import { type OAuthClient, VendorError } from './vendor.ts';

/** How long somebody may take to allow the connection, in ms. */
const journeyLimitMs = 15 * 60_000;
/** Longest exchange with the vendor while the browser waits, in ms. */
const exchangeLimitMs = 15_000;

const screen = '/app/integrations';

/** Why a journey ended without a connection; the screen has a sentence for each. */
type Failure =
  | 'denied'
  | 'expired'
  | 'not_set_up'
  | 'not_allowed'
  | 'permission_missing'
  | 'unreachable'
  | 'unknown';

/** Mounts the way to a vendor and back (RFC 6749 section 4.1, with PKCE of RFC 7636). */
export function mountOAuthRoutes(parts: IntegrationsParts): void {
  const { platform, grants, findVendorAt, audit, nowMs } = parts;
  const { config, db, http, liveFeed, log, secrets } = platform;

  const go = (reply: FastifyReply, path: string): Record<string, never> => {
    // Neither the code nor the state may end in a log of another page or in a cache.
    void reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(path, 303);
    return {};
  };
  const fail = (reply: FastifyReply, name: string, failure: Failure) =>
    go(reply, `${screen}?${new URLSearchParams({ failed: name, reason: failure })}`);

  /** Somebody who may connect, or where to send the browser instead. */
  const findManager = ({ identity, reply }: RequestContext, name: string): Identity | undefined => {
    if (identity !== null && roleMay(identity.role, 'manage')) return identity;
    if (identity === null) go(reply, `/login?${new URLSearchParams({ redirect: screen })}`);
    else fail(reply, name, 'not_allowed');
    return undefined;
  };

  const findClient = async (workspaceId: string, name: string): Promise<OAuthClient | undefined> => {
    const own = (await listClients(db.queries, workspaceId)).find((client) => client.name === name);
    if (own) return { clientId: own.clientId, clientSecret: secrets.decrypt(own.sealedSecret) };
    return parts.vendors.find(({ vendor }) => vendor.name === name)?.open.operatorClient;
  };

  http.mount(integrationRoutes.connect, async ({ params }, context) => {
    const known = findVendorAt(params);
    const { reply } = context;
    if (known === undefined) return fail(reply, params.service, 'unknown');
    const { name } = known.vendor;
    const manager = findManager(context, name);
    if (manager === undefined) return {};
    const client = await findClient(manager.workspaceId, name);
    if (client === undefined) return fail(reply, name, 'not_set_up');
    const [state, verifier] = [newSecret(), newSecret()];
    const now = nowMs();
    await deleteExpiredJourneys(db.queries, new Date(now));
    await insertJourney(db.queries, {
      stateHash: sha256(state),
      workspaceId: manager.workspaceId,
      userId: manager.userId,
      sessionId: manager.sessionId,
      name,
      // The client is kept with the journey: it may be changed on the way.
      sealedVerifier: secrets.encrypt(JSON.stringify({ verifier, client })),
      expiresAt: new Date(now + journeyLimitMs),
    });
    const redirectUri = redirectUriOf(config.publicUrl, known.vendor);
    return go(
      reply,
      known.open.oauth.authorizeUrl({ client, redirectUri, state, codeChallenge: sha256(verifier) }),
    );
  });

  http.mount(integrationRoutes.callback, async ({ params, query }, context) => {
    const known = findVendorAt(params);
    const { reply } = context;
    if (known === undefined) return fail(reply, params.service, 'unknown');
    const { name } = known.vendor;
    const manager = findManager(context, name);
    if (manager === undefined) return {};
    const { workspaceId, sessionId, userId } = manager;
    const journey = await takeJourney(
      db.queries,
      { stateHash: sha256(query.state ?? ''), workspaceId, sessionId, name },
      new Date(nowMs()),
    );
    if (journey === undefined) return fail(reply, name, 'expired');
    if (query.error === 'access_denied') return fail(reply, name, 'denied');
    if (query.code === undefined) return fail(reply, name, 'unknown');
    const { verifier, client } = JSON.parse(secrets.decrypt(journey.sealedVerifier)) as {
      verifier: string;
      client: OAuthClient;
    };
    try {
      const signal = AbortSignal.timeout(exchangeLimitMs);
      const redirectUri = redirectUriOf(config.publicUrl, known.vendor);
      const grant = await known.open.oauth.exchangeCode(
        { client, redirectUri, code: query.code, codeVerifier: verifier },
        signal,
      );
      const first = await known.open.findFirstSettings(grant.accessToken, signal);
      await db.transaction(async (tx) => {
        const saved = await saveIntegration(tx, {
          workspaceId,
          name,
          account: first.account,
          sealedGrant: grants.seal(grant),
          settings: first.settings,
          connectedBy: userId,
        });
        await audit.record(
          tx,
          { ...context, identity: manager },
          { action: 'integration.connected', subject: { id: saved.id, name: known.vendor.displayName } },
        );
        await liveFeed.publish(tx, workspaceId, { type: 'integrations.changed' });
      });
    } catch (error) {
      const failure = failureOf(error);
      log.warn('An integration could not be connected.', {
        integration: name,
        failure,
        error: error instanceof VendorError ? error.message : String(error),
      });
      return fail(reply, name, failure);
    }
    return go(reply, `${screen}?${new URLSearchParams({ success: `${name}_connected` })}`);
  });
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof VendorError)) return isTimeout(error) ? 'unreachable' : 'unknown';
  if (error.problem === 'unavailable' || error.problem === 'rate_limited') return 'unreachable';
  if (error.message === 'A permission was not given.') return 'permission_missing';
  return error.problem === 'revoked' ? 'expired' : 'unknown';
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

/** 256 bits, in characters that fit an address: also long enough for a verifier (RFC 7636 section 4.1). */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Base64url, as the S256 challenge is written (RFC 7636 section 4.2). */
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
