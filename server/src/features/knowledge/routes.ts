import { AppError } from '@parley/contract/errors';
import { knowledgeLimits, knowledgeRoutes } from '@parley/contract/knowledge';
import type { Platform } from '../../platform/platform.ts';
import { listChanges } from '../audit/index.ts';
import type { ItemChanges } from './change-items.ts';
import { listFiles } from './file-queries.ts';
import { mountFileRoutes } from './file-routes.ts';
import type { KnowledgeNeeds } from './index.ts';
import { loadBase, loadBases } from './load-bases.ts';
import {
  countBases,
  deleteBase,
  deleteItem,
  findBase,
  insertBase,
  lockKnowledge,
  saveBaseName,
  saveItemToRead,
  saveItemWeekly,
} from './queries.ts';
import { knowledgeChanged } from './read-item.ts';
import { type SearchSources, searchPassages } from './search-passages.ts';

/** Passages that the search box shows. */
const shownPassages = 10;
/** Nobody waits on a line: a model far away may take its time. */
const shownMeaningMs = 4_000;

/** Mounts the calls about knowledge bases. */
export function mountKnowledgeRoutes(
  platform: Platform,
  needs: KnowledgeNeeds,
  { sources, changes }: { sources: SearchSources; changes: ItemChanges },
): void {
  const { db, http, liveFeed } = platform;
  const { audit } = needs;

  const { addText, addUrl, changed, getItem, getLocked, index } = changes;
  const viewOf = (workspaceId: string, id: string) =>
    loadBase({ queries: db.queries, needs, workspaceId }, id);
  mountFileRoutes(platform, needs, changes);

  http.mount(knowledgeRoutes.list, async (_input, { identity }) => ({
    data: await loadBases({ queries: db.queries, needs, workspaceId: identity.workspaceId }),
  }));

  http.mount(knowledgeRoutes.get, async ({ params }, { identity }) =>
    viewOf(identity.workspaceId, params.id),
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
    return await viewOf(workspaceId, id);
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
    return await viewOf(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.remove, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      await changes.removeFiles(tx, await listFiles(tx, row.id));
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
      await changes.checkRoom(tx, row.id);
      if ('url' in body) await addUrl(tx, row.id, body.url);
      else await addText(tx, row.id, body);
      await audit.record(tx, context, {
        action: 'knowledge.item-added',
        subject: { id: row.id, name: row.name },
        changes: [{ field: 'item', before: null, after: 'url' in body ? body.url : body.title }],
      });
      await changed(tx, workspaceId, row.id);
    });
    return await viewOf(workspaceId, params.id);
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
    return await viewOf(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.setWeekly, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const item = await getItem(tx, row.id, params.itemId);
      if (item.kind !== 'url') throw AppError.of('knowledge_item_not_found');
      await saveItemWeekly(tx, item.id, body.weekly);
      await audit.record(tx, context, {
        action: 'knowledge.item-changed',
        subject: { id: row.id, name: row.name },
        changes: listChanges({ weekly: item.isWeekly }, body),
      });
      await changed(tx, workspaceId, row.id);
    });
    return await viewOf(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.removeItem, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    await db.transaction(async (tx) => {
      const row = await getLocked(tx, workspaceId, params.id);
      const item = await getItem(tx, row.id, params.itemId);
      await deleteItem(tx, item);
      await changes.removeFiles(tx, [item.storageKey]);
      await audit.record(tx, context, {
        action: 'knowledge.item-removed',
        subject: { id: row.id, name: row.name },
        changes: [{ field: 'item', before: item.title, after: null }],
      });
      await changed(tx, workspaceId, row.id);
    });
    return await viewOf(workspaceId, params.id);
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
    return await viewOf(workspaceId, params.id);
  });

  http.mount(knowledgeRoutes.search, async ({ params, query }, { identity }) => {
    const { workspaceId } = identity;
    const row = await findBase(db.queries, workspaceId, params.id);
    if (row === undefined) throw AppError.of('knowledge_base_not_found');
    const beganMs = performance.now();
    const { hits, meaning } = await searchPassages(sources, {
      workspaceId,
      knowledgeBaseIds: [row.id],
      question: query.q,
      limit: shownPassages,
      meaningMs: shownMeaningMs,
    });
    const tookMs = Math.round((performance.now() - beganMs) * 10) / 10;
    return { passages: hits, meaning, tookMs };
  });
}
