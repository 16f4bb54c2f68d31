import { AppError } from '@parley/contract/errors';
import { sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Queries } from '../../platform/db/database.ts';
import type { Identity } from '../../platform/http/http.ts';
import { scaleLimit } from '../../platform/http/rate-limits.ts';
import type { Log } from '../../platform/log/log.ts';
import { listMembers, usersChangedChannel } from '../accounts/index.ts';
import { KeyRate } from './key-rate.ts';
import { hashKey, isKey, keyPrefix } from './key-secret.ts';
import { findKeyByHash, markUsed } from './queries.ts';
import type { ApiKeyRow } from './tables.ts';

/** Requests one key may make of one process in a minute. */
export const requestsPerKeyAndMinute = 600;
/** How long a lost word of a change may go unnoticed, in ms. Changes are told to every process at once. */
const keepMs = 3_000;
const cacheLimit = 10_000;
const channel = 'api_keys_changed';

export type KeyAccess = {
  /** Whether the request names an API key, good or not. */
  isKeyRequest(request: FastifyRequest): boolean;
  /**
   * Who stands behind the key of the request: its maker, with what they may do now, but never as owner.
   * Throws api_key_invalid and too_many_requests.
   */
  authenticate(request: FastifyRequest, reply?: FastifyReply): Promise<Identity>;
  close(): Promise<void>;
};

/** Tells every process that a key was changed, with the transaction that changes it. */
export async function tellKeysChanged(tx: Queries): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, '')`);
}

/** Opens access by API keys (Authorization: Bearer pky_...). */
export async function openKeyAccess(options: {
  db: Database;
  log: Log;
  requestsPerMinute: number;
  nowMs?: () => number;
}): Promise<KeyAccess> {
  const { db, log, requestsPerMinute, nowMs = Date.now } = options;
  const rate = new KeyRate(scaleLimit(requestsPerMinute, requestsPerKeyAndMinute), nowMs);
  const cache = new Map<string, { identity: Identity; expiresAtMs: number; untilMs: number }>();
  let generation = 0;
  const forgetAll = (): void => {
    generation += 1;
    cache.clear();
  };
  const stopListening = [
    await db.listen(channel, forgetAll),
    // What a key may do follows the role of its maker.
    await db.listen(usersChangedChannel, forgetAll),
  ];
  const stopGaps = db.onListenGap(forgetAll);

  const find = async (hash: string): Promise<Identity | undefined> => {
    const known = cache.get(hash);
    const now = nowMs();
    if (known !== undefined && known.untilMs > now && known.expiresAtMs > now) return known.identity;
    const startedIn = generation;
    const row = await findKeyByHash(db.queries, hash);
    const expiresAtMs = row?.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (row === undefined || row.revokedAt !== null || expiresAtMs <= now) return undefined;
    const maker = (await listMembers(db.queries, row.workspaceId, [row.createdBy])).get(row.createdBy);
    if (maker === undefined) return undefined;
    const identity = toIdentity(row, maker);
    // What was read while a key was being revoked is good for this request only.
    if (startedIn === generation) {
      if (cache.size >= cacheLimit) cache.clear();
      cache.set(hash, { identity, expiresAtMs, untilMs: now + keepMs });
    }
    markUsed(db.queries, row.id, new Date(now)).catch((error: unknown) =>
      log.warn('The use of an API key could not be marked.', { error: String(error) }),
    );
    return identity;
  };

  return {
    isKeyRequest: (request) => keyOf(request) !== undefined,
    async authenticate(request, reply) {
      const key = keyOf(request) ?? '';
      const identity = isKey(key) ? await find(hashKey(key)) : undefined;
      if (identity?.apiKey === undefined) throw AppError.of('api_key_invalid');
      const seconds = rate.use(identity.apiKey.id);
      if (seconds === 0) return identity;
      reply?.header('retry-after', seconds);
      throw AppError.of('too_many_requests', { seconds });
    },
    async close() {
      stopGaps();
      for (const stop of stopListening) await stop();
    },
  };
}

/** The bearer token of a request when it is written as a key. */
function keyOf(request: FastifyRequest): string | undefined {
  const token = /^bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
  return token?.startsWith(keyPrefix) ? token : undefined;
}

function toIdentity(row: ApiKeyRow, maker: { email: string; role: Identity['role'] }): Identity {
  return {
    userId: row.createdBy,
    email: maker.email,
    workspaceId: row.workspaceId,
    // The workspace itself is its owner's: no key deletes it or hands it over.
    role: maker.role === 'owner' ? 'admin' : maker.role,
    sessionId: row.id,
    apiKey: { id: row.id, name: row.name, scopes: new Set(row.scopes) },
  };
}
