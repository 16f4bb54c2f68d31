import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type AccountVoiceRow, accountVoices } from './tables.ts';

/** Voices of connected accounts that one workspace can have. */
export const accountVoiceLimit = 2_000;

/** Every voice that accounts of the workspace have or had, by name. */
export async function listAccountVoices(queries: Queries, workspaceId: string): Promise<AccountVoiceRow[]> {
  return await queries
    .select()
    .from(accountVoices)
    .where(eq(accountVoices.workspaceId, workspaceId))
    .orderBy(asc(accountVoices.name), asc(accountVoices.id))
    .limit(accountVoiceLimit);
}

/** Those of the workspace's account voices that have one of the ids, ours or the vendor's. */
export async function findAccountVoices(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<AccountVoiceRow[]> {
  if (ids.length === 0) return [];
  return await queries
    .select()
    .from(accountVoices)
    .where(
      and(
        eq(accountVoices.workspaceId, workspaceId),
        or(inArray(accountVoices.id, [...ids]), inArray(accountVoices.voiceId, [...ids])),
      ),
    );
}
