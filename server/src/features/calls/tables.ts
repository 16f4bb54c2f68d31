import type {
  CallLeg,
  CallNote,
  CallState,
  CallTurn,
  Disposition,
  LegOutcome,
  Sentiment,
  TurnLatency,
} from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

const at = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const calls = pgTable('calls', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  direction: smallint('direction').notNull(),
  agentId: text('agent_id'),
  agentVersionId: text('agent_version_id'),
  agentName: text('agent_name').notNull(),
  fromNumber: text('from_number').notNull(),
  toNumber: text('to_number').notNull(),
  carrier: text('carrier').notNull(),
  isTest: boolean('is_test').notNull().default(false),
  isSimulation: boolean('is_simulation').notNull().default(false),
  state: text('state').$type<CallState>().notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
  answeredAt: at('answered_at'),
  endedAt: at('ended_at'),
  endReason: text('end_reason').$type<EndReason>(),
  disposition: text('disposition').$type<Disposition>(),
  sentiment: text('sentiment').$type<Sentiment>(),
  summary: text('summary').notNull().default(''),
  analysedAt: at('analysed_at'),
  medianResponseMs: integer('median_response_ms'),
  processId: text('process_id'),
  fields: jsonb('fields').$type<Readonly<Record<string, string>>>().notNull().default({}),
  campaignId: text('campaign_id'),
  contactId: text('contact_id'),
  attemptId: text('attempt_id'),
});
export type CallRow = typeof calls.$inferSelect;

export const callTurns = pgTable('call_turns', {
  id: text('id').primaryKey(),
  callId: text('call_id').notNull(),
  speaker: text('speaker').$type<CallTurn['speaker']>().notNull(),
  text: text('text').notNull(),
  startMs: integer('start_ms').notNull(),
  endMs: integer('end_ms').notNull(),
  wasInterrupted: boolean('was_interrupted').notNull(),
  by: text('by').$type<CallTurn['by']>().notNull(),
  latency: jsonb('latency').$type<TurnLatency>(),
});
export type CallTurnRow = typeof callTurns.$inferSelect;

export const callNotes = pgTable('call_notes', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  callId: text('call_id').notNull(),
  atMs: integer('at_ms').notNull(),
  kind: text('kind').$type<CallNote['kind']>().notNull(),
  text: text('text').notNull(),
  arguments: text('arguments'),
});

export const callLegs = pgTable('call_legs', {
  id: text('id').primaryKey(),
  callId: text('call_id').notNull(),
  method: text('method').$type<CallLeg['method']>().notNull(),
  isWarm: boolean('is_warm').notNull(),
  fromNumber: text('from_number').notNull(),
  toNumber: text('to_number').notNull(),
  carrier: text('carrier').notNull(),
  outcome: text('outcome').$type<LegOutcome>(),
  startedAt: at('started_at').notNull().defaultNow(),
  answeredAt: at('answered_at'),
  connectedAt: at('connected_at'),
  endedAt: at('ended_at'),
});
export type CallLegRow = typeof callLegs.$inferSelect;

export const callCounts = pgTable('call_counts', {
  workspaceId: text('workspace_id').notNull(),
  shard: smallint('shard').notNull(),
  calls: bigint('calls', { mode: 'number' }).notNull(),
});

export const callProcesses = pgTable('call_processes', {
  id: text('id').primaryKey(),
  seenAt: at('seen_at').notNull().defaultNow(),
});
