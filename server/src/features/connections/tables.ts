import { jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

export const connections = pgTable('connections', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  kind: text('kind').$type<'provider' | 'carrier'>().notNull(),
  vendor: text('vendor').notNull(),
  name: text('name').notNull(),
  settings: jsonb('settings').$type<Record<string, unknown>>().notNull(),
  /** JSON text of each secret setting, encrypted, by its name. */
  encryptedSecrets: jsonb('encrypted_secrets').$type<Record<string, string>>().notNull(),
  createdAt: timestamp('created_at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
});
export type ConnectionRow = typeof connections.$inferSelect;

/** The numbers that ring through a connection, where its network names them. */
export const connectionNumbers = pgTable(
  'connection_numbers',
  {
    connectionId: text('connection_id').notNull(),
    e164: text('e164').notNull(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.e164] })],
);

/** How a connection at a carrier does, as a process with lines told it. */
export const connectionStates = pgTable(
  'connection_states',
  {
    connectionId: text('connection_id').notNull(),
    processId: text('process_id').notNull(),
    state: text('state').$type<'registered' | 'reachable' | 'failing' | 'checking'>().notNull(),
    detail: text('detail').notNull(),
    toldAt: timestamp('told_at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.connectionId, table.processId] })],
);
