import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const phoneNumbers = pgTable('phone_numbers', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  e164: text('e164').notNull(),
  name: text('name').notNull(),
  connectionId: text('connection_id'),
  inboundAgentId: text('inbound_agent_id'),
  outboundAgentId: text('outbound_agent_id'),
  ringAwaitedUntil: at('ring_awaited_until'),
  verifiedAt: at('verified_at'),
  verifiedFrom: text('verified_from'),
  /** Null for a number that was not bought here. */
  boughtAt: at('bought_at'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type NumberRow = typeof phoneNumbers.$inferSelect;

/** What was taken out although its trunk still lists it. */
export const removedNumbers = pgTable(
  'removed_numbers',
  {
    workspaceId: text('workspace_id').notNull(),
    connectionId: text('connection_id').notNull(),
    e164: text('e164').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.connectionId, table.e164] })],
);

/** What a carrier is asked to do with a number; asked until somebody knows what became of it. */
export const numberOrders = pgTable('number_orders', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  connectionId: text('connection_id').notNull(),
  shopName: text('shop_name').notNull(),
  kind: text('kind').$type<'buy' | 'give_back'>().notNull(),
  e164: text('e164').notNull(),
  state: text('state').$type<'asked' | 'done' | 'refused'>().notNull().default('asked'),
  reason: text('reason'),
  createdAt: at('created_at').notNull().defaultNow(),
  settledAt: at('settled_at'),
});
export type NumberOrderRow = typeof numberOrders.$inferSelect;
