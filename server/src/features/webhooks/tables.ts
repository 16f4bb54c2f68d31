import type { DeliveryState, DisabledReason } from '@parley/contract/webhooks';
import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const webhooks = pgTable('webhooks', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  url: text('url').notNull(),
  description: text('description').notNull(),
  events: jsonb('events').$type<string[]>().notNull(),
  isEnabled: boolean('is_enabled').notNull().default(true),
  disabledReason: text('disabled_reason').$type<DisabledReason>(),
  failingSince: at('failing_since'),
  encryptedSecret: text('encrypted_secret').notNull(),
  encryptedPreviousSecret: text('encrypted_previous_secret'),
  previousSecretUntil: at('previous_secret_until'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type WebhookRow = typeof webhooks.$inferSelect;

export const deliveries = pgTable('webhook_deliveries', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  webhookId: text('webhook_id').notNull(),
  eventId: text('event_id').notNull(),
  eventType: text('event_type').notNull(),
  body: text('body').notNull(),
  state: text('state').$type<DeliveryState>().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  attemptCount: integer('attempt_count').notNull().default(0),
  roundAttempts: integer('round_attempts').notNull().default(0),
  lastStatus: integer('last_status'),
  lastFailure: text('last_failure').notNull().default(''),
  nextAttemptAt: at('next_attempt_at'),
  leaseUntil: at('lease_until'),
});
export type DeliveryRow = typeof deliveries.$inferSelect;

export const attempts = pgTable(
  'webhook_attempts',
  {
    deliveryId: text('delivery_id').notNull(),
    number: integer('number').notNull(),
    workspaceId: text('workspace_id').notNull(),
    at: at('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    status: integer('status'),
    failure: text('failure').notNull(),
    answer: text('answer').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.number] })],
);
export type AttemptRow = typeof attempts.$inferSelect;
