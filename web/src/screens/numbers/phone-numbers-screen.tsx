import { Button, Card, Loader, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { numberPageSize } from '@parley/contract/number-rules';
import type { PhoneNumber } from '@parley/contract/numbers';
import { IconPhone, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { numberShopsQuery } from '../../api/number-shops.ts';
import { numberOverviewQuery, numberPageQuery } from '../../api/numbers.ts';
import { Allowed, Refused } from '../../components/allowed.tsx';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { PageFooter } from '../../components/page-footer.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { NumberCards } from './number-cards.tsx';
import { NumberTable } from './number-table.tsx';
import classes from './numbers.module.css';
import { Trunks } from './trunks.tsx';
import { useDeleteNumber } from './use-delete-number.ts';

// What is opened now and then is no part of the first load.
const AddNumberDialog = lazy(async () => ({
  default: (await import('./add-number-dialog.tsx')).AddNumberDialog,
}));
const NumberDrawer = lazy(async () => ({ default: (await import('./number-drawer.tsx')).NumberDrawer }));
const OpenOrders = lazy(async () => ({ default: (await import('./open-orders.tsx')).OpenOrders }));
const BuyNumberDialog = lazy(async () => ({
  default: (await import('./buy-number-dialog.tsx')).BuyNumberDialog,
}));
const RemoveBoughtDialog = lazy(async () => ({
  default: (await import('./remove-bought-dialog.tsx')).RemoveBoughtDialog,
}));

const route = getRouteApi('/app/phone-numbers');

/** The phone numbers of the workspace, and which agents stand behind them (NUM-1 to 4). */
export function PhoneNumbersScreen() {
  const { page = 1 } = route.useSearch();
  const navigate = useNavigate();
  const list = useQuery(numberPageQuery(page));
  const overview = useQuery(numberOverviewQuery);
  const [openedId, setOpenedId] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const { data: { shops = [], orders = [] } = {} } = useQuery(numberShopsQuery);
  const [isBuying, setIsBuying] = useState(false);
  const [leaving, setLeaving] = useState<PhoneNumber>();
  const isNarrow = useMediaQuery('(max-width: 74.99em)', false, { getInitialValueInEffect: false });
  const { remove, removing } = useDeleteNumber();

  const all = list.data?.numbers ?? [];
  const numbers = all.filter(({ id }) => !removing.has(id));
  const total = (list.data?.total ?? 0) - (all.length - numbers.length);
  const pages = Math.max(1, Math.ceil(total / numberPageSize));
  const go = (next: number) =>
    void navigate({ to: '/app/phone-numbers', search: next > 1 ? { page: next } : {} });

  // The last number of the last page is gone for good, or the address names a page that is not there.
  const keptPages = Math.max(1, Math.ceil((list.data?.total ?? 0) / numberPageSize));
  const isBeyond = list.data !== undefined && !list.isPlaceholderData && page > keptPages;
  useEffect(() => {
    if (isBeyond)
      void navigate({
        to: '/app/phone-numbers',
        search: keptPages > 1 ? { page: keptPages } : {},
        replace: true,
      });
  }, [isBeyond, keptPages, navigate]);

  const canSimulate = overview.data?.can_simulate === true;
  const List = isNarrow ? NumberCards : NumberTable;
  const healthOf = ({ phone }: PhoneNumber) =>
    overview.data && (overview.data.health.find((each) => each.phone === phone) ?? null);
  return (
    <>
      <PageHeader
        title="Phone Numbers"
        subtitle="Who answers each number, and who calls with it"
        actions={
          <>
            {canSimulate && (
              <Allowed permission="edit">
                <Button
                  variant="default"
                  leftSection={<IconPlus size={18} />}
                  onClick={() => setIsAdding(true)}
                >
                  Add simulated number
                </Button>
              </Allowed>
            )}
            {shops.length > 0 ? (
              <Allowed permission="manage">
                <Button aria-haspopup="dialog" onClick={() => setIsBuying(true)}>
                  + Buy Number
                </Button>
              </Allowed>
            ) : (
              <Refused reason="Coming Soon">
                <Button>+ Buy Number</Button>
              </Refused>
            )}
          </>
        }
      />
      <Suspense>
        <OpenOrders orders={orders} />
      </Suspense>
      <Card padding={0} aria-busy={list.isFetching}>
        {list.isPending && (
          <div className={classes['loading']} role="status">
            <Loader size="sm" />
            <Text c="dimmed">Loading phone numbers...</Text>
          </div>
        )}
        {list.isError && !list.data && (
          <LoadFailed
            message={failureMessage(list.error, 'numbers_not_loaded')}
            isBusy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && total === 0 && (
          <Notice icon={<IconPhone size={26} stroke={1.7} />} title="No phone numbers found">
            {shops.length > 0
              ? 'Buy one with the button above. It rings here a moment later, and you choose who answers it.'
              : canSimulate
                ? 'Add a simulated number to try an agent without any account, or connect your phone provider below to bring your own numbers.'
                : 'Numbers come with a phone provider: connect yours below, and its numbers appear here.'}
          </Notice>
        )}
        {numbers.length > 0 && (
          <List
            numbers={numbers}
            healthOf={healthOf}
            onEdit={({ id }) => setOpenedId(id)}
            onDelete={(number) => (number.bought_at === null ? remove(number) : setLeaving(number))}
          />
        )}
        {list.data && total > 0 && (
          <PageFooter
            pagination={{
              current_page: Math.min(page, pages),
              total_pages: pages,
              has_previous: page > 1,
              has_next: page < pages,
            }}
            count={total}
            isLoading={list.isPlaceholderData}
            loadingText="Loading phone numbers..."
            onPage={go}
          />
        )}
      </Card>
      <Trunks />
      <Suspense>
        <NumberDrawer
          number={numbers.find(({ id }) => id === openedId)}
          onClose={() => setOpenedId(undefined)}
        />
        <AddNumberDialog
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          onAdded={(count) => go(Math.ceil(count / numberPageSize))}
        />
        <BuyNumberDialog
          shops={shops}
          isOpen={isBuying}
          onClose={() => setIsBuying(false)}
          onChooseAgents={({ id }) => {
            // The newest stands last.
            go(Math.ceil((total + 1) / numberPageSize));
            setOpenedId(id);
          }}
        />
        <RemoveBoughtDialog
          number={leaving}
          onStopUsing={(number) => remove(number)}
          onClose={() => setLeaving(undefined)}
        />
      </Suspense>
    </>
  );
}
