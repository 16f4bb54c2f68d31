import { Button, Card, SimpleGrid, Skeleton, Text } from '@mantine/core';
import type { Overview } from '@parley/contract/analytics';
import { errorSentence } from '@parley/contract/errors';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { overviewQuery } from '../../api/analytics.ts';
import { dispositionLabels } from '../../components/call/labels.ts';
import { FigureFilters } from '../../components/figures/figure-filters.tsx';
import { toFigureFilters } from '../../components/figures/figure-search.ts';
import { wordLongTime, wordShare } from '../../components/figures/figure-words.ts';
import { useTimeZone } from '../../components/figures/use-time-zone.ts';
import { VolumeCard } from '../../components/figures/volume-card.tsx';
import { formatDuration, formatSeconds } from '../../components/format.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { AgentsCard } from './agents-card.tsx';
import classes from './analytics.module.css';
import { BandsCard } from './bands-card.tsx';
import { BarList } from './bar-list.tsx';
import { HeatMap } from './heat-map.tsx';
import { sentimentLabels } from './labels.ts';
import { writeOverviewCsv } from './overview-csv.ts';

const route = getRouteApi('/app/analytics');

/** How calls go over time: volume, outcomes, durations, response times, moods, busy hours, agents. */
export function AnalyticsScreen() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const timeZone = useTimeZone();
  const filters = toFigureFilters(search, timeZone ?? 'UTC');
  const overview = useQuery({ ...overviewQuery(filters), enabled: timeZone !== undefined });
  const { data } = overview;
  return (
    <>
      <PageHeader
        title="Analytics"
        subtitle="How your calls go, and when"
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.7} />}
            disabled={!data?.has_calls}
            onClick={() => data && void saveCsv(data)}
          >
            Export CSV
          </Button>
        }
      />
      <FigureFilters
        search={search}
        timeZone={timeZone}
        sample={null}
        testCalls={data?.test_calls}
        onChange={(next) =>
          void navigate({ to: '/app/analytics', search: next, replace: true, resetScroll: false })
        }
      />
      {overview.isPending && <AnalyticsLoading />}
      {overview.isError && !data && (
        <Card>
          <LoadFailed
            message={errorSentence('figures_not_loaded')}
            isBusy={overview.isFetching}
            onRetry={() => void overview.refetch()}
          />
        </Card>
      )}
      {data && !data.has_calls && (
        <Card>
          <Notice
            icon={<IconChartBar size={26} stroke={1.7} />}
            title="Nothing to analyse yet"
            action={<LinkButton to="/app/voice-agents">Go to Agents</LinkButton>}
          >
            Once a call has ended, this page shows when calls come, how long they take and how they end.
          </Notice>
        </Card>
      )}
      {data?.has_calls && <Charts overview={data} />}
    </>
  );
}

function Charts({ overview }: { overview: Overview }) {
  const { totals } = overview;
  const medianDuration =
    totals.median_duration_ms === null ? null : formatDuration(totals.median_duration_ms);
  const medianResponse = totals.median_response_ms === null ? null : formatSeconds(totals.median_response_ms);
  const sentimentColors = {
    positive: 'var(--app-chart-first)',
    neutral: 'var(--mantine-color-blue-5)',
    negative: 'var(--mantine-color-red-6)',
    unknown: 'var(--mantine-color-gray-5)',
  };
  return (
    <>
      <dl className={classes['totals']}>
        <Total label="Calls" value={totals.calls.toLocaleString('en-US')} />
        <Total label="Connected" value={wordShare(totals.metrics.calls_connected, totals.calls)} />
        <Total label="Talk time" value={wordLongTime(totals.talk_ms)} />
        <Total label="Median duration" value={medianDuration ?? '–'} />
        <Total label="Median response" value={medianResponse ?? '–'} />
        <Total label="Appointments" value={totals.metrics.appointments_booked.toLocaleString('en-US')} />
      </dl>
      <div className={classes['charts']}>
        <div className={classes['wide']}>
          <VolumeCard overview={overview} />
        </div>
        <BarList
          title="Outcomes"
          note="What the calls meant"
          empty="No call was analysed in this period."
          rows={overview.dispositions.map((row) => ({ ...row, label: dispositionLabels[row.id] }))}
        />
        <BarList
          title="End reasons"
          note="Why the line went quiet"
          empty="No call ended in this period."
          rows={overview.end_reasons}
        />
        <BandsCard
          title="Call duration"
          column="Duration"
          bands={overview.durations}
          median={medianDuration}
          empty="No call was answered in this period."
        />
        <BandsCard
          title="Response time"
          column="Caller waited"
          bands={overview.responses}
          median={medianResponse}
          empty="No answer was measured in this period."
        />
        <BarList
          title="Sentiment"
          note="How customers sounded"
          empty="No call was analysed in this period."
          rows={overview.sentiments.toSorted(byMood).map((row) => ({
            ...row,
            label: sentimentLabels[row.id],
            color: sentimentColors[row.id],
          }))}
        />
        <HeatMap hours={overview.hours} />
        <AgentsCard agents={overview.agents} />
      </div>
    </>
  );
}

/** From pleased to displeased; unknown last. */
const moods = Object.keys(sentimentLabels);
const byMood = (one: { id: string }, other: { id: string }): number =>
  moods.indexOf(one.id) - moods.indexOf(other.id);

function Total({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes['total']}>
      <Text component="dt" size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <dd className={`num ${classes['total-value']}`}>{value}</dd>
    </div>
  );
}

function AnalyticsLoading() {
  return (
    <div role="status" aria-label="Loading analytics">
      <Skeleton height={84} radius="lg" mb="md" />
      <Skeleton height={360} radius="lg" mb="md" />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Skeleton height={300} radius="lg" />
        <Skeleton height={300} radius="lg" />
      </SimpleGrid>
    </div>
  );
}

async function saveCsv(overview: Overview): Promise<void> {
  // The mark tells spreadsheets that the file is UTF-8.
  const file = new Blob([`\uFEFF${await writeOverviewCsv(overview)}`], { type: 'text/csv;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `analytics-${overview.span.from.slice(0, 10)}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
