import type { CallNote, CallTurn, Disposition, Sentiment } from '@parley/contract/calls';
import { and, asc, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { rowsOf, toRows } from '../../platform/db/insert-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type CallRow, type CallTurnRow, callCounts, callNotes, calls, callTurns } from './tables.ts';

/** Counters of one workspace: enough that processes seldom wait for each other's insert. */
const countShards = 16;

export type NewCall = Pick<
  CallRow,
  | 'workspaceId'
  | 'direction'
  | 'agentId'
  | 'agentVersionId'
  | 'agentName'
  | 'fromNumber'
  | 'toNumber'
  | 'carrier'
  | 'isTest'
  | 'state'
  | 'processId'
> &
  Partial<Pick<CallRow, 'fields' | 'isSimulation' | 'campaignId' | 'contactId' | 'attemptId'>>;

/** Inserts the row that a call is, and counts it. Part of the caller's transaction. */
export async function insertCall(queries: Queries, call: NewCall): Promise<CallRow> {
  const [row] = await insertCalls(queries, [{ id: newId('call'), ...call }]);
  return row!;
}

/** As `insertCall`, of calls of one workspace, at least one, with ids of the caller's. */
export async function insertCalls(
  queries: Queries,
  given: readonly (NewCall & { id: string })[],
): Promise<CallRow[]> {
  const stored = await queries.execute(sql`insert into ${calls} ${rowsOf(calls, given)} returning *`);
  const rows = toRows(calls, stored.rows);
  const shard = Math.floor(Math.random() * countShards);
  await queries
    .insert(callCounts)
    .values({ workspaceId: given[0]!.workspaceId, shard, calls: rows.length })
    .onConflictDoUpdate({
      target: [callCounts.workspaceId, callCounts.shard],
      set: { calls: sql`${callCounts.calls} + ${rows.length}` },
    });
  return rows;
}

/** A call of the workspace. */
export async function findCall(
  queries: Queries,
  workspaceId: string,
  callId: string,
): Promise<CallRow | undefined> {
  const [row] = await queries
    .select()
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.workspaceId, workspaceId)));
  return row;
}

/** A call that has ended, whatever its workspace: for what a dead process left behind. */
export async function findEndedCall(queries: Queries, callId: string): Promise<CallRow | undefined> {
  const [row] = await queries
    .select()
    .from(calls)
    .where(and(eq(calls.id, callId), eq(calls.state, 'ended')));
  return row;
}

/** One page of the workspace's calls, newest first. */
export async function listCalls(
  queries: Queries,
  workspaceId: string,
  { page, pageSize, campaignId }: { page: number; pageSize: number; campaignId?: string | undefined },
): Promise<CallRow[]> {
  return await queries
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.workspaceId, workspaceId),
        // Rehearsals of a campaign are none of its calls.
        campaignId === undefined
          ? undefined
          : and(eq(calls.campaignId, campaignId), eq(calls.isSimulation, false)),
      ),
    )
    .orderBy(desc(calls.createdAt), desc(calls.id))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

/** Calls of the workspace, oldest first: those made after the one given. */
export async function listCallsAfter(
  queries: Queries,
  workspaceId: string,
  { after, limit }: { after: Pick<CallRow, 'createdAt' | 'id'> | undefined; limit: number },
): Promise<CallRow[]> {
  const isLater =
    after &&
    or(
      gt(calls.createdAt, after.createdAt),
      and(eq(calls.createdAt, after.createdAt), gt(calls.id, after.id)),
    );
  return await queries
    .select()
    .from(calls)
    .where(and(eq(calls.workspaceId, workspaceId), isLater))
    .orderBy(asc(calls.createdAt), asc(calls.id))
    .limit(limit);
}

/** Calls of the workspace that have not ended. */
export async function listRunningCallIds(queries: Queries, workspaceId: string): Promise<string[]> {
  const rows = await queries
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.workspaceId, workspaceId), isNull(calls.endedAt)));
  return rows.map((row) => row.id);
}

/** How many calls the workspace has. */
export async function countCalls(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ calls: sql<string>`coalesce(sum(${callCounts.calls}), 0)` })
    .from(callCounts)
    .where(eq(callCounts.workspaceId, workspaceId));
  return Number(row?.calls ?? 0);
}

/** The turns of these calls in the order they were spoken. */
export async function listTurns(queries: Queries, callIds: readonly string[]): Promise<CallTurnRow[]> {
  if (callIds.length === 0) return [];
  return await queries
    .select()
    .from(callTurns)
    .where(inArray(callTurns.callId, [...callIds]))
    .orderBy(asc(callTurns.callId), asc(callTurns.startMs), asc(callTurns.id));
}

export async function listNotes(queries: Queries, callId: string): Promise<CallNote[]> {
  const { atMs, kind, text, arguments: asked } = callNotes;
  const rows = await queries
    .select({ atMs, kind, text, asked })
    .from(callNotes)
    .where(eq(callNotes.callId, callId))
    .orderBy(asc(callNotes.id));
  return rows.map(({ asked, ...note }) => (asked === null ? note : { ...note, arguments: asked }));
}

export async function insertTurn(queries: Queries, callId: string, turn: CallTurn): Promise<void> {
  await queries.insert(callTurns).values({
    ...turn,
    callId,
    startMs: Math.round(turn.startMs),
    endMs: Math.round(turn.endMs),
  });
}

export async function insertNote(queries: Queries, callId: string, note: CallNote): Promise<void> {
  await queries.insert(callNotes).values({ callId, ...note, atMs: Math.max(0, Math.round(note.atMs)) });
}

/** Moves a call that has not ended to ringing or talking; undefined when it has ended meanwhile. */
export async function saveCallState(
  queries: Queries,
  callId: string,
  state: 'ringing' | 'talking',
): Promise<CallRow | undefined> {
  const [row] = await queries
    .update(calls)
    .set({ state, ...(state === 'talking' && { answeredAt: sql`now()` }) })
    .where(and(eq(calls.id, callId), isNull(calls.endedAt)))
    .returning();
  return row;
}

/** Calls that no process has taken yet, of those given or of all, oldest first. */
export async function listQueuedCalls(
  queries: Queries,
  { callIds, limit }: { callIds?: readonly string[] | undefined; limit: number },
): Promise<CallRow[]> {
  return await queries
    .select()
    .from(calls)
    .where(
      and(
        eq(calls.state, 'queued'),
        isNull(calls.processId),
        callIds === undefined ? undefined : inArray(calls.id, [...callIds]),
      ),
    )
    .orderBy(asc(calls.createdAt), asc(calls.id))
    .limit(limit);
}

/** Takes queued calls that no process has. Returns the ids of those it got: another may be quicker. */
export async function claimQueuedCalls(
  queries: Queries,
  taker: { processId: string; calls: readonly { id: string; carrier: string }[] },
): Promise<Set<string>> {
  if (taker.calls.length === 0) return new Set();
  const { rows } = await queries.execute<{ id: string }>(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(taker.calls)}::jsonb) as given (id text, carrier text)
    ), free as (
      select calls.id, given.carrier from given join calls on calls.id = given.id
      where calls.state = 'queued' and calls.process_id is null
      for update of calls skip locked
    )
    update calls set process_id = ${taker.processId}, carrier = free.carrier
    from free where calls.id = free.id
    returning calls.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Keeps what the analysis found, once; undefined when the call has been analysed before. */
export async function saveAnalysis(
  queries: Queries,
  callId: string,
  analysis: {
    summary: string;
    sentiment: Sentiment;
    disposition: Disposition;
    medianResponseMs: number | null;
  },
): Promise<CallRow | undefined> {
  const [row] = await queries
    .update(calls)
    .set({ ...analysis, analysedAt: sql`now()` })
    .where(and(eq(calls.id, callId), isNull(calls.analysedAt)))
    .returning();
  return row;
}

/** The process says it lives. */
export async function saveHeartbeat(queries: Queries, processId: string): Promise<void> {
  await queries.execute(
    sql`insert into call_processes (id, seen_at) values (${processId}, now()) on conflict (id) do update set seen_at = now()`,
  );
}

export async function deleteProcess(queries: Queries, processId: string): Promise<void> {
  await queries.execute(sql`delete from call_processes where id = ${processId}`);
}

/**
 * Calls that run nowhere: their process has not been seen within the lease, or nobody took them within it.
 * `own` calls are those of this process and are left out.
 */
export async function listLostCalls(
  queries: Queries,
  options: { ownProcessId: string; leaseSeconds: number },
): Promise<CallRow[]> {
  const lease = sql`make_interval(secs => ${options.leaseSeconds})`;
  return await queries
    .select()
    .from(calls)
    .where(
      and(
        ne(calls.state, 'ended'),
        sql`${calls.processId} is distinct from ${options.ownProcessId}`,
        sql`not exists (select from call_processes p where p.id = ${calls.processId} and p.seen_at > now() - ${lease})`,
        sql`(${calls.processId} is not null or ${calls.createdAt} < now() - ${lease})`,
      ),
    )
    .limit(500);
}

/** Forgets processes whose lease ended and which have no running call. */
export async function deleteDeadProcesses(queries: Queries, leaseSeconds: number): Promise<void> {
  await queries.execute(sql`
    delete from call_processes p
    where p.seen_at < now() - make_interval(secs => ${leaseSeconds})
      and not exists (select from calls c where c.process_id = p.id and c.state <> 'ended')`);
}

/** Ids of the processes whose lease still runs. */
export async function listLiveProcesses(queries: Queries, leaseSeconds: number): Promise<string[]> {
  const answer = await queries.execute<{ id: string }>(
    sql`select id from call_processes where seen_at > now() - make_interval(secs => ${leaseSeconds})`,
  );
  return answer.rows.map((row) => row.id);
}
