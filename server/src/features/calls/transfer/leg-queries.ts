import type { LegOutcome } from '@parley/contract/calls';
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../../platform/db/database.ts';
import { type CallLegRow, type CallRow, callLegs } from '../tables.ts';

/** A leg that is about to be opened. */
export async function insertLeg(
  queries: Queries,
  leg: Pick<CallLegRow, 'id' | 'callId' | 'method' | 'isWarm' | 'fromNumber' | 'toNumber' | 'carrier'>,
): Promise<void> {
  await queries.insert(callLegs).values(leg);
}

/** The person has answered, or is connected with the customer. */
export async function saveLegStep(
  queries: Queries,
  legId: string,
  step: 'answered' | 'connected',
): Promise<void> {
  await queries
    .update(callLegs)
    .set(step === 'answered' ? { answeredAt: sql`now()` } : { connectedAt: sql`now()` })
    .where(and(eq(callLegs.id, legId), isNull(callLegs.endedAt)));
}

/** Ends a leg once; who comes later changes nothing. */
export async function saveLegEnd(queries: Queries, legId: string, outcome: LegOutcome): Promise<void> {
  await queries
    .update(callLegs)
    .set({ outcome, endedAt: sql`now()` })
    .where(and(eq(callLegs.id, legId), isNull(callLegs.endedAt)));
}

/** Calls are over: none of their legs goes on. A call that its network has handed over ends with that. */
export async function closeOpenLegs(
  queries: Queries,
  ended: readonly Pick<CallRow, 'id' | 'endReason'>[],
): Promise<void> {
  const transferred = ended.filter(({ endReason }) => endReason === 'transferred').map(({ id }) => id);
  if (transferred.length > 0) {
    await queries
      .update(callLegs)
      .set({ outcome: 'connected', connectedAt: sql`now()`, endedAt: sql`now()` })
      .where(
        and(inArray(callLegs.callId, transferred), eq(callLegs.method, 'refer'), isNull(callLegs.endedAt)),
      );
  }
  const ids = ended.map(({ id }) => id);
  await queries
    .update(callLegs)
    .set({
      outcome: sql`case when ${callLegs.connectedAt} is null then 'canceled' else 'connected' end`,
      endedAt: sql`greatest(${callLegs.startedAt}, (select c.ended_at from calls c where c.id = ${callLegs.callId}))`,
    })
    .where(and(inArray(callLegs.callId, ids), isNull(callLegs.endedAt)));
}

/** The legs of a call, oldest first. */
export async function listLegs(queries: Queries, callId: string): Promise<CallLegRow[]> {
  return await queries
    .select()
    .from(callLegs)
    .where(eq(callLegs.callId, callId))
    .orderBy(asc(callLegs.startedAt), asc(callLegs.id));
}

/** Whether the customer was put through to somebody. */
export async function hasConnectedLeg(queries: Queries, callId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: callLegs.id })
    .from(callLegs)
    .where(and(eq(callLegs.callId, callId), isNotNull(callLegs.connectedAt)))
    .limit(1);
  return rows.length > 0;
}
