import { AppError } from '@parley/contract/errors';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import { knowledgeLimits, knowledgeRoutes } from '@parley/contract/knowledge';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import { cutPassages } from './cut-passages.ts';
import type { KnowledgeNeeds } from './index.ts';
import { toKnowledgeBase } from './knowledge-views.ts';
import type { PassageIndexes } from './passage-indexes.ts';
import {
  countBases,
  countItems,
  deleteBase,
  deleteItem,
  findBase,
  findItem,
  insertBase,
  insertItem,
  listBases,
  listItems,
  lockBase,
  lockKnowledge,
  replacePassages,
  saveBaseName,
  saveItemRead,
  saveItemToRead,
  touchBase,
} from './queries.ts';
import { knowledgeChanged, readItemJob } from './read-item.ts';
import { searchPassages } from './search-passages.ts';
import type { KnowledgeBaseRow, KnowledgeItemRow } from './tables.ts';

/** Passages that the search box shows. */
const shownPassages = 10;

/** Mounts the calls about knowledge bases. */
export function mountKnowledgeRoutes(
  platform: Platform,
  needs: KnowledgeNeeds,
  indexes: PassageIndexes,
): void {
  const { db, http, jobs, liveFeed } = platform;
  const { audit } = needs;

  const toViews = async (
    queries: Queries,
    workspaceId: string,
    rows: readonly KnowledgeBaseRow[],
  ): Promise<KnowledgeBase[]> => {
    const ids = rows.map((row) => row.id);
    const [items, agents] = await Promise.all([
      listItems(queries, ids),
      needs.countAgents(queries, workspaceId, ids),
    ]);
    return rows.map((row) =>
      toKnowledgeBase(
        row,
        items.filter((item) => item.knowledgeBaseId === row.id),
        agents.get(row.id) ?? 0,
      ),
    );
  };
  const getView = async (workspaceId: string, id: string): Promise<{ data: KnowledgeBase }> => {
    const row = await findBase(db.queries, workspaceId, id);
    const [data] = row ? await toViews(db.queries, workspaceId, [row]) : [];
    if (data === undefined) throw AppError.of('knowledge_base_not_found');
    return { data };
  };
  const getLocked = async (tx: Transaction, workspaceId: string, id: string): Promise<KnowledgeBaseRow> => {
    const row = await lockBase(tx, workspaceId, id);
    if (row === undefined) throw AppError.of('knowledge_base_not_found');
    return row;
  };
  const getItem = async (tx: Transaction, baseId: string, itemId: string): Promise<KnowledgeItemRow> => {
    const row = await findItem(tx, baseId, itemId);
    if (row === undefined) throw AppError.of('knowledge_item_not_found');
    return row;
  };
  const changed = async (tx: Transaction, workspaceId: string, id: string): Promise<void> => {
    await touchBase(tx, id);
    await liveFeed.publish(tx, workspaceId, knowledgeChanged(id));
  };
  /** A text is found at once; a page is read by a job. */
  const index = async (tx: Transaction, item: KnowledgeItemRow): Promise<void> => {
    if (item.kind !== 'text') {
      await jobs.enqueue(tx, readItemJob, { itemId: item.id, revision: item.revision });
      return;
    }
    const passages = cutPassages(item.title, item.text);
    await replacePassages(tx, item, passages);
    await saveItemRead(tx, item, { state: 'ready', problem: '', passages: passages.length });
  };
  const addText = async (tx: Transaction, baseId: string, given: { title: string; text: string }) =>
    await index(
      tx,
      await insertItem(tx, {
        knowledgeBaseId: baseId,
        kind: 'text',
        ...given,
        state: 'reading',
        sizeBytes: Buffer.byteLength(given.text),
      }),
    );
  const addUrl = async (tx: Transaction, baseId: string, url: string) =>
    await index(
      tx,
      await insertItem(tx, {
        knowledgeBaseId: baseId,
        kind: 'url',
        title: url.slice(0, 200),
        source: url,
        state: 'waiting',
      }),
    );

  http.mount(knowledgeRoutes.list, async (_input, { identity }) => ({
    data: await toViews(db.queries, identity.workspaceId, await listBases(db.queries, identity.workspaceId)),
  }));

  http.mount(knowledgeRoutes.get, async ({ params }, { identity }) =>
    getView(identity.workspaceId, params.id),
  );

  http.mount(knowledgeRoutes.create, async ({ body }, context) => {
    const { workspaceId } = context.identity;
    const id = await db.transaction(async (tx) => {
      await lockKnowledge(tx, workspaceId);
      const limit = knowledgeLimits.knowledgeBases;
      if ((await countBases(tx, workspaceId)) >= limit)
        throw AppError.of('knowledge_limit_reached', { limit });
      const row = await insertBase(tx, workspaceId, body.name);
      for (const text of body.knowledge_base_texts) await addText(tx, row.id, text);
      for (const url of new Set(body.knowledge_base_urls)) await addUrl(tx, row.id, url);
      await audit.record(tx, context, {
        action: 'knowledge.created',
        subject: { id: row.id, name: row.name },
      });
      await changed(tx, workspaceId, row.id);
      return row.id;
    });
    return await getView(workspaceId, id);
  });

  http.mount(knowledgeRoutes.save, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      await saveBaseName(tx, row.id, body.name);
      await audit.record(tx, context, {
        action: 'knowledge.changed',
        subject: { id: row.id, name: body.name },
        changes: listChanges({ name: row.name }, { name: body.name }),
      });
      await changed(tx, workspaceId, row.id);
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      await deleteBase(tx, row.id);
      await audit.record(tx, context, {
        action: 'knowledge.deleted',
        subject: { id: row.id, name: row.name },
      });
      await liveFeed.publish(tx, workspaceId, knowledgeChanged(row.id));
    });
    return { success: true as const };
  });

  http.mount(knowledgeRoutes.addItem, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const limit = knowledgeLimits.items;
      if ((await countItems(tx, row.id)) >= limit) throw AppError.of('knowledge_limit_reached', { limit });
      if ('url' in body) await addUrl(tx, row.id, body.url);
      else await addText(tx, row.id, body);
      await audit.record(tx, context, {
        action: 'knowledge.item-added',
        subject: { id: row.id, name: row.name },
        changes: [{ field: 'item', before: null, after: 'url' in body ? body.url : body.title }],
      });
      await changed(tx, workspaceId, row.id);
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.saveItem, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const item = await getItem(tx, row.id, params.itemId);
      if (item.kind !== 'text') throw AppError.of('knowledge_item_not_found');
      const saved = await saveItemToRead(tx, item.id, {
        ...body,
        state: 'reading',
        sizeBytes: Buffer.byteLength(body.text),
      });
      if (saved) await index(tx, saved);
      await audit.record(tx, context, {
        action: 'knowledge.item-changed',
        subject: { id: row.id, name: row.name },
        changes: listChanges({ title: item.title, text: item.text }, body),
      });
      await changed(tx, workspaceId, row.id);
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.removeItem, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const item = await getItem(tx, row.id, params.itemId);
      await deleteItem(tx, item);
      await audit.record(tx, context, {
        action: 'knowledge.item-removed',
        subject: { id: row.id, name: row.name },
        changes: [{ field: 'item', before: item.title, after: null }],
      });
      await changed(tx, workspaceId, row.id);
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.refreshItem, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const item = await getItem(tx, row.id, params.itemId);
      const saved = await saveItemToRead(tx, item.id, { state: 'waiting' });
      if (saved) await index(tx, saved);
      await audit.record(tx, context, {
        action: 'knowledge.item-read-again',
        subject: { id: row.id, name: row.name },
        changes: [{ field: 'item', before: null, after: item.title }],
      });
      await changed(tx, workspaceId, row.id);
    });
    return await getView(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.search, async ({ params, query }, { identity }) => {
    const { workspaceId } = identity;
    const row = await findBase(db.queries, workspaceId, params.id);
    if (row === undefined) throw AppError.of('knowledge_base_not_found');
    const beganMs = performance.now();
    const passages = await searchPassages(
      { queries: db.queries, indexes },
      {
        workspaceId,
        knowledgeBaseIds: [row.id],
        question: query.q,
        limit: shownPassages,
      },
    );
    return { passages, tookMs: Math.round((performance.now() - beganMs) * 10) / 10 };
  });
}
