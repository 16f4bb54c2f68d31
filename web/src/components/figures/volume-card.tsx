import { Skeleton } from '@mantine/core';
import type { Overview } from '@parley/contract/analytics';
import { lazy, Suspense } from 'react';
import { ChartCard } from './chart-card.tsx';
import { wordStep } from './figure-words.ts';

const ColumnsChart = lazy(async () => ({ default: (await import('./columns-chart.tsx')).ColumnsChart }));

/** Calls over time: made and received, by the hour or by the day. */
export function VolumeCard({ overview: { series, step, totals } }: { overview: Overview }) {
  const title = step === 'hour' ? 'Calls by hour' : 'Calls by day';
  const data = series.map(({ at, made, received }) => ({ name: wordStep(at), made, received }));
  const busiest = series.reduce((most, each) => (each.calls > most.calls ? each : most), {
    at: '',
    calls: 0,
  });
  const summary =
    totals.calls === 0
      ? 'No calls in this period.'
      : `${totals.calls} calls; most of them, ${busiest.calls}, at ${wordStep(busiest.at)}.`;
  return (
    <ChartCard
      title={title}
      columns={[step === 'hour' ? 'Hour' : 'Day', 'Calls Made', 'Calls Received', 'Connected']}
      rows={series.map(({ at, made, received, connected }) => [
        wordStep(at, true),
        made,
        received,
        connected,
      ])}
    >
      <Suspense fallback={<Skeleton height={292} />}>
        <ColumnsChart
          summary={summary}
          nameKey="name"
          data={data}
          series={[
            { key: 'made', label: 'Calls Made', color: 'var(--app-chart-first)' },
            { key: 'received', label: 'Calls Received', color: 'var(--app-chart-second)' },
          ]}
        />
      </Suspense>
    </ChartCard>
  );
}
