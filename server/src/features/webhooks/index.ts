import { idOf } from '@parley/contract/ids';
import { deliveryRetentionDays } from '@parley/contract/webhooks';
import { type WorkspaceEventType, workspaceEventLabels } from '@parley/contract/workspace-events';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { deliverDue } from './deliver.ts';
import { deleteDeliveriesBefore, listWithDue } from './delivery-queries.ts';
import { mountDeliveryRoutes } from './delivery-routes.ts';
import { mountWebhookRoutes } from './routes.ts';
import { deliverJob, storeEvents } from './store-events.ts';

export const webhookMigrations = new URL('./migrations/', import.meta.url);

const dayMs = 24 * 3_600_000;
/** Requests to receivers on their way at once in one process. */
const concurrency = 32;
/** Rows deleted in one statement. */
const deletedAtOnce = 5_000;

export type WebhooksNeeds = {
  audit: Pick<AuditFeature, 'record'>;
  notifications: Pick<NotificationsFeature, 'notify'>;
  nowMs: () => number;
};

/** Webhooks: what happens in a workspace, told to the addresses it names, at least once each. */
export function openWebhooks(platform: Platform, needs: WebhooksNeeds): void {
  const { db, events, jobs } = platform;
  const { notifications, nowMs } = needs;
  mountWebhookRoutes(platform, needs);
  mountDeliveryRoutes(platform, needs);
  for (const type of Object.keys(workspaceEventLabels) as WorkspaceEventType[]) {
    events.onAll(type, (tx, workspaceId, all) =>
      storeEvents(tx, jobs, { workspaceId, events: all, now: new Date(nowMs()) }),
    );
  }
  jobs.define({
    name: deliverJob,
    data: z.object({ webhookId: idOf('webhook') }),
    concurrency,
    run: ({ webhookId }) => deliverDue({ platform, notifications, nowMs }, webhookId),
  });
  // What a process left behind that died while it sent, and what became due while nobody ran jobs.
  jobs.define({
    name: 'webhooks.deliver-overdue',
    data: z.object({}),
    cron: '* * * * *',
    run: async () => {
      for (const webhookId of await listWithDue(db.queries, new Date(nowMs()), 1_000))
        await jobs.enqueue(db.queries, deliverJob, { webhookId });
    },
  });
  jobs.define({
    name: 'webhooks.delete-old-deliveries',
    data: z.object({}),
    cron: '37 3 * * *',
    run: async () => {
      const before = new Date(nowMs() - deliveryRetentionDays * dayMs);
      while ((await deleteDeliveriesBefore(db.queries, before, deletedAtOnce)) === deletedAtOnce);
    },
  });
}
