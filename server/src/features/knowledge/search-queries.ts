import { type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';

export type FoundPassage = {
  id: string;
  itemId: string;
  knowledgeBaseId: string;
  title: string;
  source: string;
  text: string;
};

/** What is asked: the words of the question as the index knows them, and how new the passages of each base are. */
export type AskedWords = { words: readonly string[]; bases: readonly { id: string; revision: string }[] };

/** One question to the database for both; no bases where the workspace has none of those named. */
export async function readAskedWords(
  queries: Queries,
  given: { workspaceId: string; knowledgeBaseIds: readonly string[]; question: string },
): Promise<AskedWords> {
  const { rows } = await queries.execute<{ id: string; revision: string; words: string[] }>(sql`
    select id, index_revision::text as revision,
      tsvector_to_array(to_tsvector('english', ${given.question})) as words
    from knowledge_bases
    where workspace_id = ${given.workspaceId} and id in (${list(given.knowledgeBaseIds)})`);
  return {
    words: rows[0]?.words ?? [],
    bases: rows.map(({ id, revision }) => ({ id, revision })),
  };
}

/** The words of passages in the order of items and places, those after one of them. */
export async function listPassageWords(
  queries: Queries,
  knowledgeBaseId: string,
  after: { itemId: string; position: number },
  limit: number,
): Promise<{ id: string; itemId: string; position: number; words: string }[]> {
  const { rows } = await queries.execute<{ id: string; itemId: string; position: number; words: string }>(sql`
    select id, item_id as "itemId", position, words::text as words
    from knowledge_passages
    where knowledge_base_id = ${knowledgeBaseId} and (item_id, position) > (${after.itemId}, ${after.position})
    order by item_id, position
    limit ${limit}`);
  return rows;
}

/** Passages by their ids, in no order; those that are gone, or of another workspace, are left out. */
export async function listPassages(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<FoundPassage[]> {
  if (ids.length === 0) return [];
  const { rows } = await queries.execute<FoundPassage>(sql`
    select p.id, p.item_id as "itemId", p.knowledge_base_id as "knowledgeBaseId", p.title, i.source, p.text
    from knowledge_passages p
    join knowledge_items i on i.id = p.item_id
    join knowledge_bases b on b.id = p.knowledge_base_id
    where p.id in (${list(ids)}) and b.workspace_id = ${workspaceId}`);
  return rows;
}

/**
 * Ids of the passages that fit best, by the database alone: for a knowledge base too large for an index in memory, and
 * while the index is being made. Passages need not hold every word of a question; those that hold more of them, nearer to
 * each other, come first (ts_rank_cd; https://www.postgresql.org/docs/current/textsearch-controls.html).
 */
export async function rankInDatabase(
  queries: Queries,
  given: { knowledgeBaseIds: readonly string[]; question: string; limit: number },
): Promise<{ id: string; score: number }[]> {
  const { rows } = await queries.execute<{ id: string; score: number }>(sql`
    with asked as (
      select replace(plainto_tsquery('english', ${given.question})::text, ' & ', ' | ')::tsquery as words
    )
    select p.id,
      -- 1: longer passages weigh less · 32: the rank lies between 0 and 1.
      ts_rank_cd(p.words, asked.words, 1 | 32)::float8 as score
    from asked, knowledge_passages p
    where p.knowledge_base_id in (${list(given.knowledgeBaseIds)}) and p.words @@ asked.words
    order by score desc, p.item_id, p.position
    limit ${given.limit}`);
  return rows;
}

function list(values: readonly string[]): SQL {
  return sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  );
}
