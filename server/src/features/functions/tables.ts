import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const functionRuns = pgTable('function_runs', {
  callId: text('call_id').notNull(),
  runId: text('run_id').notNull(),
  name: text('name').notNull(),
  arguments: jsonb('arguments').$type<Record<string, unknown>>().notNull(),
  result: text('result'),
  status: integer('status'),
  createdAt: timestamp('created_at', { precision: 3, withTimezone: true }).notNull().defaultNow(),
  tookMs: integer('took_ms'),
  isBooked: boolean('is_booked').notNull().default(false),
});
export type FunctionRunRow = typeof functionRuns.$inferSelect;
