import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const mergeFields = pgTable('merge_fields', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  createdAt: timestamp('created_at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
});
export type MergeFieldRow = typeof mergeFields.$inferSelect;
