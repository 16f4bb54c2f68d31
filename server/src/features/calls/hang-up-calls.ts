import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { callCommandsChannel } from './call-commands.ts';
import type { CallDesk } from './call-desk.ts';
import { listRunningCallIds } from './queries.ts';

/** Ends those of the calls that still run in the workspace, here or in the process that runs them. */
export async function hangUpCalls(
  desk: CallDesk,
  queries: Queries,
  { workspaceId, callIds }: { workspaceId: string; callIds: readonly string[] },
): Promise<void> {
  const wanted = new Set(callIds);
  const running = (await listRunningCallIds(queries, workspaceId)).filter((callId) => wanted.has(callId));
  for (const callId of running) {
    const here = desk.find(callId);
    if (here) here.end('staff_hung_up');
    else
      await queries.execute(
        sql`select pg_notify(${callCommandsChannel}, ${JSON.stringify({ hangUp: callId })})`,
      );
  }
}
