import { AppError } from '@parley/contract/errors';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import type { Queries } from '../../platform/db/database.ts';
import type { KnowledgeNeeds } from './index.ts';
import { toKnowledgeBase } from './knowledge-views.ts';
import { findBase, listBases, listItems } from './queries.ts';
import type { KnowledgeBaseRow } from './tables.ts';

/** Characters of a text that the list of all knowledge bases shows. */
const excerptLength = 200;

type Asked = { queries: Queries; needs: Pick<KnowledgeNeeds, 'countAgents'>; workspaceId: string };

/** All knowledge bases of a workspace, their texts cut to how they begin. */
export async function loadBases(asked: Asked): Promise<KnowledgeBase[]> {
  return await toViews(asked, await listBases(asked.queries, asked.workspaceId), excerptLength);
}

/** One knowledge base with its whole texts. Throws knowledge_base_not_found. */
export async function loadBase(asked: Asked, knowledgeBaseId: string): Promise<{ data: KnowledgeBase }> {
  const row = await findBase(asked.queries, asked.workspaceId, knowledgeBaseId);
  const [data] = row ? await toViews(asked, [row]) : [];
  if (data === undefined) throw AppError.of('knowledge_base_not_found');
  return { data };
}

async function toViews(
  { queries, needs, workspaceId }: Asked,
  rows: readonly KnowledgeBaseRow[],
  textLength?: number,
): Promise<KnowledgeBase[]> {
  const ids = rows.map((row) => row.id);
  const [items, agents] = await Promise.all([
    listItems(queries, ids, textLength),
    needs.countAgents(queries, workspaceId, ids),
  ]);
  const itemsOf = Map.groupBy(items, (item) => item.knowledgeBaseId);
  return rows.map((row) => toKnowledgeBase(row, itemsOf.get(row.id) ?? [], agents.get(row.id) ?? 0));
}
