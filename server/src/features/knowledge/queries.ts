import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { CutPassage } from './cut-passages.ts';
import {
  type KnowledgeBaseRow,
  type KnowledgeItemRow,
  knowledgeBases,
  knowledgeItems,
  knowledgePassages,
} from './tables.ts';

/** Lets one transaction at a time count and add the knowledge bases of a workspace. */
export async function lockKnowledge(queries: Queries, workspaceId: string): Promise<void> {
  await queries.execute(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}

export async function countBases(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ bases: count() })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.workspaceId, workspaceId));
  return row?.bases ?? 0;
}

/** The knowledge bases of a workspace, last changed first. */
export async function listBases(queries: Queries, workspaceId: string): Promise<KnowledgeBaseRow[]> {
  return await queries
    .select()
    .from(knowledgeBases)
    .where(eq(knowledgeBases.workspaceId, workspaceId))
    .orderBy(desc(knowledgeBases.updatedAt), desc(knowledgeBases.id));
}

export async function findBase(
  queries: Queries,
  workspaceId: string,
  knowledgeBaseId: string,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await queries.select().from(knowledgeBases).where(isBase(workspaceId, knowledgeBaseId));
  return row;
}

/** The knowledge base, held for the rest of the transaction. */
export async function lockBase(
  queries: Queries,
  workspaceId: string,
  knowledgeBaseId: string,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await queries
    .select()
    .from(knowledgeBases)
    .where(isBase(workspaceId, knowledgeBaseId))
    .for('update');
  return row;
}

export async function insertBase(
  queries: Queries,
  workspaceId: string,
  name: string,
): Promise<KnowledgeBaseRow> {
  const [row] = await queries
    .insert(knowledgeBases)
    .values({ id: newId('knowledgeBase'), workspaceId, name })
    .returning();
  return row!;
}

export async function saveBaseName(queries: Queries, knowledgeBaseId: string, name: string): Promise<void> {
  await queries
    .update(knowledgeBases)
    .set({ name, updatedAt: sql`now()` })
    .where(eq(knowledgeBases.id, knowledgeBaseId));
}

/** Something in it has changed. */
export async function touchBase(queries: Queries, knowledgeBaseId: string): Promise<void> {
  await queries
    .update(knowledgeBases)
    .set({ updatedAt: sql`now()` })
    .where(eq(knowledgeBases.id, knowledgeBaseId));
}

export async function deleteBase(queries: Queries, knowledgeBaseId: string): Promise<void> {
  await queries.delete(knowledgeBases).where(eq(knowledgeBases.id, knowledgeBaseId));
}

/** Names of those of the knowledge bases that exist in the workspace, by id. */
export async function listBaseNames(
  queries: Queries,
  workspaceId: string,
  knowledgeBaseIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (knowledgeBaseIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: knowledgeBases.id, name: knowledgeBases.name })
    .from(knowledgeBases)
    .where(
      and(eq(knowledgeBases.workspaceId, workspaceId), inArray(knowledgeBases.id, [...knowledgeBaseIds])),
    );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The items of these knowledge bases in the order they were added, with so many characters of their texts; all by default. */
export async function listItems(
  queries: Queries,
  knowledgeBaseIds: readonly string[],
  textLength?: number,
): Promise<KnowledgeItemRow[]> {
  if (knowledgeBaseIds.length === 0) return [];
  const { text, ...columns } = getTableColumns(knowledgeItems);
  return await queries
    .select({ ...columns, text: textLength === undefined ? text : sql<string>`left(${text}, ${textLength})` })
    .from(knowledgeItems)
    .where(inArray(knowledgeItems.knowledgeBaseId, [...knowledgeBaseIds]))
    .orderBy(asc(knowledgeItems.createdAt), asc(knowledgeItems.id));
}

export async function countItems(queries: Queries, knowledgeBaseId: string): Promise<number> {
  const [row] = await queries
    .select({ items: count() })
    .from(knowledgeItems)
    .where(eq(knowledgeItems.knowledgeBaseId, knowledgeBaseId));
  return row?.items ?? 0;
}

export async function findItem(
  queries: Queries,
  knowledgeBaseId: string,
  itemId: string,
): Promise<KnowledgeItemRow | undefined> {
  const [row] = await queries
    .select()
    .from(knowledgeItems)
    .where(and(eq(knowledgeItems.id, itemId), eq(knowledgeItems.knowledgeBaseId, knowledgeBaseId)));
  return row;
}

/** An item by its id alone: for the job that reads it. */
export async function findItemToRead(
  queries: Queries,
  itemId: string,
): Promise<KnowledgeItemRow | undefined> {
  const [row] = await queries.select().from(knowledgeItems).where(eq(knowledgeItems.id, itemId));
  return row;
}

/** Ids of all knowledge bases, by workspace. */
export async function listBaseIdsByWorkspace(queries: Queries): Promise<Map<string, string[]>> {
  const rows = await queries
    .select({ id: knowledgeBases.id, workspaceId: knowledgeBases.workspaceId })
    .from(knowledgeBases);
  const grouped = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  return new Map([...grouped].map(([workspaceId, each]) => [workspaceId, each.map(({ id }) => id)]));
}

/** The workspace of a knowledge base. */
export async function findWorkspaceOfBase(
  queries: Queries,
  knowledgeBaseId: string,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ workspaceId: knowledgeBases.workspaceId })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, knowledgeBaseId));
  return row?.workspaceId;
}

export async function insertItem(
  queries: Queries,
  item: Pick<KnowledgeItemRow, 'knowledgeBaseId' | 'kind' | 'title' | 'state'> &
    Partial<Pick<KnowledgeItemRow, 'text' | 'source' | 'storageKey' | 'sizeBytes'>>,
): Promise<KnowledgeItemRow> {
  const [row] = await queries
    .insert(knowledgeItems)
    .values({ id: newId('knowledgeItem'), ...item })
    .returning();
  return row!;
}

/** What is to be read has changed, or is to be read again. */
export async function saveItemToRead(
  queries: Queries,
  itemId: string,
  change: Partial<Pick<KnowledgeItemRow, 'title' | 'text' | 'sizeBytes' | 'source' | 'storageKey'>> &
    Pick<KnowledgeItemRow, 'state'>,
): Promise<KnowledgeItemRow | undefined> {
  const [row] = await queries
    .update(knowledgeItems)
    .set({ ...change, problem: '', revision: sql`${knowledgeItems.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(knowledgeItems.id, itemId))
    .returning();
  return row;
}

export async function saveItemWeekly(queries: Queries, itemId: string, isWeekly: boolean): Promise<void> {
  await queries.update(knowledgeItems).set({ isWeekly }).where(eq(knowledgeItems.id, itemId));
}

/** Pages that are to be read every week and were not for so long, those that wait longest first. */
export async function listDuePages(
  queries: Queries,
  limit: number,
): Promise<{ id: string; knowledgeBaseId: string; workspaceId: string }[]> {
  return await queries
    .select({
      id: knowledgeItems.id,
      knowledgeBaseId: knowledgeItems.knowledgeBaseId,
      workspaceId: knowledgeBases.workspaceId,
    })
    .from(knowledgeItems)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeItems.knowledgeBaseId))
    .where(
      and(
        eq(knowledgeItems.isWeekly, true),
        inArray(knowledgeItems.state, ['ready', 'failed']),
        sql`${knowledgeItems.readAt} < now() - interval '7 days'`,
      ),
    )
    .orderBy(asc(knowledgeItems.readAt))
    .limit(limit);
}

/** How reading went, unless the item has changed meanwhile: then nothing is kept and the answer is false. */
export async function saveItemRead(
  queries: Queries,
  item: Pick<KnowledgeItemRow, 'id' | 'revision'>,
  outcome: Pick<KnowledgeItemRow, 'state' | 'problem'> &
    Partial<Pick<KnowledgeItemRow, 'title' | 'sizeBytes' | 'passages' | 'readAt'>>,
): Promise<boolean> {
  const rows = await queries
    .update(knowledgeItems)
    .set({ ...outcome, updatedAt: sql`now()` })
    .where(and(eq(knowledgeItems.id, item.id), eq(knowledgeItems.revision, item.revision)))
    .returning({ id: knowledgeItems.id });
  return rows.length > 0;
}

export async function deleteItem(
  queries: Queries,
  item: Pick<KnowledgeItemRow, 'id' | 'knowledgeBaseId'>,
): Promise<void> {
  await queries.delete(knowledgeItems).where(eq(knowledgeItems.id, item.id));
  await raiseIndexRevision(queries, item.knowledgeBaseId);
}

/** Passages have changed: indexes of them that processes keep in memory are out of date. */
async function raiseIndexRevision(queries: Queries, knowledgeBaseId: string): Promise<void> {
  await queries
    .update(knowledgeBases)
    .set({ indexRevision: sql`${knowledgeBases.indexRevision} + 1` })
    .where(eq(knowledgeBases.id, knowledgeBaseId));
}

/** Puts these passages in the place of those the item had. */
export async function replacePassages(
  queries: Queries,
  item: Pick<KnowledgeItemRow, 'id' | 'knowledgeBaseId'>,
  passages: readonly CutPassage[],
): Promise<void> {
  await queries.delete(knowledgePassages).where(eq(knowledgePassages.itemId, item.id));
  const rows = passages.map((passage, position) => ({
    id: newId('passage'),
    itemId: item.id,
    knowledgeBaseId: item.knowledgeBaseId,
    position,
    ...passage,
  }));
  for (let from = 0; from < rows.length; from += insertAtOnce)
    await queries.insert(knowledgePassages).values(rows.slice(from, from + insertAtOnce));
  await raiseIndexRevision(queries, item.knowledgeBaseId);
}

/** Six values a row: far below the 65,535 parameters of one statement. */
const insertAtOnce = 500;

function isBase(workspaceId: string, knowledgeBaseId: string) {
  return and(eq(knowledgeBases.workspaceId, workspaceId), eq(knowledgeBases.id, knowledgeBaseId));
}
