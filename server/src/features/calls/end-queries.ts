import type { EndReason } from '@parley/contract/end-reasons';
import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/db/database.ts';
import type { CallAnalysis } from './analysis-rules.ts';
import { type CallRow, calls, callTurns } from './tables.ts';

/**
 * Those of the calls that have not ended, held until the transaction ends. Rejects when somebody else has one of several
 * locked: whoever holds many never waits, and one is waited for.
 */
export async function lockOpenCalls(tx: Transaction, callIds: readonly string[]): Promise<CallRow[]> {
  return await tx
    .select()
    .from(calls)
    .where(and(inArray(calls.id, [...callIds]), isNull(calls.endedAt)))
    .for('update', callIds.length > 1 ? { noWait: true } : {});
}

/** Those of the calls in which anything was said. */
export async function listTalked(tx: Transaction, callIds: readonly string[]): Promise<Set<string>> {
  if (callIds.length === 0) return new Set();
  const rows = await tx
    .selectDistinct({ callId: callTurns.callId })
    .from(callTurns)
    .where(inArray(callTurns.callId, [...callIds]));
  return new Set(rows.map(({ callId }) => callId));
}

/**
 * The last sign of a call whose process died: its words, the process's heartbeat, or what it
 * has recorded. A restart may be hours later.
 */
const lastSignOfLife = sql`greatest(
  calls.created_at,
  calls.answered_at,
  calls.answered_at + (select max(t.end_ms) from call_turns t where t.call_id = calls.id) * interval '1 millisecond',
  (select p.seen_at from call_processes p where p.id = calls.process_id),
  given.last_seen_at
)`;

/** Ends calls that are held, and keeps what they came to where that is known. Returns them as they are now. */
export async function saveCallEnds(
  tx: Transaction,
  ends: readonly {
    row: CallRow;
    endReason: EndReason;
    analysis: CallAnalysis | undefined;
    lastSeenAt: Date | undefined;
  }[],
): Promise<CallRow[]> {
  const given = ends.map(({ row, endReason, analysis, lastSeenAt }) => ({
    id: row.id,
    end_reason: endReason,
    last_seen_at: lastSeenAt,
    ...analysis,
  }));
  const { rows } = await tx.execute<{ id: string; ended_at_ms: number }>(sql`
    update calls set state = 'ended', end_reason = given.end_reason,
      ended_at = case when given.end_reason = 'process_died' then least(now(), ${lastSignOfLife}) else now() end,
      summary = coalesce(given.summary, calls.summary), sentiment = given.sentiment, disposition = given.disposition,
      analysed_at = case when given.disposition is not null then now() end
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (id text, end_reason text, last_seen_at timestamptz, summary text, sentiment text, disposition text)
    where calls.id = given.id
    returning calls.id, (extract(epoch from calls.ended_at) * 1000)::float8 as ended_at_ms`);
  const endedAtMs = new Map(rows.map((row) => [row.id, row.ended_at_ms]));
  return ends.flatMap(({ row, endReason, analysis }) => {
    const atMs = endedAtMs.get(row.id);
    if (atMs === undefined) return [];
    const endedAt = new Date(atMs);
    return {
      ...row,
      state: 'ended' as const,
      endReason,
      endedAt,
      ...(analysis && { ...analysis, analysedAt: endedAt }),
    };
  });
}
