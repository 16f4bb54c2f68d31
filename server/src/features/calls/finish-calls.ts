import type { EndReason } from '@parley/contract/end-reasons';
import type { Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { analyseByRules, type CallAnalysis } from './analysis-rules.ts';
import { changedEvent, toCallFacts } from './call-views.ts';
import { listTalked, lockOpenCalls, saveCallEnds } from './end-queries.ts';
import type { CallRow } from './tables.ts';
import { closeOpenLegs } from './transfer/leg-queries.ts';

/** Job that writes summary, sentiment and disposition of a call that was answered. */
export const analyseCallJob = 'calls.analyse';

/** `lastSeenAt`: of a call whose process died, when it was last seen to run, where that is known. */
export type CallEnd = { callId: string; endReason: EndReason; lastSeenAt?: Date | undefined };

/** As `finishCalls`, of one call: false when it had ended already. */
export async function finishCall(platform: Platform, callId: string, endReason: EndReason): Promise<boolean> {
  return (await finishCalls(platform, [{ callId, endReason }])).has(callId);
}

/**
 * Closes the rows of calls, each once, in one transaction with the news of it: what others make of the end, the live
 * feed, and the job that analyses it. A call that nobody answered needs none: what it came to is written with its end.
 * Carrier, conversation, staff and drain may all call it: the first ender wins. Returns the ids of those it closed.
 * Rejects, and closes none, when somebody else has one of several locked.
 */
export async function finishCalls(
  platform: Platform,
  ends: readonly CallEnd[],
): Promise<ReadonlySet<string>> {
  const { db, events, jobs, liveFeed } = platform;
  const reasons = new Map(ends.toReversed().map(({ callId, endReason }) => [callId, endReason]));
  const lastSeen = new Map(ends.map(({ callId, lastSeenAt }) => [callId, lastSeenAt]));
  return await db.transaction(async (tx) => {
    const open = await lockOpenCalls(tx, [...reasons.keys()]);
    if (open.length === 0) return new Set();
    const analyses = await analyseUnanswered(tx, open, reasons);
    const ended = await saveCallEnds(
      tx,
      open.map((row) => ({
        row,
        endReason: reasons.get(row.id)!,
        analysis: analyses.get(row.id),
        lastSeenAt: lastSeen.get(row.id),
      })),
    );
    await closeOpenLegs(tx, ended);
    for (const { id: callId } of ended)
      if (!analyses.has(callId)) await jobs.enqueue(tx, analyseCallJob, { callId });
    for (const [workspaceId, rows] of Map.groupBy(ended, (row) => row.workspaceId)) {
      const tell = async (type: 'call.ended' | 'call.analysed', told: readonly CallRow[]): Promise<void> =>
        await events.publishAll(
          tx,
          workspaceId,
          told.map((row) => ({ type, data: { call: toCallFacts(row) } })),
        );
      await tell('call.ended', rows);
      const analysed = rows.filter(({ id }) => analyses.has(id));
      await tell('call.analysed', analysed);
      await liveFeed.publishAll(tx, workspaceId, rows.map(changedEvent));
    }
    return new Set(ended.map(({ id }) => id));
  });
}

/** What calls came to that nobody answered: nothing was said in them, so their end tells all. */
async function analyseUnanswered(
  tx: Transaction,
  open: readonly CallRow[],
  reasons: ReadonlyMap<string, EndReason>,
): Promise<Map<string, CallAnalysis>> {
  const unanswered = open.filter(({ answeredAt }) => answeredAt === null);
  const talked = await listTalked(
    tx,
    unanswered.map(({ id }) => id),
  );
  return new Map(
    unanswered
      .filter(({ id }) => !talked.has(id))
      .map(({ id, direction, agentName }) => [
        id,
        analyseByRules({
          direction: direction === 0 ? 'inbound' : 'outbound',
          agentName,
          endReason: reasons.get(id)!,
          turns: [],
        }),
      ]),
  );
}
