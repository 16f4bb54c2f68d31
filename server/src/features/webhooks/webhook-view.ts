import type { Delivery, DeliveryAttempt, Webhook } from '@parley/contract/webhooks';
import type { AttemptRow, DeliveryRow, WebhookRow } from './tables.ts';

/** A webhook as the wire names it, without its secrets. */
export function toWebhook(
  row: WebhookRow,
  last: Pick<DeliveryRow, 'state' | 'createdAt'> | undefined,
  now: Date,
): Webhook {
  const { previousSecretUntil } = row;
  return {
    id: row.id,
    url: row.url,
    description: row.description,
    events: row.events,
    isEnabled: row.isEnabled,
    disabledReason: row.disabledReason,
    failingSince: row.failingSince?.toISOString() ?? null,
    previousSecretUntil:
      previousSecretUntil !== null && previousSecretUntil > now ? previousSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastDelivery: last ? { state: last.state, at: last.createdAt.toISOString() } : null,
  };
}

export function toDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    eventType: row.eventType,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    attemptCount: row.attemptCount,
    lastStatus: row.lastStatus,
    lastFailure: row.lastFailure,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
}

export function toAttempt(row: AttemptRow): DeliveryAttempt {
  const { number, durationMs, status, failure, answer } = row;
  return { number, at: row.at.toISOString(), durationMs, status, failure, answer };
}
