import type { CallingRules } from '@parley/contract/campaign-rules';
import type { DoNotCallSource } from '@parley/contract/do-not-call';
import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const doNotCall = pgTable('do_not_call', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  e164: text('e164').notNull(),
  source: text('source').$type<DoNotCallSource>().notNull(),
  note: text('note').notNull().default(''),
  words: text('words').notNull().default(''),
  callId: text('call_id'),
  addedBy: text('added_by'),
  createdAt: at('created_at').notNull().defaultNow(),
});
export type DoNotCallRow = typeof doNotCall.$inferSelect;

export const callingRules = pgTable('calling_rules', {
  workspaceId: text('workspace_id').primaryKey(),
  rules: jsonb('rules').$type<Partial<CallingRules>>().notNull(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
