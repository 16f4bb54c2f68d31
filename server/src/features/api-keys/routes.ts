import { listAreas } from '@parley/contract/api-areas';
import { type ApiKey, apiKeyLimit, apiKeyRoutes } from '@parley/contract/api-keys';
import { AppError } from '@parley/contract/errors';
import { routes } from '@parley/contract/routes';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import type { ApiKeysNeeds } from './index.ts';
import { hashKey, hintOf, makeKey } from './key-secret.ts';
import { tellKeysChanged } from './open-key-access.ts';
import { countKeysInUse, insertKey, listKeys, lockKey, saveKey } from './queries.ts';
import type { ApiKeyRow } from './tables.ts';

const dayMs = 24 * 3600 * 1000;

/** Mounts the calls of the API keys screen. */
export function mountApiKeyRoutes(
  { db, http }: Pick<Platform, 'db' | 'http'>,
  { accounts, audit }: ApiKeysNeeds,
  nowMs: () => number,
): void {
  const areas = listAreas(Object.values(routes).flatMap((group) => Object.values(group)));
  const known = new Set(areas.flatMap(({ area, can }) => can.map((each) => `${area}:${each}`)));

  const toKeys = async (workspaceId: string, rows: readonly ApiKeyRow[]): Promise<ApiKey[]> => {
    const makers = [...new Set(rows.map((row) => row.createdBy))];
    const [names, members] = await Promise.all([
      accounts.listUserNames(db.queries, makers),
      accounts.listMembers(db.queries, workspaceId, makers),
    ]);
    return rows.map((row) => toApiKey(row, { names, members, nowMs: nowMs() }));
  };
  const tell = async (workspaceId: string, row: ApiKeyRow): Promise<{ apiKey: ApiKey }> => {
    const [apiKey] = await toKeys(workspaceId, [row]);
    if (apiKey === undefined) throw new Error('The API key cannot be told.');
    return { apiKey };
  };

  http.mount(apiKeyRoutes.list, async (_input, { identity }) => ({
    apiKeys: await toKeys(identity.workspaceId, await listKeys(db.queries, identity.workspaceId)),
    areas,
  }));

  http.mount(apiKeyRoutes.create, async ({ body }, context) => {
    const { workspaceId, userId } = context.identity;
    const { name, expiresInDays } = body;
    const scopes = readScopes(body.scopes, known);
    const secret = makeKey();
    const now = nowMs();
    const row = await db.transaction(async (tx) => {
      if ((await countKeysInUse(tx, workspaceId, new Date(now))) >= apiKeyLimit)
        throw AppError.of('api_keys_at_limit', { limit: apiKeyLimit });
      const inserted = await insertKey(tx, {
        workspaceId,
        name,
        hash: hashKey(secret),
        hint: hintOf(secret),
        scopes,
        createdBy: userId,
        expiresAt: expiresInDays === null ? null : new Date(now + expiresInDays * dayMs),
      });
      await audit.record(tx, context, { action: 'api-key.created', subject: inserted });
      return inserted;
    });
    return { ...(await tell(workspaceId, row)), secret };
  });

  http.mount(apiKeyRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const scopes = body.scopes && readScopes(body.scopes, known);
    const row = await db.transaction(async (tx) => {
      const before = await lockKey(tx, workspaceId, params.id);
      if (before === undefined || before.revokedAt !== null)
        throw AppError.of('api_key_not_found', { id: params.id });
      const saved = await saveKey(tx, before, {
        name: body.name ?? before.name,
        scopes: scopes ?? before.scopes,
      });
      const changes = listChanges(
        { name: before.name, scopes: before.scopes.join(', ') },
        { name: saved.name, scopes: saved.scopes.join(', ') },
      );
      await audit.record(tx, context, { action: 'api-key.changed', subject: saved, changes });
      await tellKeysChanged(tx);
      return saved;
    });
    return await tell(workspaceId, row);
  });

  http.mount(apiKeyRoutes.revoke, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    const row = await db.transaction(async (tx) => {
      const before = await lockKey(tx, workspaceId, params.id);
      if (before === undefined) throw AppError.of('api_key_not_found', { id: params.id });
      if (before.revokedAt !== null) return before;
      const saved = await saveKey(tx, before, { revokedAt: new Date(nowMs()) });
      await audit.record(tx, context, { action: 'api-key.revoked', subject: saved });
      await tellKeysChanged(tx);
      return saved;
    });
    return await tell(workspaceId, row);
  });
}

/** The scopes once each, in order. Throws api_scope_unknown. */
function readScopes(given: readonly string[], known: ReadonlySet<string>): string[] {
  const unknown = given.find((scope) => !known.has(scope));
  if (unknown !== undefined) throw AppError.of('api_scope_unknown', { scope: unknown });
  return [...new Set(given)].sort();
}

function toApiKey(
  row: ApiKeyRow,
  known: { names: ReadonlyMap<string, string>; members: ReadonlyMap<string, unknown>; nowMs: number },
): ApiKey {
  const { names, members, nowMs } = known;
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    scopes: row.scopes,
    state: stateOf(row, members.has(row.createdBy), nowMs),
    createdAt: row.createdAt.toISOString(),
    createdBy: names.get(row.createdBy) ?? 'Somebody who is gone',
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

function stateOf(row: ApiKeyRow, isMakerHere: boolean, nowMs: number): ApiKey['state'] {
  if (row.revokedAt !== null) return 'revoked';
  if (row.expiresAt !== null && row.expiresAt.getTime() <= nowMs) return 'expired';
  return isMakerHere ? 'active' : 'stopped';
}
