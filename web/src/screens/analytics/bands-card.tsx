import { Skeleton, Text } from '@mantine/core';
import type { Band } from '@parley/contract/analytics';
import { lazy, Suspense } from 'react';
import { ChartCard } from '../../components/figures/chart-card.tsx';
import { wordBand } from '../../components/figures/figure-words.ts';

const ColumnsChart = lazy(async () => ({
  default: (await import('../../components/figures/columns-chart.tsx')).ColumnsChart,
}));

type BandsCardProps = {
  title: string;
  column: string;
  bands: readonly Band[];
  /** The middle of the values, in words; null without values. */
  median: string | null;
  empty: string;
};

/** How many calls were how long. */
export function BandsCard({ title, column, bands, median, empty }: BandsCardProps) {
  const named = bands.map((band) => ({ name: wordBand(band.from_ms, band.to_ms), calls: band.calls }));
  return (
    <ChartCard title={title} columns={[column, 'Calls']} rows={named.map(({ name, calls }) => [name, calls])}>
      {median === null ? (
        <Text c="dimmed">{empty}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mt={-8} mb="sm">
            Half of them within <strong className="num">{median}</strong>
          </Text>
          <Suspense fallback={<Skeleton height={220} />}>
            <ColumnsChart
              summary={`${title}: half of the calls within ${median}.`}
              nameKey="name"
              data={named}
              height={220}
              series={[{ key: 'calls', label: 'Calls', color: 'var(--app-chart-first)' }]}
            />
          </Suspense>
        </>
      )}
    </ChartCard>
  );
}
