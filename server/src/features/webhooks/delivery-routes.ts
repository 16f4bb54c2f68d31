import { AppError } from '@parley/contract/errors';
import { webhookRoutes } from '@parley/contract/webhooks';
import type { Platform } from '../../platform/platform.ts';
import {
  findDelivery,
  listAttempts,
  listDeliveries,
  replayFailed,
  saveDelivery,
} from './delivery-queries.ts';
import { findWebhook, lockWebhook } from './queries.ts';
import { concurrencyOf } from './retry-rules.ts';
import { toSubject, type WebhookRoutesNeeds } from './routes.ts';
import { deliverJob } from './store-events.ts';
import { toAttempt, toDelivery } from './webhook-view.ts';

/** Deliveries one call replays at most. */
const replayLimit = 1_000;

/** Mounts the delivery log and what sends its entries again. */
export function mountDeliveryRoutes(platform: Platform, { audit, nowMs }: WebhookRoutesNeeds): void {
  const { db, http, jobs } = platform;

  http.mount(webhookRoutes.listDeliveries, async ({ params, query }, { identity }) => {
    const { workspaceId } = identity;
    const { limit, ...filter } = query;
    if ((await findWebhook(db.queries, workspaceId, params.id)) === undefined)
      throw AppError.of('webhook_not_found', { id: params.id });
    const rows = await listDeliveries(db.queries, {
      workspaceId,
      webhookId: params.id,
      ...filter,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    return {
      deliveries: page.map(toDelivery),
      nextBefore: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });

  http.mount(webhookRoutes.getDelivery, async ({ params }, { identity }) => {
    const row = await findDelivery(db.queries, identity.workspaceId, params.id);
    if (row === undefined) throw AppError.of('delivery_not_found', { id: params.id });
    const attempts = await listAttempts(db.queries, row);
    return { delivery: { ...toDelivery(row), body: row.body, attempts: attempts.map(toAttempt) } };
  });

  http.mount(webhookRoutes.replay, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    const delivery = await db.transaction(async (tx) => {
      const found = await findDelivery(tx, workspaceId, params.id);
      const webhook = found && (await lockWebhook(tx, workspaceId, found.webhookId));
      // Read again: the lock may have been waited for while it was sent.
      const row = webhook && (await findDelivery(tx, workspaceId, params.id));
      if (webhook === undefined || row === undefined)
        throw AppError.of('delivery_not_found', { id: params.id });
      if (!webhook.isEnabled) throw AppError.of('webhook_disabled');
      const now = new Date(nowMs());
      await audit.record(tx, context, { action: 'webhook.replayed', subject: toSubject(webhook) });
      // One that is on its way now stays with whoever sends it.
      if (row.state === 'waiting' && row.leaseUntil !== null && row.leaseUntil > now) return row;
      const saved = await saveDelivery(tx, row, {
        state: 'waiting',
        nextAttemptAt: now,
        roundAttempts: 0,
        leaseUntil: null,
      });
      await jobs.enqueue(tx, deliverJob, { webhookId: webhook.id });
      return saved ?? row;
    });
    return { delivery: toDelivery(delivery) };
  });

  http.mount(webhookRoutes.replayFailed, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    const count = await db.transaction(async (tx) => {
      const webhook = await lockWebhook(tx, workspaceId, params.id);
      if (webhook === undefined) throw AppError.of('webhook_not_found', { id: params.id });
      if (!webhook.isEnabled) throw AppError.of('webhook_disabled');
      const replayed = await replayFailed(tx, {
        workspaceId,
        webhookId: webhook.id,
        since: new Date(body.since),
        now: new Date(nowMs()),
        limit: replayLimit,
      });
      await audit.record(tx, context, { action: 'webhook.replayed', subject: toSubject(webhook) });
      for (let job = 0; job < Math.min(replayed, concurrencyOf(webhook)); job += 1)
        await jobs.enqueue(tx, deliverJob, { webhookId: webhook.id });
      return replayed;
    });
    return { count };
  });
}
