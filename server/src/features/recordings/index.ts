import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { recordingPath } from '@parley/contract/calls';
import { eq, inArray } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import { deleteFilesOfWorkspace } from './delete-files.ts';
import { finishRecordingFile, type Waveform } from './recording-file.ts';
import { serveRecording } from './serve-recording.ts';
import { recordings } from './tables.ts';

export const recordingMigrations = new URL('./migrations/', import.meta.url);

export type RecordingsFeature = {
  /** Finishes a local recording and moves it to the storage. Nothing happens without a file or audio. */
  store(recording: { callId: string; workspaceId: string; path: string }): Promise<void>;
  /** Which of these calls have a recording. */
  listRecorded(queries: Queries, callIds: readonly string[]): Promise<Set<string>>;
  findWaveform(queries: Queries, callId: string): Promise<Waveform | null>;
};

/** Recordings: stored after the call, served with range requests to their workspace only. */
export function openRecordings(
  platform: Platform,
  needs: { accounts: Pick<AccountsFeature, 'beforeWorkspaceDeleted' | 'hasWorkspace'> },
): RecordingsFeature {
  const { db, liveFeed, storage, http } = platform;

  const store: RecordingsFeature['store'] = async ({ callId, workspaceId, path }) => {
    if (!existsSync(path)) return;
    const finished = await finishRecordingFile(path);
    if (!finished) {
      await rm(path);
      return;
    }
    const storageKey = `recordings/${workspaceId}/${callId}.wav`;
    await storage.putFile(storageKey, path, 'audio/wav');
    await db.transaction(async (tx) => {
      await tx
        .insert(recordings)
        .values({ callId, workspaceId, storageKey, ...finished })
        .onConflictDoUpdate({ target: recordings.callId, set: { storageKey, ...finished } });
      await liveFeed.publish(tx, workspaceId, { type: 'call.recorded', callId });
    });
    // A workspace may be deleted between the end of a call and its recording.
    if (!(await needs.accounts.hasWorkspace(db.queries, workspaceId)))
      await deleteFilesOfWorkspace(platform, workspaceId);
  };

  needs.accounts.beforeWorkspaceDeleted((workspaceId) => deleteFilesOfWorkspace(platform, workspaceId));

  http.mountStream(recordingPath('{id}'), { access: 'review', scope: 'calls:read' }, (context) =>
    serveRecording(platform, context),
  );

  return {
    store,
    async listRecorded(queries, callIds) {
      if (callIds.length === 0) return new Set();
      const rows = await queries
        .select({ callId: recordings.callId })
        .from(recordings)
        .where(inArray(recordings.callId, [...callIds]));
      return new Set(rows.map((row) => row.callId));
    },
    async findWaveform(queries, callId) {
      const [row] = await queries
        .select({ waveform: recordings.waveform })
        .from(recordings)
        .where(eq(recordings.callId, callId));
      return row?.waveform ?? null;
    },
  };
}
