import type { notificationRoutes } from '@parley/contract/notifications';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof notificationRoutes;

const list = endpoint<Routes['list']>('GET', '/notifications');
const markRead = endpoint<Routes['markRead']>('POST', '/notifications/{id}/read');
const markAllRead = endpoint<Routes['markAllRead']>('POST', '/notifications/read-all');

const pageSize = 20;

export const notificationsKey = ['notifications'] as const;

/** What the bell shows, a page at a time; the first page also tells how many are unread. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: notificationsKey,
  queryFn: ({ pageParam, signal }) => call(list, { query: { page: pageParam, page_size: pageSize }, signal }),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => (last.has_next ? pages.length + 1 : undefined),
});

/** Marks one notification as read, or all of them. */
export async function readNotifications(id: string | 'all'): Promise<void> {
  await (id === 'all' ? call(markAllRead, {}) : call(markRead, { params: { id } }));
}
