import type { Platform } from '../../platform/platform.ts';
import { forgetFiles, listFilesOfWorkspace } from './file-queries.ts';

/** Job that removes files from the storage. */
export const removeFilesJob = 'knowledge.remove-files';

/** Removes files; one that is gone already is fine. */
export async function removeFiles(
  { storage }: Pick<Platform, 'storage'>,
  { keys }: { keys: readonly string[] },
): Promise<void> {
  for (const key of keys) await storage.remove(key);
}

/** Removes every file of a workspace that is being deleted. Always true: nothing is left of them. */
export async function removeFilesOfWorkspace(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  workspaceId: string,
): Promise<boolean> {
  const keys = await listFilesOfWorkspace(db.queries, workspaceId);
  await removeFiles({ storage }, { keys });
  await forgetFiles(db.queries, workspaceId);
  return true;
}
