import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';

export type FoundPassage = {
  id: string;
  itemId: string;
  title: string;
  source: string;
  text: string;
  /** 0..1, how well it fits. */
  score: number;
};

/** What a question is cut to before it is asked. */
const questionLength = 500;

/**
 * Passages of the workspace's knowledge bases that fit a question, best first. A spoken question names more than an
 * answer holds, so passages need not hold every word of it: those that hold more of them, and rarer ones nearer to each
 * other, come first (ts_rank_cd; https://www.postgresql.org/docs/current/textsearch-controls.html).
 */
export async function searchPassages(
  queries: Queries,
  given: { workspaceId: string; knowledgeBaseIds: readonly string[]; question: string; limit: number },
): Promise<FoundPassage[]> {
  const { workspaceId, knowledgeBaseIds, question, limit } = given;
  if (knowledgeBaseIds.length === 0 || question.trim() === '') return [];
  const bases: SQL = sql.join(
    knowledgeBaseIds.map((id) => sql`${id}`),
    sql`, `,
  );
  const { rows } = await queries.execute<FoundPassage>(sql`
    with asked as (
      select replace(plainto_tsquery('english', ${question.slice(0, questionLength)})::text, ' & ', ' | ')::tsquery as words
    )
    select p.id, p.item_id as "itemId", p.title, i.source, p.text,
      -- 1: longer passages weigh less · 32: the rank lies between 0 and 1.
      ts_rank_cd(p.words, asked.words, 1 | 32)::float8 as score
    from asked, knowledge_passages p
    join knowledge_items i on i.id = p.item_id
    join knowledge_bases b on b.id = p.knowledge_base_id
    where b.workspace_id = ${workspaceId} and p.knowledge_base_id in (${bases}) and p.words @@ asked.words
    order by score desc, p.item_id, p.position
    limit ${limit}`);
  return rows;
}
