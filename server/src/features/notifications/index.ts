import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { aboutEndedCall } from './failed-calls.ts';
import { type NewNotification, notify } from './notify.ts';
import { deleteOlderThan } from './queries.ts';
import { mountNotificationRoutes } from './routes.ts';

export type { NewNotification } from './notify.ts';

export const notificationMigrations = new URL('./migrations/', import.meta.url);

/** How long a notification is kept, in days. */
const keptDays = 90;

export type NotificationsFeature = {
  /**
   * Tells the people of a workspace, as part of the caller's transaction:
   * `await notifications.notify(tx, { workspaceId, kind: 'webhook', tone: 'error', title, text, link: '/app/webhooks' })`.
   * Give a `groupKey` to whatever may happen often.
   */
  notify(tx: Queries, notification: NewNotification): Promise<void>;
};

/** Notifications: what the bell shows, and who has read it. */
export function openNotifications(platform: Platform, nowMs: () => number = Date.now): NotificationsFeature {
  const { db, events, jobs, liveFeed } = platform;
  mountNotificationRoutes(platform);
  events.on('call.ended', async (tx, workspaceId, { data }) => {
    const told = aboutEndedCall(workspaceId, data.call);
    if (told !== undefined) await notify(tx, liveFeed, told);
  });
  jobs.define({
    name: 'notifications.delete-old',
    data: z.object({}),
    cron: '29 3 * * *',
    run: async () => await deleteOlderThan(db.queries, new Date(nowMs() - keptDays * 24 * 3_600_000)),
  });
  return { notify: (tx, notification) => notify(tx, liveFeed, notification) };
}
