import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { agents, agentVersions } from './tables.ts';

export type AgentVersionRow = typeof agentVersions.$inferSelect;

/** Versions a page of the history holds. */
export const versionPageSize = 50;

/** Saved versions of an agent, newest first, one more than a page so that the caller knows whether there are others. */
export async function listVersions(
  queries: Queries,
  agentId: string,
  before: number | undefined,
): Promise<AgentVersionRow[]> {
  return await queries
    .select()
    .from(agentVersions)
    .where(
      and(
        eq(agentVersions.agentId, agentId),
        before === undefined ? undefined : lt(agentVersions.version, before),
      ),
    )
    .orderBy(desc(agentVersions.version))
    .limit(versionPageSize + 1);
}

export async function findVersion(
  queries: Queries,
  agentId: string,
  version: number,
): Promise<AgentVersionRow | undefined> {
  const [row] = await queries
    .select()
    .from(agentVersions)
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
  return row;
}

/** Makes a saved version the one that calls use; the agent is a draft no longer. */
export async function savePublished(
  queries: Queries,
  published: { agentId: string; version: number; userId: string },
): Promise<void> {
  const { agentId, version, userId } = published;
  await queries
    .update(agentVersions)
    .set({ publishedAt: sql`now()`, publishedBy: userId })
    .where(and(eq(agentVersions.agentId, agentId), eq(agentVersions.version, version)));
  await queries
    .update(agents)
    .set({ publishedVersion: version, isDraft: false, updatedAt: sql`now()` })
    .where(eq(agents.id, agentId));
}

/** The number of a version, counted from 1 within its agent. */
export async function findVersionNumber(queries: Queries, versionId: string): Promise<number> {
  const [row] = await queries
    .select({ version: agentVersions.version })
    .from(agentVersions)
    .where(eq(agentVersions.id, versionId));
  if (!row) throw new Error(`There is no version ${versionId}.`);
  return row.version;
}

/** Numbers of versions, by their ids. */
export async function listVersionNumbers(
  queries: Queries,
  versionIds: readonly string[],
): Promise<Map<string, number>> {
  if (versionIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: agentVersions.id, version: agentVersions.version })
    .from(agentVersions)
    .where(inArray(agentVersions.id, [...versionIds]));
  return new Map(rows.map(({ id, version }) => [id, version]));
}
