import type { EndReason } from '@parley/contract/end-reasons';
import type { Platform } from '../../platform/platform.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { saveCallEnd } from './queries.ts';
import { closeOpenLegs } from './transfer/leg-queries.ts';

/** Job that writes summary, sentiment and disposition of an ended call. */
export const analyseCallJob = 'calls.analyse';

/**
 * Closes the row of a call, once, in one transaction with the news of it: the live feed and the job that
 * analyses it. Carrier, conversation, staff and drain may all call it: the first ender wins, the others
 * get false.
 */
export async function finishCall(platform: Platform, callId: string, endReason: EndReason): Promise<boolean> {
  return await platform.db.transaction(async (tx) => {
    const row = await saveCallEnd(tx, callId, endReason);
    if (!row) return false;
    await closeOpenLegs(tx, callId, endReason);
    await platform.jobs.enqueue(tx, analyseCallJob, { callId });
    await platform.events.publish(tx, row.workspaceId, {
      type: 'call.ended',
      data: { call: toCallFacts(row) },
    });
    await platform.liveFeed.publish(tx, row.workspaceId, changedEvent(row));
    return true;
  });
}
