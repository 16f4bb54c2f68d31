import { buffer } from 'node:stream/consumers';
import type { KnowledgeFileType } from '@parley/contract/knowledge-rules';
import type { Platform } from '../../platform/platform.ts';
import { cutPassages, passageLimit } from './cut-passages.ts';
import { enqueueEmbedding } from './meaning/embed-bases.ts';
import {
  findItemToRead,
  findWorkspaceOfBase,
  lockBase,
  replacePassages,
  saveItemRead,
  touchBase,
} from './queries.ts';
import { readInThread } from './reading/read-in-thread.ts';
import { readPage } from './reading/read-page.ts';
import { ReadingError } from './reading/reading-error.ts';
import type { KnowledgeItemRow } from './tables.ts';

/** Job that reads a page or a file into its knowledge base. */
export const readItemJob = 'knowledge.read-item';

type ReadItem = { title: string; text: string; sizeBytes: number };

/**
 * Reads the page or the file of an item and puts its passages in the place of the old ones. What cannot be read keeps
 * what was read before and says why. Does nothing for an item that was changed or removed meanwhile.
 */
export async function readItem(
  platform: Pick<Platform, 'db' | 'jobs' | 'liveFeed' | 'log' | 'outbound' | 'storage'>,
  job: { itemId: string; revision: number },
): Promise<void> {
  const { db, liveFeed, log } = platform;
  const item = await findItemToRead(db.queries, job.itemId);
  const workspaceId = item && (await findWorkspaceOfBase(db.queries, item.knowledgeBaseId));
  if (!item || workspaceId === undefined || item.revision !== job.revision || item.kind === 'text') return;
  await saveItemRead(db.queries, item, { state: 'reading', problem: '' });
  await liveFeed.publish(db.queries, workspaceId, knowledgeChanged(item.knowledgeBaseId));
  const read = await readAndCut(platform, item).catch((error: unknown) => {
    if (!(error instanceof ReadingError))
      log.warn('An item could not be read.', { itemId: item.id, error: String(error) });
    return error instanceof ReadingError ? error : new ReadingError('It could not be read.');
  });
  await db.transaction(async (tx) => {
    // As every change does, first: two that took an item before it would wait for each other.
    if ((await lockBase(tx, workspaceId, item.knowledgeBaseId)) === undefined) return;
    if (read instanceof ReadingError) {
      const state = item.passages > 0 ? 'ready' : 'failed';
      const outcome = { state, problem: read.message, readAt: new Date() } as const;
      if (!(await saveItemRead(tx, item, outcome))) return;
    } else {
      const { title, sizeBytes, passages } = read;
      const outcome = { title, sizeBytes, passages: passages.length, readAt: new Date() };
      if (!(await saveItemRead(tx, item, { state: 'ready', problem: '', ...outcome }))) return;
      await replacePassages(tx, item, passages);
      await enqueueEmbedding(platform.jobs, tx, item);
    }
    await touchBase(tx, item.knowledgeBaseId);
    await liveFeed.publish(tx, workspaceId, knowledgeChanged(item.knowledgeBaseId));
  });
}

async function readAndCut(platform: Pick<Platform, 'outbound' | 'storage'>, item: KnowledgeItemRow) {
  const { title, text, sizeBytes } = await (item.kind === 'url'
    ? readPage(platform.outbound, item.source, readInThread)
    : readStored(platform, item));
  const named = (title === '' ? item.source : title).slice(0, 200);
  const passages = cutPassages(named, text);
  if (passages.length >= passageLimit)
    throw new ReadingError(`This holds more than ${passageLimit.toLocaleString('en')} passages. Split it.`);
  return { title: named, sizeBytes, passages };
}

/** A file is called by its name, whatever its maker's program has written into it. */
async function readStored({ storage }: Pick<Platform, 'storage'>, item: KnowledgeItemRow): Promise<ReadItem> {
  const bytes = await buffer(await storage.read(item.storageKey ?? ''));
  // The upload has made sure of it.
  const type = item.storageKey?.split('.').at(-1) as KnowledgeFileType;
  const { text } = await readInThread({ type, bytes });
  return { title: item.title, text, sizeBytes: item.sizeBytes };
}

/** What open screens are told when something of a knowledge base has changed. */
export function knowledgeChanged(knowledgeBaseId: string) {
  return { type: 'knowledge.changed' as const, knowledgeBaseId };
}
