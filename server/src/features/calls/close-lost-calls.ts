import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallDesk } from './call-desk.ts';
import {
  deleteDeadProcesses,
  findEndedCall,
  listLiveProcesses,
  listLostCalls,
  saveHeartbeat,
} from './queries.ts';

/** A process says every 5 s that it lives, and counts as dead after 15 s of silence. */
const heartbeatMs = 5_000;
const leaseSeconds = 15;

export type LostCallsWatch = { stop: () => void };

/** A name for this process in the rows of its calls, new at every start. */
export function newProcessId(): string {
  return `process-${randomUUID()}`;
}

/**
 * Keeps this process's lease and closes the calls of processes that died: at the start at once where no
 * other process can share the database, after their lease elsewhere. Their partial recordings are stored
 * when the spool lies on this machine.
 */
export async function watchLostCalls(desk: CallDesk): Promise<LostCallsWatch> {
  const { platform } = desk;
  const { db, log } = platform;
  await saveHeartbeat(db.queries, desk.processId);
  await closeLostCalls(desk, db.kind === 'embedded' ? 0 : leaseSeconds);
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    saveHeartbeat(db.queries, desk.processId)
      .then(() => closeLostCalls(desk, leaseSeconds))
      .catch((error: unknown) =>
        log.error('The lease of this process could not be renewed.', { error: String(error) }),
      )
      .finally(() => {
        isBusy = false;
      });
  }, heartbeatMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Closes every call that runs nowhere, with its own end reason, and stores what was recorded of it. */
export async function closeLostCalls(desk: CallDesk, lease: number): Promise<number> {
  const { platform } = desk;
  const { queries } = platform.db;
  const lost = await listLostCalls(queries, { ownProcessId: desk.processId, leaseSeconds: lease });
  await Promise.all(
    lost.map(async ({ id, workspaceId, processId }) => {
      const spool = join(spoolRootOf(desk), processId ?? '', `${id}.wav`);
      const lastSeenAt = (await stat(spool).catch(() => undefined))?.mtime;
      return await desk.ends.finish(workspaceId, { callId: id, endReason: 'process_died', lastSeenAt });
    }),
  );
  if (lost.length > 0) platform.log.warn('Calls of a process that died were closed.', { calls: lost.length });
  await deleteDeadProcesses(queries, leaseSeconds);
  await adoptSpools(desk, lease);
  return lost.length;
}

/** Where the processes of this machine record, a folder each. What is written there every second shows that a call runs. */
function spoolRootOf({ platform }: CallDesk): string {
  return join(platform.config.dataDir, 'recording-spool');
}

/** Stores the recordings that dead processes left on this machine. */
async function adoptSpools(desk: CallDesk, lease: number): Promise<void> {
  const { platform, needs } = desk;
  const spoolRoot = spoolRootOf(desk);
  if (!existsSync(spoolRoot)) return;
  const live = new Set(lease === 0 ? [] : await listLiveProcesses(platform.db.queries, lease));
  live.add(desk.processId);
  for (const processId of await readdir(spoolRoot)) {
    if (live.has(processId)) continue;
    const folder = join(spoolRoot, processId);
    for (const file of await readdir(folder)) {
      const callId = file.replace(/\.wav$/, '');
      try {
        const row = await findEndedCall(platform.db.queries, callId);
        const path = join(folder, file);
        if (row) await needs.recordings.store({ callId, workspaceId: row.workspaceId, path });
        else await rm(path);
      } catch (error) {
        platform.log.error('A left-over recording could not be stored.', { callId, error: String(error) });
      }
    }
    if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
  }
}
