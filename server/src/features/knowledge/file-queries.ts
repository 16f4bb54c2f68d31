import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { knowledgeBases, knowledgeItems } from './tables.ts';

/** Storage keys of the files of a knowledge base. */
export async function listFiles(queries: Queries, knowledgeBaseId: string): Promise<string[]> {
  const rows = await queries
    .select({ key: knowledgeItems.storageKey })
    .from(knowledgeItems)
    .where(and(eq(knowledgeItems.knowledgeBaseId, knowledgeBaseId), isNotNull(knowledgeItems.storageKey)));
  return rows.flatMap(({ key }) => key ?? []);
}

const itemsOfWorkspace = (queries: Queries, workspaceId: string) =>
  inArray(
    knowledgeItems.knowledgeBaseId,
    queries
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(eq(knowledgeBases.workspaceId, workspaceId)),
  );

/** Storage keys of all files of a workspace. */
export async function listFilesOfWorkspace(queries: Queries, workspaceId: string): Promise<string[]> {
  const rows = await queries
    .select({ key: knowledgeItems.storageKey })
    .from(knowledgeItems)
    .where(and(itemsOfWorkspace(queries, workspaceId), isNotNull(knowledgeItems.storageKey)));
  return rows.flatMap(({ key }) => key ?? []);
}

/** The files of a workspace are gone from the storage. */
export async function forgetFiles(queries: Queries, workspaceId: string): Promise<void> {
  await queries
    .update(knowledgeItems)
    .set({ storageKey: null })
    .where(itemsOfWorkspace(queries, workspaceId));
}
