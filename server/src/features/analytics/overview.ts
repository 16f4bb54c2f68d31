import type { Overview } from '@parley/contract/analytics';
import { Disposition, Sentiment } from '@parley/contract/calls';
import { endReasonIds, endReasons } from '@parley/contract/end-reasons';
import { metricIds } from '@parley/contract/metrics';
import type { Queries } from '../../platform/db/database.ts';
import { durationLimitsMs, listBands, medianOfBands, responseLimitsMs } from './bands.ts';
import { countTests, toSpan } from './dashboard-figures.ts';
import {
  type AgentSums,
  type FigureScope,
  type HourSums,
  sumAgents,
  sumFigures,
  sumHours,
  sumOthers,
} from './queries.ts';
import { type FigureSpan, listOffsets, listSteps } from './spans.ts';

/** Up to this long a span is drawn by the hour, beyond by the day. */
const hourlyMs = 2 * 86_400_000 + 3_600_000;
const shownAgents = 100;

/** Everything the analytics screen shows of a span, from the counters alone. */
export async function readOverview(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
  timeZone: string,
): Promise<Omit<Overview, 'has_calls'>> {
  const [sums, others, hours, agents] = await Promise.all([
    sumFigures(queries, scope, span),
    sumOthers(queries, scope, span),
    sumHours(queries, scope, span, listOffsets(timeZone, span)),
    sumAgents(queries, scope, span, shownAgents),
  ]);
  const counted = sums.filter(({ isNow, isTest }) => isNow && (scope.countsTests || !isTest));
  const sumOf = (column: keyof (typeof counted)[number]) =>
    counted.reduce((sum, row) => sum + Number(row[column]), 0);
  const callsOf = (key: string) => Math.max(0, others.get(key) ?? 0);
  const durations = listBands(durationLimitsMs, (band) => callsOf(`duration ${band}`));
  const responses = listBands(responseLimitsMs, (band) => callsOf(`response ${band}`));
  const step = span.to.getTime() - span.from.getTime() <= hourlyMs ? 'hour' : 'day';
  return {
    span: toSpan(span),
    test_calls: countTests(sums, scope),
    totals: {
      calls: sumOf('calls'),
      answered: sumOf('answered'),
      talk_ms: sumOf('durationMs'),
      median_duration_ms: medianOfBands(durations),
      median_response_ms: medianOfBands(responses),
      metrics: Object.fromEntries(
        metricIds.map((metric) => [metric, sumOf(metric)]),
      ) as Overview['totals']['metrics'],
    },
    step,
    series: toSeries(hours, listSteps(timeZone, span, step), step),
    end_reasons: endReasonIds
      .map((id) => ({ id, label: endReasons[id].label, calls: callsOf(`end_reason ${id}`) }))
      .filter(hasCalls)
      .sort(byCalls),
    dispositions: Disposition.options
      .map((id) => ({ id, calls: callsOf(`disposition ${id}`) }))
      .filter(hasCalls)
      .sort(byCalls),
    sentiments: Sentiment.options.map((id) => ({ id, calls: callsOf(`sentiment ${id}`) })),
    durations,
    responses,
    hours: toHoursOfWeek(hours),
    agents: agents.map(toAgent),
  };
}

const hasCalls = ({ calls }: { calls: number }): boolean => calls > 0;
const byCalls = (one: { calls: number }, other: { calls: number }): number => other.calls - one.calls;

function toSeries(
  hours: readonly HourSums[],
  steps: readonly string[],
  step: 'hour' | 'day',
): Overview['series'] {
  const byStep = Map.groupBy(hours, ({ at }) => (step === 'hour' ? at : at.slice(0, 10)));
  return steps.map((at) => {
    const parts = byStep.get(at) ?? [];
    const sum = (field: 'calls' | 'made' | 'received' | 'connected') =>
      parts.reduce((total, part) => total + part[field], 0);
    return {
      at,
      calls: sum('calls'),
      made: sum('made'),
      received: sum('received'),
      connected: sum('connected'),
    };
  });
}

function toHoursOfWeek(hours: readonly HourSums[]): Overview['hours'] {
  const byHour = Map.groupBy(hours, ({ at }) => {
    // Read as UTC, the local day keeps its weekday.
    const weekday = new Date(`${at.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
    return `${weekday} ${Number(at.slice(11, 13))}`;
  });
  return [...byHour].map(([key, parts]) => {
    const [weekday = 1, hour = 0] = key.split(' ').map(Number);
    return { weekday, hour, calls: parts.reduce((sum, { calls }) => sum + calls, 0) };
  });
}

function toAgent(row: AgentSums): Overview['agents'][number] {
  return {
    agent_id: row.agentId,
    agent_name: row.agentName,
    calls: row.calls,
    connected: row.calls_connected,
    talk_ms: row.durationMs,
    positive: row.positive_sentiment,
    negative: row.negative_sentiment,
    booked: row.appointments_booked,
  };
}
