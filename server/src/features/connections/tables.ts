import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

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
