import type { Notification } from '@parley/contract/notifications';
import type { InfiniteData } from '@tanstack/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { notificationsKey, readNotifications } from '../../api/notifications.ts';
import { toast } from '../../components/toasts.ts';

type Page = { notifications: Notification[]; unread_count: number; total: number; has_next: boolean };
type Pages = InfiniteData<Page, number>;

/** Marks as read at once on screen; what the server refuses comes back as it was, and the user is told. */
export function useReadNotifications() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: readNotifications,
    onMutate: async (id) => {
      await cache.cancelQueries({ queryKey: notificationsKey });
      const before = cache.getQueryData<Pages>(notificationsKey);
      cache.setQueryData<Pages>(notificationsKey, (pages) => pages && markIn(pages, id));
      return { before };
    },
    onError: (error, _id, context) => {
      cache.setQueryData(notificationsKey, context?.before);
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'notifications_not_read') });
    },
    onSettled: () => cache.invalidateQueries({ queryKey: notificationsKey }),
  });
}

function markIn(data: Pages, id: string): Pages {
  const isMeant = (each: Notification) => !each.is_read && (id === 'all' || each.id === id);
  const marked = data.pages.flatMap((page) => page.notifications).filter(isMeant).length;
  const pages = data.pages.map((page) => ({
    ...page,
    unread_count: id === 'all' ? 0 : Math.max(0, page.unread_count - marked),
    notifications: page.notifications.map((each) => (isMeant(each) ? { ...each, is_read: true } : each)),
  }));
  return { ...data, pages };
}
