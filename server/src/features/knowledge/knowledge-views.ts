import type { KnowledgeBase, KnowledgeItem } from '@parley/contract/knowledge';
import type { KnowledgeBaseRow, KnowledgeItemRow } from './tables.ts';

/** A knowledge base as the wire names it. */
export function toKnowledgeBase(
  row: KnowledgeBaseRow,
  items: readonly KnowledgeItemRow[],
  agents: number,
): KnowledgeBase {
  const texts = items.filter((item) => item.kind === 'text').map(({ title, text }) => ({ title, text }));
  const urls = items.filter((item) => item.kind === 'url').map((item) => item.source);
  return {
    id: row.id,
    name: row.name,
    type: 0,
    updatedAt: row.updatedAt.toISOString(),
    kb_text: JSON.stringify(texts),
    kb_urls: JSON.stringify(urls),
    items: items.map(toItem),
    agents,
  };
}

function toItem(row: KnowledgeItemRow): KnowledgeItem {
  const { id, kind, title, text, source, state, problem, sizeBytes, passages } = row;
  return {
    id,
    kind,
    title,
    text,
    source,
    state,
    problem,
    sizeBytes,
    passages,
    weekly: row.isWeekly,
    readAt: row.readAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}
