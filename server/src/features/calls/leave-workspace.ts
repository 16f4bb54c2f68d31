import { sql } from 'drizzle-orm';
import type { CallDesk } from './call-desk.ts';
import { callCommandsChannel } from './place-call.ts';
import { listRunningCallIds } from './queries.ts';

/**
 * Ends the calls of a workspace that is about to be deleted, in whichever process they run. False while some still
 * run: their rows are written to until they have ended.
 */
export async function endCallsOfWorkspace(desk: CallDesk, workspaceId: string): Promise<boolean> {
  const { queries } = desk.platform.db;
  const running = await listRunningCallIds(queries, workspaceId);
  for (const callId of running) {
    const here = desk.find(callId);
    if (here) here.end('staff_hung_up');
    else
      await queries.execute(
        sql`select pg_notify(${callCommandsChannel}, ${JSON.stringify({ hangUp: callId })})`,
      );
  }
  return running.length === 0;
}
