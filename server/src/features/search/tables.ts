import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const searchParties = pgTable(
  'search_parties',
  {
    workspaceId: text('workspace_id').notNull(),
    number: text('number').notNull(),
    agentId: text('agent_id'),
    agentName: text('agent_name').notNull(),
    direction: text('direction').$type<'inbound' | 'outbound'>().notNull(),
    lastCallId: text('last_call_id').notNull(),
    lastAt: timestamp('last_at', { precision: 3, withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.number] })],
);
export type PartyRow = typeof searchParties.$inferSelect;
