import { type Metric, metricIds } from '@parley/contract/metrics';
import { and, desc, eq, gte, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { FigureSpan } from './spans.ts';
import { type CallFactsRow, callFacts, callFigures } from './tables.ts';

type CountColumn = 'calls' | 'answered' | 'durationMs' | Metric;
const countColumns: readonly CountColumn[] = ['calls', 'answered', 'durationMs', ...metricIds];
export type FigureCounts = Record<CountColumn, number>;

/** What is added to one row of the counters. */
export type FiguresChange = {
  key: { workspaceId: string; number: string; agentId: string; isTest: boolean; slot: Date };
  counts: FigureCounts;
  others: Record<string, number>;
};

/** Which calls figures are of; without agent or number, any. */
export type FigureScope = {
  workspaceId: string;
  agentId?: string | undefined;
  number?: string | undefined;
  /** False leaves test calls out. */
  countsTests: boolean;
};

/** What has been counted of a call, held until the transaction ends. */
export async function lockFacts(tx: Transaction, callId: string): Promise<CallFactsRow | undefined> {
  const [row] = await tx.select().from(callFacts).where(eq(callFacts.callId, callId)).for('update');
  return row;
}

export async function saveFacts(tx: Transaction, row: CallFactsRow): Promise<void> {
  const { callId, workspaceId, createdAt, ...rest } = row;
  await tx.insert(callFacts).values(row).onConflictDoUpdate({ target: callFacts.callId, set: rest });
}

/** Adds to the counters, row by row in the order given. */
export async function addToFigures(
  tx: Transaction,
  changes: readonly FiguresChange[],
  shard: number,
): Promise<void> {
  if (changes.length === 0) return;
  const added = (column: CountColumn): SQL =>
    sql`${callFigures[column]} + excluded.${sql.identifier(callFigures[column].name)}`;
  await tx
    .insert(callFigures)
    .values(changes.map(({ key, counts, others }) => ({ ...key, shard, ...counts, others })))
    .onConflictDoUpdate({
      target: [
        callFigures.workspaceId,
        callFigures.number,
        callFigures.agentId,
        callFigures.isTest,
        callFigures.slot,
        callFigures.shard,
      ],
      set: {
        ...Object.fromEntries(countColumns.map((column) => [column, added(column)])),
        others: sql`add_counts(${callFigures.others}, excluded.others)`,
      },
    });
}

/** Whether the workspace has counted calls, and whether any of them was no test. */
export async function findWhatWasCounted(
  queries: Queries,
  workspaceId: string,
): Promise<{ hasCalls: boolean; hasBusinessCalls: boolean }> {
  const answer = await queries.execute<{ has_calls: boolean; has_business_calls: boolean }>(sql`
    select
      exists (select from call_facts where workspace_id = ${workspaceId}) as has_calls,
      exists (
        select from call_figures
        where workspace_id = ${workspaceId} and number = '' and agent_id = '' and not is_test and calls > 0
      ) as has_business_calls`);
  const row = answer.rows[0]!;
  return { hasCalls: row.has_calls, hasBusinessCalls: row.has_business_calls };
}

/** Sums of one kind of call in one span. */
export type FigureSums = { isTest: boolean; isNow: boolean } & FigureCounts;

/** Sums of the span and of the one before, test calls apart. What has no call is not among them. */
export async function sumFigures(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
): Promise<FigureSums[]> {
  const isNow = sql<boolean>`${callFigures.slot} >= ${span.from.toISOString()}::timestamptz`;
  const rows = await queries
    .select({
      isTest: callFigures.isTest,
      isNow,
      ...(Object.fromEntries(
        countColumns.map((column) => [column, sql<number>`sum(${callFigures[column]})`.mapWith(Number)]),
      ) as Record<CountColumn, SQL<number>>),
    })
    .from(callFigures)
    .where(
      and(
        inScope({ ...scope, countsTests: true }),
        or(
          and(gte(callFigures.slot, span.from), lt(callFigures.slot, span.to)),
          and(gte(callFigures.slot, span.beforeFrom), lt(callFigures.slot, span.beforeTo)),
        ),
      ),
    )
    .groupBy(callFigures.isTest, sql`2`);
  return rows;
}

/** End reasons, dispositions, moods and bands of the span by their key in `others`. */
export async function sumOthers(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
): Promise<Map<string, number>> {
  const answer = await queries.execute<{ key: string; calls: string }>(sql`
    select other.key, sum(other.value::bigint) as calls
    from ${callFigures} cross join lateral jsonb_each_text(${callFigures.others}) as other
    where ${inScope(scope)} and ${inSpan(span)}
    group by other.key`);
  return new Map(answer.rows.map(({ key, calls }) => [key, Number(calls)]));
}

export type HourSums = { at: string; calls: number; made: number; received: number; connected: number };

/** Sums of each local hour that had calls; `at` reads `2026-11-21T14:00`. */
export async function sumHours(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
  offsets: readonly { from: Date; minutes: number }[],
): Promise<HourSums[]> {
  const cases = offsets
    .toReversed()
    .map(
      ({ from, minutes }) =>
        sql`when ${callFigures.slot} >= ${from.toISOString()}::timestamptz then ${minutes}::integer`,
    );
  const local = sql`(${callFigures.slot} at time zone 'UTC') + make_interval(mins => case ${sql.join(cases, sql` `)} end)`;
  const answer = await queries.execute<Record<keyof HourSums, string>>(sql`
    select to_char(hour, 'YYYY-MM-DD"T"HH24":00"') as at, calls, made, received, connected from (
      select date_trunc('hour', ${local}) as hour, sum(${callFigures.calls}) as calls,
        sum(${callFigures.calls_made}) as made, sum(${callFigures.calls_received}) as received,
        sum(${callFigures.calls_connected}) as connected
      from ${callFigures} where ${inScope(scope)} and ${inSpan(span)}
      group by 1
    ) as hours where calls > 0`);
  return answer.rows.map((row) => ({
    at: row.at,
    calls: Number(row.calls),
    made: Number(row.made),
    received: Number(row.received),
    connected: Number(row.connected),
  }));
}

export type AgentSums = { agentId: string; agentName: string } & FigureCounts;

/** Sums of each agent, busiest first, at most `limit`; by the name the agent had in its last call. */
export async function sumAgents(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
  limit: number,
): Promise<AgentSums[]> {
  const lastName = sql<string>`(
    select f.agent_name from call_facts f
    where f.workspace_id = ${scope.workspaceId} and f.agent_id = ${callFigures.agentId}
    order by f.created_at desc, f.call_id desc limit 1)`;
  const calls = sql<number>`sum(${callFigures.calls})`;
  return await queries
    .select({
      agentId: callFigures.agentId,
      agentName: sql<string>`coalesce(${lastName}, '')`,
      ...(Object.fromEntries(
        countColumns.map((column) => [column, sql<number>`sum(${callFigures[column]})`.mapWith(Number)]),
      ) as Record<CountColumn, SQL<number>>),
    })
    .from(callFigures)
    .where(
      and(
        eq(callFigures.workspaceId, scope.workspaceId),
        eq(callFigures.number, scope.number ?? ''),
        scope.agentId === undefined ? ne(callFigures.agentId, '') : eq(callFigures.agentId, scope.agentId),
        scope.countsTests ? undefined : eq(callFigures.isTest, false),
        inSpan(span),
      ),
    )
    .groupBy(callFigures.agentId)
    .having(sql`${calls} > 0`)
    .orderBy(desc(calls), callFigures.agentId)
    .limit(limit);
}

/** Calls that count in a metric, newest first. */
export async function listFacts(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
  { metric, page, pageSize }: { metric: Metric; page: number; pageSize: number },
): Promise<CallFactsRow[]> {
  return await queries
    .select()
    .from(callFacts)
    .where(
      and(
        eq(callFacts.workspaceId, scope.workspaceId),
        // A plain column: the metric's own index serves it.
        sql`${callFacts[metric]}`,
        gte(callFacts.createdAt, span.from),
        lt(callFacts.createdAt, span.to),
        scope.agentId === undefined ? undefined : eq(callFacts.agentId, scope.agentId),
        scope.number === undefined ? undefined : eq(callFacts.number, scope.number),
        scope.countsTests ? undefined : eq(callFacts.isTest, false),
      ),
    )
    .orderBy(desc(callFacts.createdAt), desc(callFacts.callId))
    .limit(pageSize)
    .offset((page - 1) * pageSize);
}

function inScope(scope: FigureScope): SQL | undefined {
  return and(
    eq(callFigures.workspaceId, scope.workspaceId),
    eq(callFigures.number, scope.number ?? ''),
    eq(callFigures.agentId, scope.agentId ?? ''),
    inArray(callFigures.isTest, scope.countsTests ? [false, true] : [false]),
  );
}

function inSpan({ from, to }: FigureSpan): SQL | undefined {
  return and(gte(callFigures.slot, from), lt(callFigures.slot, to));
}
