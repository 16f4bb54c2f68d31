import { eq, inArray } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { recordings } from './tables.ts';

/** How many files are removed before their rows go. */
const batchSize = 100;

/** Removes every recording of a workspace from the storage, then its row. Always true: nothing is left of them. */
export async function deleteFilesOfWorkspace(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  workspaceId: string,
): Promise<boolean> {
  while (true) {
    const batch = await db.queries
      .select({ callId: recordings.callId, storageKey: recordings.storageKey })
      .from(recordings)
      .where(eq(recordings.workspaceId, workspaceId))
      .limit(batchSize);
    if (batch.length === 0) return true;
    for (const { storageKey } of batch) await storage.remove(storageKey);
    await db.queries.delete(recordings).where(
      inArray(
        recordings.callId,
        batch.map((row) => row.callId),
      ),
    );
  }
}
