import type { Disposition } from '@parley/contract/calls';
import type {
  CampaignRules,
  CampaignStatus,
  CampaignStatusReason,
  ContactReason,
  ContactState,
  DialingMode,
  RefusalReason,
} from '@parley/contract/campaign-rules';
import type { EndReason } from '@parley/contract/end-reasons';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });
const sum = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);

export const campaigns = pgTable('campaigns', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  name: text('name').notNull(),
  status: text('status').$type<CampaignStatus>().notNull(),
  statusReason: text('status_reason').$type<CampaignStatusReason>(),
  agentId: text('agent_id'),
  agentName: text('agent_name').notNull().default(''),
  dialingMode: text('dialing_mode').$type<DialingMode>().notNull(),
  timeZone: text('time_zone').notNull(),
  startDate: text('start_date').notNull().default(''),
  startAt: at('start_at'),
  startTime: text('start_time').notNull(),
  endTime: text('end_time').notNull(),
  rules: jsonb('rules').$type<CampaignRules>().notNull(),
  revision: integer('revision').notNull().default(1),
  breaker: jsonb('breaker').$type<unknown>(),
  createdBy: text('created_by'),
  createdAt: at('created_at').notNull().defaultNow(),
  updatedAt: at('updated_at').notNull().defaultNow(),
  finishedAt: at('finished_at'),
  deletedAt: at('deleted_at'),
});
export type CampaignRow = typeof campaigns.$inferSelect;

export const campaignNumbers = pgTable(
  'campaign_numbers',
  {
    campaignId: text('campaign_id').notNull(),
    numberId: text('number_id').notNull(),
    position: integer('position').notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.numberId] })],
);

export const contacts = pgTable('contacts', {
  id: text('id').primaryKey(),
  campaignId: text('campaign_id').notNull(),
  workspaceId: text('workspace_id').notNull(),
  importId: text('import_id'),
  rowNumber: integer('row_number'),
  phone: text('phone').notNull(),
  fields: jsonb('fields').$type<Readonly<Record<string, string>>>().notNull().default({}),
  name: text('name').notNull().default(''),
  searchName: text('search_name').notNull().default(''),
  timeZone: text('time_zone').notNull(),
  otherZones: jsonb('other_zones').$type<readonly string[]>().notNull().default([]),
  consent: text('consent'),
  state: text('state').$type<ContactState>().notNull(),
  reason: text('reason').$type<ContactReason>().notNull(),
  outcome: text('outcome').$type<Disposition>(),
  attempts: integer('attempts').notNull().default(0),
  nextAt: at('next_at'),
  lastAt: at('last_at'),
  lastCallId: text('last_call_id'),
  createdAt: at('created_at').notNull().defaultNow(),
});
export type ContactRow = typeof contacts.$inferSelect;

/** What was checked before a call, in words for whoever asks later. */
export type AttemptCheck = { check: string; result: string };

export const campaignAttempts = pgTable('campaign_attempts', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  campaignId: text('campaign_id').notNull(),
  contactId: text('contact_id').notNull(),
  ordinal: integer('ordinal').notNull(),
  phone: text('phone').notNull(),
  fromNumber: text('from_number').notNull(),
  agentId: text('agent_id'),
  agentVersionId: text('agent_version_id'),
  callId: text('call_id'),
  state: text('state').$type<'claimed' | 'dialed' | 'ended'>().notNull(),
  processId: text('process_id'),
  leaseUntil: at('lease_until'),
  localTime: text('local_time').notNull(),
  timeZone: text('time_zone').notNull(),
  checks: jsonb('checks').$type<readonly AttemptCheck[]>().notNull().default([]),
  endReason: text('end_reason').$type<EndReason>(),
  isAnswered: boolean('is_answered'),
  outcome: text('outcome').$type<Disposition>(),
  createdAt: at('created_at').notNull().defaultNow(),
  endedAt: at('ended_at'),
});
export type AttemptRow = typeof campaignAttempts.$inferSelect;

export const campaignCounts = pgTable(
  'campaign_counts',
  {
    campaignId: text('campaign_id').notNull(),
    shard: smallint('shard').notNull(),
    waiting: sum('waiting'),
    calling: sum('calling'),
    done: sum('done'),
    failed: sum('failed'),
    doNotCall: sum('do_not_call'),
    removed: sum('removed'),
    callsMade: sum('calls_made'),
    answered: sum('answered'),
    voicemails: sum('voicemails'),
    abandoned: sum('abandoned'),
    talkMs: sum('talk_ms'),
  },
  (table) => [primaryKey({ columns: [table.campaignId, table.shard] })],
);

export const campaignCallsMade = pgTable(
  'campaign_calls_made',
  {
    workspaceId: text('workspace_id').notNull(),
    quarter: at('quarter').notNull(),
    shard: smallint('shard').notNull(),
    calls: sum('calls'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.quarter, table.shard] })],
);

export const campaignImports = pgTable('campaign_imports', {
  id: text('id').primaryKey(),
  campaignId: text('campaign_id').notNull(),
  workspaceId: text('workspace_id').notNull(),
  uploadId: text('upload_id').notNull(),
  fileName: text('file_name').notNull(),
  fieldMappings: jsonb('field_mappings').$type<Readonly<Record<string, string>>>().notNull(),
  state: text('state').$type<'waiting' | 'reading' | 'done' | 'failed'>().notNull(),
  problem: text('problem').notNull().default(''),
  rows: integer('rows').notNull().default(0),
  imported: integer('imported').notNull().default(0),
  refused: jsonb('refused').$type<Partial<Record<RefusalReason, number>>>().notNull().default({}),
  progress: real('progress').notNull().default(0),
  touchedAt: at('touched_at').notNull().defaultNow(),
  heading: jsonb('heading').$type<readonly string[]>().notNull().default([]),
  createdAt: at('created_at').notNull().defaultNow(),
  finishedAt: at('finished_at'),
});
export type ImportRow = typeof campaignImports.$inferSelect;

export const refusedRows = pgTable(
  'refused_rows',
  {
    importId: text('import_id').notNull(),
    rowNumber: integer('row_number').notNull(),
    reason: text('reason').$type<RefusalReason>().notNull(),
    cells: jsonb('cells').$type<readonly string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.rowNumber] })],
);
