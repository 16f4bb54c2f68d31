import {
  Badge,
  Button,
  Drawer,
  Group,
  SegmentedControl,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import type { Delivery, DeliveryState, Webhook } from '@parley/contract/webhooks';
import { IconChevronRight, IconInbox, IconRefresh, IconSend } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { deliveriesQuery, replayFailed, webhooksKey } from '../../api/webhooks.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { formatCallTime } from '../../components/format.ts';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { ShowMore } from '../../components/show-more.tsx';
import { toast } from '../../components/toasts.ts';
import { useNow } from '../../components/use-now.ts';
import { DeliveryView } from './delivery-view.tsx';
import { deliveryStates, describeDelivery, nameOf } from './webhook-words.ts';
import classes from './webhooks.module.css';

type DeliveryDrawerProps = {
  webhook: Webhook | undefined;
  isTesting: boolean;
  onTest: (webhook: Webhook) => void;
  onClose: () => void;
};

/** The delivery log of a webhook. */
export function DeliveryDrawer({ webhook, onClose, ...props }: DeliveryDrawerProps) {
  return (
    <Drawer.Root opened={webhook !== undefined} onClose={onClose} size={560}>
      <Drawer.Overlay />
      <Drawer.Content aria-label="Deliveries">
        {webhook && (
          <>
            <Drawer.Header className={classes['header'] ?? ''}>
              <div style={{ minWidth: 0 }}>
                <Drawer.Title component="h2" className={classes['title'] ?? ''}>
                  Deliveries
                </Drawer.Title>
                <Text size="sm" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
                  {nameOf(webhook)}
                </Text>
              </div>
              <Drawer.CloseButton aria-label="Close" />
            </Drawer.Header>
            <Drawer.Body p={0}>
              <Deliveries key={webhook.id} webhook={webhook} {...props} />
            </Drawer.Body>
          </>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

type DeliveriesProps = Omit<DeliveryDrawerProps, 'webhook' | 'onClose'> & { webhook: Webhook };

function Deliveries({ webhook, isTesting, onTest }: DeliveriesProps) {
  const [filter, setFilter] = useState<DeliveryState | 'all'>('all');
  const [openedId, setOpenedId] = useState<string>();
  const [isAsking, setAsking] = useState(false);
  const list = useInfiniteQuery(deliveriesQuery(webhook.id, filter === 'all' ? undefined : filter));
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  const nowMs = useNow();
  if (openedId !== undefined)
    return <DeliveryView id={openedId} canReplay={webhook.isEnabled} onBack={() => setOpenedId(undefined)} />;
  return (
    <>
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label="Which deliveries"
          data={[
            { value: 'all', label: 'All' },
            ...Object.entries(deliveryStates).map(([value, { label }]) => ({ value, label })),
          ]}
          value={filter}
          onChange={(value) => setFilter(value as DeliveryState | 'all')}
        />
        {webhook.isEnabled && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconRefresh size={16} />}
              onClick={() => setAsking(true)}
            >
              Resend failed
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconSend size={16} />}
              loading={isTesting}
              onClick={() => onTest(webhook)}
            >
              Send test event
            </Button>
          </Group>
        )}
      </div>
      {list.isPending && (
        <Stack gap="md" p="md" role="status" aria-label="Loading deliveries">
          {[0, 1, 2, 3].map((row) => (
            <Skeleton key={row} height={52} radius="md" />
          ))}
        </Stack>
      )}
      {list.isError && !list.data && (
        <LoadFailed
          message={errorSentence('deliveries_not_loaded')}
          isBusy={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.data && deliveries.length === 0 && (
        <Notice icon={<IconInbox size={26} stroke={1.7} />} title="Nothing here yet">
          {filter === 'all'
            ? 'Each event that is sent stands here for 30 days, with the answer it got.'
            : 'No delivery of the last 30 days is in this state.'}
        </Notice>
      )}
      <ul className={classes['entries']}>
        {deliveries.map((delivery) => (
          <li key={delivery.id}>
            <UnstyledButton className={classes['entry'] ?? ''} onClick={() => setOpenedId(delivery.id)}>
              <DeliveryLines delivery={delivery} nowMs={nowMs} />
              <IconChevronRight size={18} stroke={1.7} aria-hidden="true" />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <ShowMore list={list} />
      <ResendDialog webhook={webhook} isOpen={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function DeliveryLines({ delivery, nowMs }: { delivery: Delivery; nowMs: number }) {
  const { label, color } = deliveryStates[delivery.state];
  return (
    <span className={classes['lines']}>
      <Group component="span" gap="xs">
        <Text component="span" size="sm" fw={600}>
          {delivery.eventType}
        </Text>
        <Badge component="span" color={color}>
          {label}
        </Badge>
      </Group>
      <Text component="span" display="block" size="sm" c="dimmed" mt={2}>
        <span className="num nowrap">{formatCallTime(delivery.createdAt)}</span> ·{' '}
        {describeDelivery(delivery, nowMs)}
      </Text>
    </span>
  );
}

const periods = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last day' },
  { value: '168', label: 'Last week' },
  { value: '720', label: 'Last 30 days' },
];

function ResendDialog(props: { webhook: Webhook; isOpen: boolean; onClose: () => void }) {
  const { webhook, isOpen, onClose } = props;
  const cache = useQueryClient();
  const [hours, setHours] = useState('24');
  const resend = useMutation({
    mutationFn: () =>
      replayFailed(webhook.id, new Date(Date.now() - Number(hours) * 3_600_000).toISOString()),
    onSuccess: (count) => {
      onClose();
      toast.info({
        message:
          count === 0 ? 'Nothing failed in that time.' : `${count} sent again. Watch them arrive here.`,
      });
      return cache.invalidateQueries({ queryKey: webhooksKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'webhook_not_sent') }),
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Send failed events again?"
      confirmLabel="Send again"
      isBusy={resend.isPending}
      onConfirm={() => resend.mutate()}
      onClose={onClose}
    >
      Every event that failed in this time is sent once more, with the same id.
      <SegmentedControl
        mt="md"
        fullWidth
        size="xs"
        aria-label="Failed in"
        data={periods}
        value={hours}
        onChange={setHours}
      />
    </ConfirmDialog>
  );
}
