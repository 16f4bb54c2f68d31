import type { KnowledgeItem, KnowledgeItemState } from '@parley/contract/knowledge';
import { bigint, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const knowledgeBases = pgTable('knowledge_bases', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  /** Grows with every change of the passages. */
  indexRevision: bigint('index_revision', { mode: 'number' }).notNull().default(1),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type KnowledgeBaseRow = typeof knowledgeBases.$inferSelect;

export const knowledgeItems = pgTable('knowledge_items', {
  id: text('id').primaryKey(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  kind: text('kind').$type<KnowledgeItem['kind']>().notNull(),
  title: text('title').notNull(),
  text: text('text').notNull().default(''),
  source: text('source').notNull().default(''),
  storageKey: text('storage_key'),
  state: text('state').$type<KnowledgeItemState>().notNull(),
  problem: text('problem').notNull().default(''),
  sizeBytes: integer('size_bytes').notNull().default(0),
  passages: integer('passages').notNull().default(0),
  revision: integer('revision').notNull().default(1),
  /** A page that is read again every week. */
  isWeekly: boolean('is_weekly').notNull().default(false),
  readAt: at('read_at'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
export type KnowledgeItemRow = typeof knowledgeItems.$inferSelect;

export const knowledgePassages = pgTable('knowledge_passages', {
  id: text('id').primaryKey(),
  itemId: text('item_id').notNull(),
  knowledgeBaseId: text('knowledge_base_id').notNull(),
  position: integer('position').notNull(),
  title: text('title').notNull(),
  text: text('text').notNull(),
});
