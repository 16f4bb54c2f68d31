import { and, asc, eq } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type FunctionRunRow, functionRuns } from './tables.ts';

/** Takes note of a run before it begins. False when it was begun before: then it must not be done again. */
export async function insertRun(
  queries: Queries,
  run: Pick<FunctionRunRow, 'callId' | 'runId' | 'name' | 'arguments'>,
): Promise<boolean> {
  const rows = await queries
    .insert(functionRuns)
    .values(run)
    .onConflictDoNothing()
    .returning({ runId: functionRuns.runId });
  return rows.length > 0;
}

export async function saveRunEnd(
  queries: Queries,
  run: Pick<FunctionRunRow, 'callId' | 'runId'>,
  outcome: { result: string; status: number | null; tookMs: number; isBooked: boolean },
): Promise<void> {
  await queries
    .update(functionRuns)
    .set(outcome)
    .where(and(eq(functionRuns.callId, run.callId), eq(functionRuns.runId, run.runId)));
}

/** Whether an appointment was booked in the call. */
export async function hasBooked(queries: Queries, callId: string): Promise<boolean> {
  const rows = await queries
    .select({ runId: functionRuns.runId })
    .from(functionRuns)
    .where(and(eq(functionRuns.callId, callId), eq(functionRuns.isBooked, true)))
    .limit(1);
  return rows.length > 0;
}

/** The runs of a call in the order they began. */
export async function listRuns(queries: Queries, callId: string): Promise<FunctionRunRow[]> {
  return await queries
    .select()
    .from(functionRuns)
    .where(eq(functionRuns.callId, callId))
    .orderBy(asc(functionRuns.createdAt), asc(functionRuns.runId));
}
