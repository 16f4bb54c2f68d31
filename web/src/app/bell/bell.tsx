import { ActionIcon, Drawer, Loader, Popover, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { notificationsQuery } from '../../api/notifications.ts';
import classes from './bell.module.css';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** The bell with the number of unread notifications (SHELL-4): a popover under it, on phones a drawer. */
export function Bell() {
  const [isOpen, setIsOpen] = useState(false);
  const isPhone = useMediaQuery('(max-width: 767.98px)', false, { getInitialValueInEffect: false });
  const unread = useInfiniteQuery(notificationsQuery).data?.pages[0]?.unread_count ?? 0;
  const close = () => setIsOpen(false);
  const list = (
    <Suspense fallback={<Loader m="xl" mx="auto" display="block" aria-label="Loading notifications" />}>
      <NotificationList onClose={close} isInDrawer={isPhone} />
    </Suspense>
  );
  const button = (
    <Tooltip label="Notifications" disabled={isOpen}>
      <ActionIcon
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        className={classes['bell']}
        onClick={() => setIsOpen((wasOpen) => !wasOpen)}
      >
        <IconBell size={21} stroke={1.7} />
        {unread > 0 && (
          <span className={classes['badge']} data-testid="unread" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
  if (isPhone)
    return (
      <>
        {button}
        <Drawer
          opened={isOpen}
          onClose={close}
          size="100%"
          title="Notifications"
          classNames={{ title: classes['drawer-title'] ?? '', body: classes['drawer-body'] ?? '' }}
        >
          {list}
        </Drawer>
      </>
    );
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
      returnFocus
      radius="lg"
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications" className={classes['dropdown']}>
        {list}
      </Popover.Dropdown>
    </Popover>
  );
}
