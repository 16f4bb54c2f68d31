import { Badge, Drawer, Skeleton, Stack, Text } from '@mantine/core';
import type { CallRecord } from '@parley/contract/analytics';
import { errorSentence } from '@parley/contract/errors';
import { type Metric, metrics } from '@parley/contract/metrics';
import { formatCallLogNumber } from '@parley/contract/phone';
import { IconChevronRight, IconPhoneOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FigureFilters } from '../../api/analytics.ts';
import { metricCallsQuery } from '../../api/analytics.ts';
import { formatCallTime } from '../../components/format.ts';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import classes from './metric-drawer.module.css';

type MetricDrawerProps = {
  metric: Metric | undefined;
  filters: FigureFilters;
  /** The figure of the card, told until the list is there. */
  total: number | undefined;
  onClose: () => void;
};

/** The calls a figure counts (DASH-4). */
export function MetricDrawer({ metric, filters, total, onClose }: MetricDrawerProps) {
  return (
    <Drawer.Root opened={metric !== undefined} onClose={onClose}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={metric && metrics[metric].title}>
        {metric && <MetricCalls metric={metric} filters={filters} cardTotal={total} />}
      </Drawer.Content>
    </Drawer.Root>
  );
}

type MetricCallsProps = { metric: Metric; filters: FigureFilters; cardTotal: number | undefined };

function MetricCalls({ metric, filters, cardTotal }: MetricCallsProps) {
  const list = useInfiniteQuery(metricCallsQuery(filters, metric));
  const pages = list.data?.pages ?? [];
  const calls = pages.flatMap((page) => page.calls);
  const isSample = pages[0]?.is_sample === true;
  const total = pages.at(-1)?.total ?? cardTotal;
  return (
    <>
      <Drawer.Header className={classes['header'] ?? ''}>
        <div>
          <Drawer.Title component="h2" className={classes['title'] ?? ''}>
            {metrics[metric].title}
          </Drawer.Title>
          <Text size="sm" c="dimmed" className="num" mt={2}>
            {total === undefined ? 'Loading calls...' : `Total: ${total.toLocaleString('en-US')} calls`}
            {isSample && (
              <Badge component="span" color="gray" ml="xs">
                Sample data
              </Badge>
            )}
          </Text>
        </div>
        <Drawer.CloseButton aria-label="Close" />
      </Drawer.Header>
      <Drawer.Body p={0}>
        {list.isPending && (
          <Stack gap="md" p="lg" role="status" aria-label="Loading calls">
            {[0, 1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={56} radius="md" />
            ))}
          </Stack>
        )}
        {list.isError && !list.data && (
          <LoadFailed
            message={errorSentence('figures_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && calls.length === 0 && (
          <Notice
            icon={<IconPhoneOff size={26} stroke={1.7} />}
            title="No call records found for this metric."
          >
            Another period or another filter may hold some.
          </Notice>
        )}
        {calls.length > 0 && (
          <ul className={classes['records']}>
            {calls.map((call) => (
              <li key={call.id}>
                {isSample ? (
                  <div className={classes['record']}>
                    <RecordLines call={call} />
                  </div>
                ) : (
                  <Link
                    to="/app/call-history"
                    search={{ call: call.id }}
                    className={classes['record']}
                    data-link
                  >
                    <RecordLines call={call} />
                    <IconChevronRight
                      size={18}
                      stroke={1.7}
                      aria-hidden="true"
                      className={classes['chevron']}
                    />
                  </Link>
                )}
              </li>
            ))}
          </ul>
        )}
        <ShowMore list={list} label="Show more calls" />
      </Drawer.Body>
    </>
  );
}

/** DASH-4: each outcome has its colour; grey for whatever else. */
const statusColors: Record<string, string> = {
  Connected: 'pine',
  Missed: 'red',
  'No Answer': 'yellow',
  Voicemail: 'blue',
  Transferred: 'coral',
  'Appointment Booked': 'violet',
};

function RecordLines({ call }: { call: CallRecord }) {
  return (
    <span className={classes['lines']}>
      <span className={classes['line']}>
        <span className={`num nowrap ${classes['number']}`}>{formatCallLogNumber(call.phoneNumber)}</span>
        <Badge component="span" color={statusColors[call.status] ?? 'gray'}>
          {call.status}
        </Badge>
        {call.sentiment && (
          <Badge
            component="span"
            variant="outline"
            color={call.sentiment === 'Positive Sentiment' ? 'pine' : 'red'}
          >
            {call.sentiment}
          </Badge>
        )}
        {call.is_test && (
          <Badge component="span" color="gray">
            Test
          </Badge>
        )}
      </span>
      <span className={`num ${classes['facts']}`}>
        {call.agent} · {formatCallTime(call.start_timestamp)}
        {call.duration !== '0:00' && ` · ${call.duration}`}
      </span>
    </span>
  );
}
