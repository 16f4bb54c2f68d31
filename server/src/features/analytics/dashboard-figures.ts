import type { DashboardFigures } from '@parley/contract/analytics';
import { describeChange, metricIds, metrics } from '@parley/contract/metrics';
import { sampleAgents, sampleFigures, sampleNumbers } from '@parley/contract/sample-figures';
import type { Queries } from '../../platform/db/database.ts';
import { type FigureScope, type FigureSums, sumFigures } from './queries.ts';
import type { FigureSpan } from './spans.ts';

/** The ten figures of a span beside those of the span before. */
export async function readDashboard(
  queries: Queries,
  scope: FigureScope,
  span: FigureSpan,
): Promise<DashboardFigures> {
  const sums = await sumFigures(queries, scope, span);
  const counted = sums.filter(({ isTest }) => scope.countsTests || !isTest);
  const figures = metricIds.map((metric) => {
    const value = sumOf(counted, true, metric);
    const before = sumOf(counted, false, metric);
    const { title, meaning } = metrics[metric];
    const { text, trend, tone } = describeChange(metric, value, before, span.beforeName);
    return { metric, title, meaning, value, before, change: text, trend, tone };
  });
  return {
    is_sample: false,
    span: toSpan(span),
    figures,
    test_calls: countTests(sums, scope),
    sample_choices: null,
  };
}

function sumOf(sums: readonly FigureSums[], isNow: boolean, column: keyof FigureSums): number {
  return sums.filter((row) => row.isNow === isNow).reduce((sum, row) => sum + Number(row[column]), 0);
}

/** How many test calls the span has, counted or not. */
export function countTests(
  sums: readonly FigureSums[],
  { countsTests }: FigureScope,
): DashboardFigures['test_calls'] {
  const tests = sums.filter(({ isTest }) => isTest);
  return { count: sumOf(tests, true, 'calls'), are_counted: countsTests };
}

/** The sample figures, whatever is asked for (DASH-5). */
export function sampleDashboard(span: FigureSpan): DashboardFigures {
  return {
    is_sample: true,
    span: toSpan(span),
    figures: metricIds.map((metric) => {
      const { value, changePercent } = sampleFigures[metric];
      const { title, meaning } = metrics[metric];
      // Only the sign of a change decides its trend and tone.
      const { trend, tone } = describeChange(metric, 100 + changePercent, 100, 'yesterday');
      const change = `${changePercent > 0 ? '+' : ''}${changePercent}% from yesterday`;
      const before = Math.round(value / (1 + changePercent / 100));
      return { metric, title, meaning, value, before, change, trend, tone };
    }),
    test_calls: { count: 0, are_counted: true },
    sample_choices: { agents: [...sampleAgents], numbers: [...sampleNumbers] },
  };
}

export function toSpan(span: FigureSpan): WireSpan {
  return {
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    before_from: span.beforeFrom.toISOString(),
    before_to: span.beforeTo.toISOString(),
    before_name: span.beforeName,
  };
}

type WireSpan = DashboardFigures['span'];
