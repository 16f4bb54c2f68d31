import type { Overview } from '@parley/contract/analytics';
import { metricIds, metrics } from '@parley/contract/metrics';
import { dispositionLabels } from '../../components/call/labels.ts';
import { wordBand } from '../../components/figures/figure-words.ts';
import { sentimentLabels } from './labels.ts';

export type CsvRow = { section: string; item: string; measure: string; value: number | string };

/** Everything the screen shows, a figure a row: spreadsheets filter and pivot it. Times are in seconds. */
export function listCsvRows(overview: Overview): CsvRow[] {
  const { totals, span } = overview;
  const counts = (section: string, rows: readonly { item: string; calls: number }[]): CsvRow[] =>
    rows.map(({ item, calls }) => ({ section, item, measure: 'Calls', value: calls }));
  const measures = (section: string, item: string, values: Record<string, number | string>): CsvRow[] =>
    Object.entries(values).map(([measure, value]) => ({ section, item, measure, value }));
  return [
    ...measures('Period', 'Period', { From: span.from, To: span.to }),
    ...measures('Totals', 'All calls', {
      Calls: totals.calls,
      Answered: totals.answered,
      'Talk time (s)': inSeconds(totals.talk_ms),
      'Median duration (s)': inSeconds(totals.median_duration_ms),
      'Median response (s)': inSeconds(totals.median_response_ms),
      ...Object.fromEntries(metricIds.map((metric) => [metrics[metric].title, totals.metrics[metric]])),
    }),
    ...overview.series.flatMap(({ at, made, received, connected }) =>
      measures(`Calls by ${overview.step}`, at, { Made: made, Received: received, Connected: connected }),
    ),
    ...counts(
      'End reasons',
      overview.end_reasons.map(({ label, calls }) => ({ item: label, calls })),
    ),
    ...counts(
      'Outcomes',
      overview.dispositions.map(({ id, calls }) => ({ item: dispositionLabels[id], calls })),
    ),
    ...counts(
      'Sentiment',
      overview.sentiments.map(({ id, calls }) => ({ item: sentimentLabels[id], calls })),
    ),
    ...counts('Duration', overview.durations.map(toItem)),
    ...counts('Response time', overview.responses.map(toItem)),
    ...overview.hours.map(({ weekday, hour, calls }) => ({
      section: 'Busy hours',
      item: `Weekday ${weekday}, ${String(hour).padStart(2, '0')}:00`,
      measure: 'Calls',
      value: calls,
    })),
    ...overview.agents.flatMap((agent) =>
      measures('Agents', agent.agent_name, {
        Calls: agent.calls,
        Connected: agent.connected,
        'Talk time (s)': inSeconds(agent.talk_ms),
        Positive: agent.positive,
        Negative: agent.negative,
        Appointments: agent.booked,
      }),
    ),
  ];
}

/** The file. Words that a spreadsheet would run as a formula, such as an agent called `=1+1`, stay words. */
export async function writeOverviewCsv(overview: Overview): Promise<string> {
  const { default: papa } = await import('papaparse');
  return papa.unparse(listCsvRows(overview), { escapeFormulae: true, newline: '\r\n' });
}

function toItem({ from_ms: fromMs, to_ms: toMs, calls }: Overview['durations'][number]) {
  return { item: wordBand(fromMs, toMs), calls };
}

function inSeconds(ms: number | null): number | string {
  return ms === null ? '' : Math.round(ms / 100) / 10;
}
