import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Platform } from '../../platform/platform.ts';
import { deletePreviews, listPreviews, savePreview } from './queries.ts';

/** A sample, ready to be heard. */
export type Sound = { contentType: 'audio/wav' | 'audio/mpeg'; bytes: Uint8Array };

/** How many files are removed before their rows go. */
const batchSize = 100;

/** Keeps a sample so that a provider is asked for it once. The row comes after the file it names. */
export async function keepPreview(
  { db, storage, config }: Pick<Platform, 'db' | 'storage' | 'config'>,
  of: { workspaceId: string; voiceId: string; spokenBy: string },
  { contentType, bytes }: Sound,
): Promise<void> {
  const folder = join(config.dataDir, 'preview-spool');
  const path = join(folder, randomUUID());
  // Without an ending: a sample in another format takes the place of the one before.
  const storageKey = `voice-previews/${of.workspaceId}/${of.voiceId}`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, bytes, { mode: 0o600 });
    await storage.putFile(storageKey, path, contentType);
  } finally {
    await rm(path, { force: true });
  }
  await savePreview(db.queries, { ...of, storageKey, contentType, sizeBytes: bytes.length });
}

/** Removes every sample of a workspace from the storage, then its row. Always true: nothing is left of them. */
export async function deletePreviewsOfWorkspace(
  { db, storage }: Pick<Platform, 'db' | 'storage'>,
  workspaceId: string,
): Promise<boolean> {
  while (true) {
    const batch = await listPreviews(db.queries, workspaceId, batchSize);
    if (batch.length === 0) return true;
    for (const { storageKey } of batch) await storage.remove(storageKey);
    await deletePreviews(
      db.queries,
      workspaceId,
      batch.map((row) => row.voiceId),
    );
  }
}
