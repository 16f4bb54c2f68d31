import type { Disposition, Sentiment } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import { bigint, boolean, integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

/** One row for each call that has ended; a metric's column is true when the call counts in it. */
export const callFacts = pgTable('call_facts', {
  callId: text('call_id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  createdAt: timestamp('created_at', { precision: 3, withTimezone: true }).notNull(),
  answeredAt: timestamp('answered_at', { precision: 3, withTimezone: true }),
  direction: smallint('direction').notNull(),
  isTest: boolean('is_test').notNull(),
  agentId: text('agent_id'),
  agentName: text('agent_name').notNull(),
  /** The workspace's own number. */
  number: text('number').notNull(),
  customerNumber: text('customer_number').notNull(),
  durationMs: integer('duration_ms').notNull(),
  responseMs: integer('response_ms'),
  endReason: text('end_reason').$type<EndReason>(),
  disposition: text('disposition').$type<Disposition>(),
  sentiment: text('sentiment').$type<Sentiment>(),
  calls_made: boolean('calls_made').notNull(),
  calls_connected: boolean('calls_connected').notNull(),
  calls_received: boolean('calls_received').notNull(),
  missed_calls: boolean('missed_calls').notNull(),
  positive_sentiment: boolean('positive_sentiment').notNull(),
  negative_sentiment: boolean('negative_sentiment').notNull(),
  voicemail_dropped: boolean('voicemail_dropped').notNull(),
  calls_transferred: boolean('calls_transferred').notNull(),
  appointments_booked: boolean('appointments_booked').notNull(),
  no_answer_calls: boolean('no_answer_calls').notNull(),
});
export type CallFactsRow = typeof callFacts.$inferSelect;

/** Sums of calls; an empty agent or number stands for any. */
const figureColumns = () => ({
  workspaceId: text('workspace_id').notNull(),
  number: text('number').notNull(),
  agentId: text('agent_id').notNull(),
  isTest: boolean('is_test').notNull(),
  slot: timestamp('slot', { precision: 0, withTimezone: true }).notNull(),
  shard: smallint('shard').notNull(),
  calls: integer('calls').notNull(),
  answered: integer('answered').notNull(),
  durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  calls_made: integer('calls_made').notNull(),
  calls_connected: integer('calls_connected').notNull(),
  calls_received: integer('calls_received').notNull(),
  missed_calls: integer('missed_calls').notNull(),
  positive_sentiment: integer('positive_sentiment').notNull(),
  negative_sentiment: integer('negative_sentiment').notNull(),
  voicemail_dropped: integer('voicemail_dropped').notNull(),
  calls_transferred: integer('calls_transferred').notNull(),
  appointments_booked: integer('appointments_booked').notNull(),
  no_answer_calls: integer('no_answer_calls').notNull(),
  others: jsonb('others').$type<Record<string, number>>().notNull(),
});

/** Sums of `call_facts` for each quarter of an hour. */
export const callFigures = pgTable('call_figures', figureColumns());

/** The same for each day of UTC. */
export const callFiguresOfDays = pgTable('call_figures_of_days', figureColumns());

/** When in a day of UTC calls began: 96 numbers, one for each quarter of an hour. */
export const callSlotsOfDays = pgTable('call_slots_of_days', {
  workspaceId: text('workspace_id').notNull(),
  number: text('number').notNull(),
  agentId: text('agent_id').notNull(),
  isTest: boolean('is_test').notNull(),
  slot: timestamp('slot', { precision: 0, withTimezone: true }).notNull(),
  shard: smallint('shard').notNull(),
  calls_made: integer('calls_made').array().notNull(),
  calls_received: integer('calls_received').array().notNull(),
  calls_connected: integer('calls_connected').array().notNull(),
});
