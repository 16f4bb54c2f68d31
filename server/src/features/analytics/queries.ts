import { type Metric, metricIds } from '@parley/contract/metrics';
import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { cutSpan, dayOf } from './slices.ts';
import type { FigureSpan } from './spans.ts';
import { type CallFactsRow, callFacts, callFigures, callFiguresOfDays, callSlotsOfDays } from './tables.ts';

export type CountColumn = 'calls' | 'answered' | 'durationMs' | Metric;
export const countColumns: readonly CountColumn[] = ['calls', 'answered', 'durationMs', ...metricIds];
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
  const where = inScope({ ...scope, countsTests: true });
  const answer = await queries.execute<Record<string, unknown>>(sql`
    select is_test, is_now, ${sumsOfColumns}
    from (
      select true as is_now, each_now.* from ${slicesOf(span, where)} as each_now
      union all
      select false, each_before.*
      from ${slicesOf({ from: span.beforeFrom, to: span.beforeTo }, where)} as each_before
    ) as slices
    group by is_test, is_now`);
  return answer.rows.map((row) => ({
    isTest: row['is_test'] === true,
    isNow: row['is_now'] === true,
    ...toCounts(row),
  }));
}

/** End reasons, dispositions, moods and bands of the span by their key in `others`. */
export async function sumOthers(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
): Promise<Map<string, number>> {
  const answer = await queries.execute<{ key: string; calls: string }>(sql`
    select other.key, sum(other.value::bigint) as calls
    from ${slicesOf(span, inScope(scope))} as slices cross join lateral jsonb_each_text(slices.others) as other
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
  // Minutes since 1970 are whole numbers, which group faster than times do.
  const toMinutes = (at: Date) => sql`${Math.ceil(at.getTime() / 60_000)}::integer`;
  const cases = offsets
    .toReversed()
    .map(({ from, minutes }) => sql`when minute >= ${toMinutes(from)} then ${minutes}::integer`);
  const answer = await queries.execute<Record<'hour' | 'made' | 'received' | 'connected', string>>(sql`
    select (minute + case ${sql.join(cases, sql` `)} end) / 60 as hour,
      sum(made) as made, sum(received) as received, sum(connected) as connected
    from (
      select (extract(epoch from slot) / 60)::integer + (place::integer - 1) * 15 as minute, made, received, connected
      from ${callSlotsOfDays} cross join lateral unnest(calls_made, calls_received, calls_connected)
        with ordinality as slots (made, received, connected, place)
      where ${inScope(scope)} and slot >= ${timeOf(dayOf(span.from))} and slot < ${timeOf(span.to)}
    ) as slots
    where minute >= ${toMinutes(span.from)} and minute < ${toMinutes(span.to)} and made + received > 0
    group by 1`);
  return answer.rows.map((row) => ({
    at: `${new Date(Number(row.hour) * 3_600_000).toISOString().slice(0, 13)}:00`,
    calls: Number(row.made) + Number(row.received),
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
  const where = sql`workspace_id = ${scope.workspaceId} and number = ${scope.number ?? ''}
    and ${scope.agentId === undefined ? sql`agent_id <> ''` : sql`agent_id = ${scope.agentId}`}
    and ${ofTests(scope)}`;
  const answer = await queries.execute<Record<string, unknown>>(sql`
    select sums.*, coalesce((
      select f.agent_name from call_facts f
      where f.workspace_id = ${scope.workspaceId} and f.agent_id = sums.agent_id
      order by f.created_at desc, f.call_id desc limit 1
    ), '') as agent_name
    from (
      select agent_id, ${sumsOfColumns} from ${slicesOf(span, where)} as slices
      group by agent_id having sum(calls) > 0
      order by sum(calls) desc, agent_id limit ${limit}
    ) as sums
    order by calls desc, agent_id`);
  return answer.rows.map((row) => ({
    agentId: String(row['agent_id']),
    agentName: String(row['agent_name']),
    ...toCounts(row),
  }));
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

function inScope(scope: FigureScope): SQL {
  return sql`workspace_id = ${scope.workspaceId} and number = ${scope.number ?? ''}
    and agent_id = ${scope.agentId ?? ''} and ${ofTests(scope)}`;
}

function ofTests({ countsTests }: FigureScope): SQL {
  return countsTests ? sql`is_test in (false, true)` : sql`not is_test`;
}

/** The rows that sum a span, of days and of quarters of an hour, in brackets. */
function slicesOf(span: { from: Date; to: Date }, where: SQL): SQL {
  const slices = cutSpan(span).map(
    ({ by, from, to }) => sql`
      select * from ${by === 'day' ? callFiguresOfDays : callFigures}
      where ${where} and slot >= ${timeOf(from)} and slot < ${timeOf(to)}`,
  );
  return sql`(${sql.join(slices, sql` union all `)})`;
}

const nameOf = (column: CountColumn) => sql.identifier(callFigures[column].name);
const sumsOfColumns = sql.join(
  countColumns.map((column) => sql`sum(${nameOf(column)}) as ${nameOf(column)}`),
  sql`, `,
);

function toCounts(row: Record<string, unknown>): FigureCounts {
  return Object.fromEntries(
    countColumns.map((column) => [column, Number(row[callFigures[column].name])]),
  ) as FigureCounts;
}

function timeOf(at: Date): SQL {
  return sql`${at.toISOString()}::timestamptz`;
}
