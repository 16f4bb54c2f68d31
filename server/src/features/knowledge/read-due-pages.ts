import type { Platform } from '../../platform/platform.ts';
import type { ItemChanges } from './change-items.ts';
import { findItem, listDuePages, lockBase, saveItemToRead } from './queries.ts';

/** Job that has the pages read again whose week is over. */
export const readDuePagesJob = 'knowledge.read-due-pages';
/** At the 17th minute of every hour: no other work of the product begins then. */
export const readDuePagesCron = '17 * * * *';

/** One hour's share: pages of one site are not all asked at once. */
const pagesAtOnce = 200;

/** Has every page read again that is to be read weekly and was not for seven days. */
export async function readDuePages({ db }: Pick<Platform, 'db'>, changes: ItemChanges): Promise<void> {
  for (const { id, knowledgeBaseId, workspaceId } of await listDuePages(db.queries, pagesAtOnce))
    await db.transaction(async (tx) => {
      if ((await lockBase(tx, workspaceId, knowledgeBaseId)) === undefined) return;
      const item = await findItem(tx, knowledgeBaseId, id);
      if (!item?.isWeekly || item.state === 'waiting' || item.state === 'reading') return;
      const saved = await saveItemToRead(tx, id, { state: 'waiting' });
      if (saved) await changes.index(tx, saved);
    });
}
