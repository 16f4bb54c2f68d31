import type { CallDesk } from './call-desk.ts';
import { hangUpCalls } from './hang-up-calls.ts';
import { listRunningCallIds } from './queries.ts';

/**
 * Ends the calls of a workspace that is about to be deleted, in whichever process they run. False while some still
 * run: their rows are written to until they have ended.
 */
export async function endCallsOfWorkspace(desk: CallDesk, workspaceId: string): Promise<boolean> {
  const { queries } = desk.platform.db;
  const callIds = await listRunningCallIds(queries, workspaceId);
  await hangUpCalls(desk, queries, { workspaceId, callIds });
  return callIds.length === 0;
}
