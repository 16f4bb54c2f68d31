import type { WorkspaceEvent } from '@parley/contract/workspace-events';
import type { Transaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { insertDelivery } from './delivery-queries.ts';
import { listListening } from './queries.ts';
import type { DeliveryRow } from './tables.ts';

/** Name of the job that sends what is due to one webhook. */
export const deliverJob = 'webhooks.deliver';

/**
 * Stores events of one type, at least one, for every webhook that listens, and the jobs that send them, with the
 * transaction they are told in.
 */
export async function storeEvents(
  tx: Transaction,
  jobs: Jobs,
  given: { workspaceId: string; events: readonly WorkspaceEvent[]; now: Date },
): Promise<void> {
  const { workspaceId, events, now } = given;
  const listening = await listListening(tx, workspaceId, events[0]!.type);
  if (listening.length === 0) return;
  for (const event of events) {
    const eventId = newId('event');
    for (const { id: webhookId } of listening)
      await storeDelivery(tx, jobs, { workspaceId, webhookId, eventId, ...event, now });
  }
}

/** Stores one event for one webhook, and the job that sends it. */
export async function storeDelivery(
  tx: Transaction,
  jobs: Jobs,
  given: {
    workspaceId: string;
    webhookId: string;
    eventId: string;
    type: string;
    data: unknown;
    now: Date;
  },
): Promise<DeliveryRow> {
  const { workspaceId, webhookId, eventId, type, data, now } = given;
  const delivery = await insertDelivery(tx, {
    id: newId('delivery'),
    workspaceId,
    webhookId,
    eventId,
    eventType: type,
    body: JSON.stringify({ id: eventId, type, timestamp: now.toISOString(), data }),
    createdAt: now,
  });
  await jobs.enqueue(tx, deliverJob, { webhookId });
  return delivery;
}
