import { AppError } from '@parley/contract/errors';
import { knowledgeLimits } from '@parley/contract/knowledge-rules';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { cutPassages } from './cut-passages.ts';
import { enqueueEmbedding } from './meaning/embed-bases.ts';
import {
  countItems,
  findItem,
  insertItem,
  lockBase,
  replacePassages,
  saveItemRead,
  touchBase,
} from './queries.ts';
import { knowledgeChanged, readItemJob } from './read-item.ts';
import { removeFilesJob } from './remove-files.ts';
import type { KnowledgeBaseRow, KnowledgeItemRow } from './tables.ts';

/** Steps that the changes of knowledge bases are made of, each in the caller's transaction. */
export type ItemChanges = ReturnType<typeof openItemChanges>;

export function openItemChanges({ jobs, liveFeed }: Pick<Platform, 'jobs' | 'liveFeed'>) {
  /** A text is found at once; a page or a file is read by a job. */
  const index = async (tx: Transaction, item: KnowledgeItemRow): Promise<void> => {
    if (item.kind !== 'text') {
      await jobs.enqueue(tx, readItemJob, { itemId: item.id, revision: item.revision });
      return;
    }
    const passages = cutPassages(item.title, item.text);
    await replacePassages(tx, item, passages);
    await saveItemRead(tx, item, { state: 'ready', problem: '', passages: passages.length });
    await enqueueEmbedding(jobs, tx, item);
  };
  return {
    index,
    /** The knowledge base, held for the rest of the transaction. Throws knowledge_base_not_found. */
    async getLocked(tx: Transaction, workspaceId: string, id: string): Promise<KnowledgeBaseRow> {
      const row = await lockBase(tx, workspaceId, id);
      if (row === undefined) throw AppError.of('knowledge_base_not_found');
      return row;
    },
    /** Throws knowledge_item_not_found. */
    async getItem(tx: Transaction, baseId: string, itemId: string): Promise<KnowledgeItemRow> {
      const row = await findItem(tx, baseId, itemId);
      if (row === undefined) throw AppError.of('knowledge_item_not_found');
      return row;
    },
    /** Throws knowledge_limit_reached where there is no room for one more. */
    async checkRoom(tx: Transaction, baseId: string): Promise<void> {
      const limit = knowledgeLimits.items;
      if ((await countItems(tx, baseId)) >= limit) throw AppError.of('knowledge_limit_reached', { limit });
    },
    async addText(tx: Transaction, baseId: string, given: { title: string; text: string }): Promise<void> {
      const sizeBytes = Buffer.byteLength(given.text);
      const item = { knowledgeBaseId: baseId, kind: 'text', ...given, state: 'reading', sizeBytes } as const;
      await index(tx, await insertItem(tx, item));
    },
    async addUrl(tx: Transaction, baseId: string, url: string): Promise<void> {
      const title = url.slice(0, 200);
      const item = { knowledgeBaseId: baseId, kind: 'url', title, source: url, state: 'waiting' } as const;
      await index(tx, await insertItem(tx, item));
    },
    /** Tells open screens. */
    async changed(tx: Transaction, workspaceId: string, id: string): Promise<void> {
      await touchBase(tx, id);
      await liveFeed.publish(tx, workspaceId, knowledgeChanged(id));
    },
    /** Files that no item names any more are removed once that is certain. */
    async removeFiles(tx: Transaction, keys: readonly (string | null)[]): Promise<void> {
      const stored = keys.filter((key) => key !== null);
      if (stored.length > 0) await jobs.enqueue(tx, removeFilesJob, { keys: stored });
    },
  };
}
