import type { Platform } from '../../platform/platform.ts';
import { cutPassages } from './cut-passages.ts';
import {
  findItemToRead,
  findWorkspaceOfBase,
  lockBase,
  replacePassages,
  saveItemRead,
  touchBase,
} from './queries.ts';
import { PageError, readPage } from './read-page.ts';

/** Job that reads a page into its knowledge base. */
export const readItemJob = 'knowledge.read-item';

/** What all of a page's words are cut to, in characters: a long handbook. */
const longestText = 2_000_000;

/**
 * Reads the page of an item and puts its passages in the place of the old ones. A page that cannot be read keeps what
 * was read before and says why. Does nothing for an item that was changed or removed meanwhile.
 */
export async function readItem(
  platform: Pick<Platform, 'db' | 'liveFeed' | 'log' | 'outbound'>,
  job: { itemId: string; revision: number },
): Promise<void> {
  const { db, liveFeed, log, outbound } = platform;
  const item = await findItemToRead(db.queries, job.itemId);
  const workspaceId = item && (await findWorkspaceOfBase(db.queries, item.knowledgeBaseId));
  if (!item || workspaceId === undefined || item.revision !== job.revision || item.kind !== 'url') return;
  await saveItemRead(db.queries, item, { state: 'reading', problem: '' });
  await liveFeed.publish(db.queries, workspaceId, knowledgeChanged(item.knowledgeBaseId));
  const read = await readPage(outbound, item.source).catch((error: unknown) => {
    if (!(error instanceof PageError))
      log.warn('A page could not be read.', { itemId: item.id, error: String(error) });
    return error instanceof PageError ? error : new PageError('The page could not be read.');
  });
  await db.transaction(async (tx) => {
    // As every change does, first: two that took an item before it would wait for each other.
    if ((await lockBase(tx, workspaceId, item.knowledgeBaseId)) === undefined) return;
    if (read instanceof PageError) {
      const state = item.passages > 0 ? 'ready' : 'failed';
      if (!(await saveItemRead(tx, item, { state, problem: read.message }))) return;
    } else {
      const title = read.title === '' ? item.source : read.title;
      const passages = cutPassages(title, read.text.slice(0, longestText));
      const outcome = { title: title.slice(0, 200), sizeBytes: read.sizeBytes, passages: passages.length };
      if (!(await saveItemRead(tx, item, { state: 'ready', problem: '', ...outcome }))) return;
      await replacePassages(tx, item, passages);
    }
    await touchBase(tx, item.knowledgeBaseId);
    await liveFeed.publish(tx, workspaceId, knowledgeChanged(item.knowledgeBaseId));
  });
}

/** What open screens are told when something of a knowledge base has changed. */
export function knowledgeChanged(knowledgeBaseId: string) {
  return { type: 'knowledge.changed' as const, knowledgeBaseId };
}
