import { AppError } from '@parley/contract/errors';
import { type Notification, notificationRoutes } from '@parley/contract/notifications';
import type { Platform } from '../../platform/platform.ts';
import { countNotifications, listNotifications, type Reader, saveRead } from './queries.ts';
import type { NotificationRow } from './tables.ts';
import { ensureWelcome } from './welcome.ts';

/** Mounts the bell. What is read is read by the user alone, in all their tabs. */
export function mountNotificationRoutes({
  db,
  http,
  liveFeed,
}: Pick<Platform, 'db' | 'http' | 'liveFeed'>): void {
  http.mount(notificationRoutes.list, async ({ query }, { identity }) => {
    const { page, page_size: pageSize } = query;
    await ensureWelcome(db, identity.workspaceId);
    const [rows, { total, unread }] = await Promise.all([
      listNotifications(db.queries, identity, { page, pageSize }),
      countNotifications(db.queries, identity),
    ]);
    return {
      notifications: rows.map(toNotification),
      unread_count: unread,
      total,
      has_next: page * pageSize < total,
    };
  });

  const markRead = async (reader: Reader, notificationId?: string) =>
    await db.transaction(async (tx) => {
      const found = await saveRead(tx, reader, notificationId);
      if (found === 0 && notificationId !== undefined) throw AppError.of('notification_not_found');
      await liveFeed.publish(tx, reader.workspaceId, { type: 'notifications.read', userId: reader.userId });
      return { unread_count: (await countNotifications(tx, reader)).unread };
    });

  http.mount(notificationRoutes.markAllRead, (_input, { identity }) => markRead(identity));
  http.mount(notificationRoutes.markRead, ({ params }, { identity }) => markRead(identity, params.id));
}

function toNotification({ row, isRead }: { row: NotificationRow; isRead: boolean }): Notification {
  const { id, kind, tone, title, text, link } = row;
  return {
    ...{ id, kind, tone, title, text, link },
    created_at: row.createdAt.toISOString(),
    last_at: row.lastAt.toISOString(),
    is_read: isRead,
  };
}
