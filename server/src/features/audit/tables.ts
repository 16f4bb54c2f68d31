import type { AuditChange } from '@parley/contract/audit';
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const auditEntries = pgTable('audit_entries', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  at: timestamp('at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
  actorKind: text('actor_kind').$type<'user' | 'api_key'>().notNull(),
  actorId: text('actor_id').notNull(),
  actorName: text('actor_name').notNull(),
  action: text('action').notNull(),
  subjectId: text('subject_id').notNull(),
  subjectName: text('subject_name').notNull(),
  changes: jsonb('changes').$type<AuditChange[]>().notNull(),
  address: text('address').notNull(),
  requestId: text('request_id').notNull(),
});

export type AuditRow = typeof auditEntries.$inferSelect;
export type NewAuditRow = typeof auditEntries.$inferInsert;
