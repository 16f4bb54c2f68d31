import { z } from 'zod';
import type { Queries } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import { aboutEndedCall } from './failed-calls.ts';
import { type NewNotification, notify } from './notify.ts';
import { deleteOlderThan, wasToldWithin } from './queries.ts';
import { mountNotificationRoutes } from './routes.ts';
import { aboutTrial, toldAfterMs, warnedBeforeMs } from './trial-ends.ts';

export type { NewNotification } from './notify.ts';

export const notificationMigrations = new URL('./migrations/', import.meta.url);

/** How long a notification is kept, in days. */
const keptDays = 90;
const dayMs = 24 * 3_600_000;

export type NotificationsFeature = {
  /**
   * Tells the people of a workspace, as part of the caller's transaction:
   * `await notifications.notify(tx, { workspaceId, kind: 'webhook', tone: 'error', title, text, link: '/app/webhooks' })`.
   * Give a `groupKey` to whatever may happen often.
   */
  notify(tx: Queries, notification: NewNotification): Promise<void>;
};

export type NotificationNeeds = {
  accounts: Pick<AccountsFeature, 'listTrials'>;
};

/** Notifications: what the bell shows, and who has read it. */
export function openNotifications(
  platform: Platform,
  { accounts }: NotificationNeeds,
  nowMs: () => number = Date.now,
): NotificationsFeature {
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
    run: async () => await deleteOlderThan(db.queries, new Date(nowMs() - keptDays * dayMs)),
  });
  jobs.define({
    name: 'notifications.tell-of-trials',
    data: z.object({}),
    cron: '11 8 * * *',
    run: async () => {
      const now = nowMs();
      const trials = await accounts.listTrials(db.queries, {
        endAfter: new Date(now - toldAfterMs),
        endBefore: new Date(now + warnedBeforeMs),
      });
      for (const trial of trials) {
        const told = aboutTrial(trial, now);
        await db.transaction(async (tx) => {
          if (!(await wasToldWithin(tx, told, keptDays * dayMs))) await notify(tx, liveFeed, told);
        });
      }
    },
  });
  return { notify: (tx, notification) => notify(tx, liveFeed, notification) };
}
