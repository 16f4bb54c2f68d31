import { Card, Skeleton } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { type FigureFilters, overviewQuery } from '../../api/analytics.ts';
import { VolumeCard } from '../../components/figures/volume-card.tsx';
import { LoadFailed } from '../../components/notice.tsx';

/** Calls over the period of the cards. */
export function CallVolume({ filters }: { filters: FigureFilters }) {
  const overview = useQuery(overviewQuery(filters));
  if (overview.data) return <VolumeCard overview={overview.data} />;
  if (overview.isPending) return <Skeleton height={360} radius="lg" />;
  return (
    <Card>
      <LoadFailed
        message={errorSentence('figures_not_loaded')}
        isBusy={overview.isFetching}
        onRetry={() => void overview.refetch()}
      />
    </Card>
  );
}
