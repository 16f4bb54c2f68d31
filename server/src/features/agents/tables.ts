import type { AgentFunction } from '@parley/contract/agent-functions';
import type { AgentLanguage } from '@parley/contract/agent-languages';
import type { AgentState, AgentType } from '@parley/contract/agents';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const agents = pgTable('agents', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  type: text('type').$type<AgentType>().notNull(),
  state: text('state').$type<AgentState>().notNull(),
  isDraft: boolean('is_draft').notNull(),
  version: integer('version').notNull(),
  publishedVersion: integer('published_version'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  deletedAt: at('deleted_at'),
});

export const agentVersions = pgTable('agent_versions', {
  id: text('id').primaryKey(),
  agentId: text('agent_id').notNull(),
  version: integer('version').notNull(),
  name: text('name').notNull(),
  prompt: text('prompt').notNull(),
  welcomeMode: text('welcome_mode').$type<'play' | 'silent'>().notNull(),
  welcomeText: text('welcome_text').notNull(),
  voiceId: text('voice_id').notNull(),
  language: text('language').$type<AgentLanguage>().notNull(),
  functions: jsonb('functions').$type<AgentFunction[]>().notNull(),
  knowledgeBaseIds: jsonb('knowledge_base_ids').$type<string[]>().notNull(),
  savedBy: text('saved_by'),
  savedAt: at('saved_at').notNull().defaultNow(),
  publishedAt: at('published_at'),
  publishedBy: text('published_by'),
});
