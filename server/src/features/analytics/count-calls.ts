import { type CountedCall, listMetricsOf, metricIds } from '@parley/contract/metrics';
import type { CallFacts } from '@parley/contract/workspace-events';
import type { Transaction } from '../../platform/db/database.ts';
import { bandOf, durationLimitsMs, responseLimitsMs } from './bands.ts';
import { addToFigures, lockFacts, saveFacts } from './counting-queries.ts';
import type { FiguresChange } from './queries.ts';
import type { CallFactsRow } from './tables.ts';

/** The counters' slots begin every quarter of an hour. */
const slotMs = 15 * 60_000;

/**
 * Counts calls that have ended, each once among them, in the transaction that tells of it. Told again with more known
 * (the analysis), it counts the difference; told the same twice, nothing.
 */
export async function countCalls(
  tx: Transaction,
  { workspaceId, calls, shards }: { workspaceId: string; calls: readonly CallFacts[]; shards: number },
): Promise<void> {
  if (calls.length === 0) return;
  const before = new Map(
    (
      await lockFacts(
        tx,
        calls.map(({ id }) => id),
      )
    ).map((row) => [row.callId, row]),
  );
  const changed = calls
    .map((call) => toFactsRow(workspaceId, call))
    .filter((now) => !isSame(before.get(now.callId), now));
  await saveFacts(tx, changed);
  const changes = sumChanges(
    changed.flatMap((now) => {
      const counted = before.get(now.callId);
      return [
        ...(counted ? figuresOf(counted, -1) : []),
        ...figuresOf({ ...now, createdAt: counted?.createdAt ?? now.createdAt }, 1),
      ];
    }),
  );
  await addToFigures(tx, changes, Math.floor(Math.random() * shards));
}

function isSame(before: CallFactsRow | undefined, now: CallFactsRow): boolean {
  return (
    before !== undefined &&
    Object.entries(now).every(([name, value]) => {
      const kept = before[name as keyof CallFactsRow];
      return value instanceof Date && kept instanceof Date
        ? value.getTime() === kept.getTime()
        : value === kept;
    })
  );
}

/** What lists and counters keep of a call. */
export function toFactsRow(workspaceId: string, call: CallFacts): CallFactsRow {
  const isInbound = call.direction === 'inbound';
  const counted: CountedCall = {
    direction: call.direction,
    isAnswered: call.answered_at !== null,
    endReason: call.end_reason,
    disposition: call.disposition,
    sentiment: call.sentiment,
  };
  const countedIn = new Set(listMetricsOf(counted));
  return {
    callId: call.id,
    workspaceId,
    createdAt: new Date(call.created_at),
    answeredAt: call.answered_at === null ? null : new Date(call.answered_at),
    direction: isInbound ? 0 : 1,
    isTest: call.is_test,
    agentId: call.agent_id,
    agentName: call.agent_name,
    number: isInbound ? call.to_number : call.from_number,
    customerNumber: isInbound ? call.from_number : call.to_number,
    durationMs: Math.round(call.duration_ms),
    responseMs: call.median_response_ms,
    endReason: call.end_reason,
    disposition: call.disposition,
    sentiment: call.sentiment,
    ...(Object.fromEntries(metricIds.map((metric) => [metric, countedIn.has(metric)])) as Record<
      (typeof metricIds)[number],
      boolean
    >),
  };
}

/** What a call adds to each row of the counters it belongs to; `sign` -1 takes it away. */
function figuresOf(row: CallFactsRow, sign: 1 | -1): FiguresChange[] {
  const slot = new Date(Math.floor(row.createdAt.getTime() / slotMs) * slotMs);
  const others = [
    row.endReason && `end_reason ${row.endReason}`,
    row.disposition && `disposition ${row.disposition}`,
    row.sentiment && `sentiment ${row.sentiment}`,
    row.answeredAt && `duration ${bandOf(durationLimitsMs, row.durationMs)}`,
    row.responseMs !== null && `response ${bandOf(responseLimitsMs, row.responseMs)}`,
  ].filter((key) => typeof key === 'string');
  const counts = {
    calls: sign,
    answered: row.answeredAt ? sign : 0,
    durationMs: sign * row.durationMs,
    ...(Object.fromEntries(metricIds.map((metric) => [metric, row[metric] ? sign : 0])) as Record<
      (typeof metricIds)[number],
      number
    >),
  };
  return scopesOf(row).map((scope) => ({
    key: { workspaceId: row.workspaceId, ...scope, isTest: row.isTest, slot },
    counts,
    others: Object.fromEntries(others.map((key) => [key, sign])),
  }));
}

/** Everything, the agent, the number, both: empty stands for any. A campaign would be one more. */
function scopesOf({ agentId, number }: CallFactsRow): { number: string; agentId: string }[] {
  const agent = agentId ?? '';
  return [
    { number: '', agentId: '' },
    ...(agent === '' ? [] : [{ number: '', agentId: agent }]),
    ...(number === '' ? [] : [{ number, agentId: '' }]),
    ...(agent === '' || number === '' ? [] : [{ number, agentId: agent }]),
  ];
}

/** One change for each row, none for rows that stay as they are, in one order: no two transactions wait crosswise. */
function sumChanges(changes: readonly FiguresChange[]): FiguresChange[] {
  const byRow = Map.groupBy(changes, ({ key }) => JSON.stringify(key));
  return [...byRow]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, parts]) => parts.reduce(addChanges))
    .filter(
      ({ counts, others }) =>
        Object.values(counts).some((count) => count !== 0) || Object.keys(others).length > 0,
    );
}

function addChanges(one: FiguresChange, other: FiguresChange): FiguresChange {
  const add = <Counts extends Record<string, number>>(a: Counts, b: Counts): Counts =>
    Object.fromEntries(
      [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => [
        name,
        (a[name] ?? 0) + (b[name] ?? 0),
      ]),
    ) as Counts;
  const others = Object.entries(add(one.others, other.others)).filter(([, count]) => count !== 0);
  return { key: one.key, counts: add(one.counts, other.counts), others: Object.fromEntries(others) };
}
