import { Badge, Card, Group, Skeleton, Text } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import { type Metric, metricIds } from '@parley/contract/metrics';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { dashboardQuery } from '../../api/analytics.ts';
import { callLogQuery } from '../../api/calls.ts';
import { FigureFilters } from '../../components/figures/figure-filters.tsx';
import { type FigureSearch, toFigureFilters } from '../../components/figures/figure-search.ts';
import { useTimeZone } from '../../components/figures/use-time-zone.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import classes from './dashboard.module.css';
import { LatestCalls } from './latest-calls.tsx';
import { LiveNow } from './live-now.tsx';
import { cardId, MetricCards, MetricCardsLoading } from './metric-cards.tsx';
import { MetricDrawer } from './metric-drawer.tsx';

const CallVolume = lazy(async () => ({ default: (await import('./call-volume.tsx')).CallVolume }));
const route = getRouteApi('/app/dashboard');

/** The figures of the workspace, what happens now, and what came last (DASH-1 to 5). */
export function DashboardScreen() {
  const { metric: asked, ...search } = route.useSearch();
  const metric = metricIds.find((id) => id === asked);
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const filters = toFigureFilters(search, timeZone ?? 'UTC');
  const figures = useQuery({ ...dashboardQuery(filters), enabled: timeZone !== undefined });
  const log = useQuery(callLogQuery(1));

  const filter = (next: FigureSearch) =>
    void navigate({ to: '/app/dashboard', search: next, replace: true, resetScroll: false });
  const open = (next: Metric) =>
    void navigate({ to: '/app/dashboard', search: { ...search, metric: next }, resetScroll: false });
  const close = () => {
    if (metric !== undefined) document.getElementById(cardId(metric))?.focus({ preventScroll: true });
    void navigate({ to: '/app/dashboard', search, resetScroll: false });
  };

  const { data } = figures;
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Real-time analytics for your voice agents"
        actions={
          <LinkButton
            to="/app/campaigns"
            variant="default"
            leftSection={<IconSpeakerphone size={18} stroke={1.7} />}
          >
            View Campaigns
          </LinkButton>
        }
      />
      <FigureFilters
        search={search}
        timeZone={timeZone}
        sample={data?.sample_choices}
        testCalls={data?.test_calls}
        onChange={filter}
      />
      {data?.is_sample && (
        <Group gap="sm" mb="md" role="note">
          <Badge color="gray" size="lg">
            Sample data
          </Badge>
          <Text size="sm" c="dimmed">
            Your own figures appear here with your first call.
          </Text>
        </Group>
      )}
      {figures.isPending && <MetricCardsLoading />}
      {figures.isError && !data && (
        <Card>
          <LoadFailed
            message={errorSentence('figures_not_loaded')}
            isBusy={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        </Card>
      )}
      {data && (
        <MetricCards
          figures={data.figures}
          beforeName={data.span.before_name}
          isSample={data.is_sample}
          onOpen={open}
        />
      )}
      <LiveNow calls={log.data?.data ?? []} />
      <div className={classes['below']} data-single={data?.is_sample || undefined}>
        {data && !data.is_sample && (
          <Suspense fallback={<Skeleton height={360} radius="lg" />}>
            <CallVolume filters={filters} />
          </Suspense>
        )}
        <LatestCalls calls={log.data?.data} isFailed={log.isError} />
      </div>
      <MetricDrawer
        metric={metric}
        filters={filters}
        total={data?.figures.find((figure) => figure.metric === metric)?.value}
        onClose={close}
      />
    </>
  );
}
