import { ActionIcon, Button, Group, Skeleton, Text, Title, Tooltip } from '@mantine/core';
import type { Notification } from '@parley/contract/notifications';
import { IconBellCheck, IconChecks } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { notificationsQuery } from '../../api/notifications.ts';
import { LoadFailed, Notice } from '../../components/notice.tsx';
import { useNow } from '../../components/use-now.ts';
import classes from './bell.module.css';
import { NotificationEntry } from './notification-entry.tsx';
import { useReadNotifications } from './use-read-notifications.ts';

/** The notifications, newest first; choosing one marks it as read and leads to what it is about. */
export function NotificationList({ onClose, isInDrawer }: { onClose: () => void; isInDrawer: boolean }) {
  const router = useRouter();
  const nowMs = useNow();
  const query = useInfiniteQuery(notificationsQuery);
  const read = useReadNotifications();
  const unread = query.data?.pages[0]?.unread_count ?? 0;
  const entries = query.data?.pages.flatMap((page) => page.notifications) ?? [];

  const choose = (notification: Notification) => {
    if (!notification.is_read) read.mutate(notification.id);
    if (notification.link === null) return;
    onClose();
    router.history.push(notification.link);
  };

  return (
    <>
      <Group justify="space-between" className={classes['header']} wrap="nowrap">
        {isInDrawer ? (
          <Text c="dimmed" size="sm" role="status">
            {unread === 0 ? 'Nothing unread' : `${unread} unread`}
          </Text>
        ) : (
          <Title order={2} size="h3">
            Notifications
          </Title>
        )}
        <Tooltip label="Mark all as read" disabled={unread === 0}>
          <ActionIcon
            aria-label="Mark all as read"
            disabled={unread === 0}
            onClick={() => read.mutate('all')}
          >
            <IconChecks size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {query.isPending && <LoadingEntries />}
      {query.isError && entries.length === 0 && (
        <LoadFailed
          message={failureMessage(query.error, 'notifications_not_loaded')}
          isBusy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.isSuccess && entries.length === 0 && (
        <Notice icon={<IconBellCheck size={26} stroke={1.7} />} title="All quiet">
          What needs your attention, such as a provider that stops answering, appears here.
        </Notice>
      )}
      {entries.length > 0 && (
        <ul className={classes['list']} aria-label="Notifications" onKeyDown={moveByArrows}>
          {entries.map((notification) => (
            <NotificationEntry
              key={notification.id}
              notification={notification}
              nowMs={nowMs}
              onChoose={() => choose(notification)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          radius={0}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older
        </Button>
      )}
    </>
  );
}

/** Arrow keys go from entry to entry, as in a menu; Tab works as everywhere. */
function moveByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const entries = [...event.currentTarget.querySelectorAll('[data-entry]')] as (Element | null)[];
  const at = entries.indexOf(document.activeElement);
  const next = entries[at + step];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}

function LoadingEntries() {
  return (
    <div role="status" aria-label="Loading notifications" className={classes['loading']}>
      {[1, 2, 3].map((row) => (
        <Group key={row} wrap="nowrap" align="flex-start">
          <Skeleton height={36} circle />
          <div style={{ flex: 1 }}>
            <Skeleton height={14} width="60%" mb={8} />
            <Skeleton height={12} width="95%" />
          </div>
        </Group>
      ))}
    </div>
  );
}
