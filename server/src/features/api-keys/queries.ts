import { and, count, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type ApiKeyRow, apiKeys } from './tables.ts';

/** Uses closer together than this leave one mark, in ms. */
const usedPauseMs = 60_000;

/** The keys of a workspace, newest first; those out of use as well. */
export async function listKeys(queries: Queries, workspaceId: string): Promise<ApiKeyRow[]> {
  return await queries
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.workspaceId, workspaceId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(500);
}

/** Keys that are neither revoked nor expired. */
export async function countKeysInUse(queries: Queries, workspaceId: string, now: Date): Promise<number> {
  const [row] = await queries
    .select({ keys: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.workspaceId, workspaceId),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      ),
    );
  return row?.keys ?? 0;
}

/** The key with this hash, whosever it is: the request that carries it knows no workspace yet. */
export async function findKeyByHash(queries: Queries, hash: string): Promise<ApiKeyRow | undefined> {
  const [row] = await queries.select().from(apiKeys).where(eq(apiKeys.hash, hash));
  return row;
}

/** A key of the workspace, held for the rest of the transaction. */
export async function lockKey(
  queries: Queries,
  workspaceId: string,
  keyId: string,
): Promise<ApiKeyRow | undefined> {
  const [row] = await queries
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, keyId)))
    .for('update');
  return row;
}

export async function insertKey(
  queries: Queries,
  key: Pick<ApiKeyRow, 'workspaceId' | 'name' | 'hash' | 'hint' | 'scopes' | 'createdBy' | 'expiresAt'>,
): Promise<ApiKeyRow> {
  const [row] = await queries
    .insert(apiKeys)
    .values({ id: newId('apiKey'), ...key })
    .returning();
  if (row === undefined) throw new Error('The API key was not stored.');
  return row;
}

export async function saveKey(
  queries: Queries,
  { workspaceId, id }: Pick<ApiKeyRow, 'workspaceId' | 'id'>,
  changes: Partial<Pick<ApiKeyRow, 'name' | 'scopes' | 'revokedAt'>>,
): Promise<ApiKeyRow> {
  const [row] = await queries
    .update(apiKeys)
    .set(changes)
    .where(and(eq(apiKeys.workspaceId, workspaceId), eq(apiKeys.id, id)))
    .returning();
  if (row === undefined) throw new Error('The API key is gone.');
  return row;
}

/** Marks a key as used, at most once a minute. */
export async function markUsed(queries: Queries, keyId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - usedPauseMs);
  await queries
    .update(apiKeys)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKeys.id, keyId), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, before))));
}

/** Deletes keys that have been out of use since before the moment. */
export async function deleteKeysOutOfUse(queries: Queries, before: Date): Promise<void> {
  await queries.delete(apiKeys).where(or(lt(apiKeys.revokedAt, before), lt(apiKeys.expiresAt, before)));
}
