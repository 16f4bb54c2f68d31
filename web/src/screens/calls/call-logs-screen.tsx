import { Button, Card, Drawer, Loader, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { errorSentence } from '@parley/contract/errors';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { callLogQuery } from '../../api/calls.ts';
import { LinkButton } from '../../components/links.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageFooter } from '../../components/page-footer.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { CallCards } from './call-cards.tsx';
import { CallPanel } from './call-panel.tsx';
import { rowButtonId } from './call-row.tsx';
import { CallTable } from './call-table.tsx';
import classes from './calls.module.css';
import { CampaignFilter } from './campaign-filter.tsx';
import type { CallLogSearch } from './index.ts';

const route = getRouteApi('/app/call-history');

/** The call log (CALLS-1 to 9). Page and open call are in the address. */
export function CallLogsScreen() {
  const { page = 1, campaign, call: callId } = route.useSearch();
  const navigate = useNavigate();
  const log = useQuery(callLogQuery(page, campaign));
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  const isWide = useMediaQuery('(min-width: 1280px)', true, { getInitialValueInEffect: false });

  const go = (search: CallLogSearch, resetScroll: boolean) =>
    void navigate({ to: '/app/call-history', search, resetScroll });
  const pageOf = (at: number): CallLogSearch => ({
    ...(at > 1 && { page: at }),
    ...(campaign && { campaign }),
  });
  const samePage = pageOf(page);
  const open = (id: string) => go({ ...samePage, call: id }, false);
  const close = () => {
    if (callId !== undefined) document.getElementById(rowButtonId(callId))?.focus();
    go(samePage, false);
  };

  const panel = callId !== undefined && (
    <CallPanel
      key={callId}
      callId={callId}
      row={log.data?.data.find((row) => row.id === callId)}
      onClose={close}
    />
  );
  const rows = log.data?.data ?? [];
  const list = { calls: rows, openCallId: callId, onOpen: open };

  return (
    <div className={classes['layout']} data-panel={(isWide && callId !== undefined) || undefined}>
      <div className={classes['list']}>
        <PageHeader
          title="Call Logs"
          subtitle={log.isPending ? 'Loading call activities...' : 'Recent call activities and analytics'}
          actions={
            <CampaignFilter
              campaignId={campaign}
              onChoose={(chosen) => go(chosen === undefined ? {} : { campaign: chosen }, true)}
            />
          }
        />
        <Card padding={0} aria-busy={log.isFetching}>
          {log.isPending && (
            <div className={classes['loading']} role="status">
              <Loader size="sm" />
              <Text c="dimmed">Loading call logs...</Text>
            </div>
          )}
          {log.isError && !log.data && (
            <LoadFailed
              message={errorSentence('call_logs_not_loaded')}
              isBusy={log.isFetching}
              onRetry={() => void log.refetch()}
            />
          )}
          {log.data && rows.length === 0 && page > 1 && (
            <Notice icon={<IconHistory size={26} stroke={1.7} />} title="Nothing on this page">
              The log ends before page {page}.
            </Notice>
          )}
          {log.data && rows.length === 0 && page === 1 && campaign !== undefined && (
            <Notice
              icon={<IconHistory size={26} stroke={1.7} />}
              title="No calls of this campaign yet"
              action={
                <Button variant="default" onClick={() => go({}, true)}>
                  Show all calls
                </Button>
              }
            >
              Its calls appear here as soon as it places them.
            </Notice>
          )}
          {log.data && rows.length === 0 && page === 1 && campaign === undefined && (
            <Notice
              icon={<IconHistory size={26} stroke={1.7} />}
              title="No calls yet"
              action={<LinkButton to="/app/voice-agents">Go to Agents</LinkButton>}
            >
              Every call your agents answer or place appears here. A test call from Agents is the quickest way
              to see one.
            </Notice>
          )}
          {rows.length > 0 && (isPhone ? <CallCards {...list} /> : <CallTable {...list} />)}
          {log.data && (
            <PageFooter
              pagination={log.data.pagination}
              count={log.data.count}
              isLoading={log.isPlaceholderData}
              loadingText="Loading call logs..."
              onPage={(next) => go(pageOf(next), true)}
            />
          )}
        </Card>
      </div>
      {isWide && panel && <aside className={classes['side']}>{panel}</aside>}
      <Drawer.Root opened={!isWide && callId !== undefined} onClose={close} size={isPhone ? '100%' : 520}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Call Details">
          <Drawer.Body p={0} h="100%">
            {panel}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  );
}
