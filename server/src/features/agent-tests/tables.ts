import type { ScenarioInput, TestLine, TestState, TestVerdict } from '@parley/contract/agent-tests';
import { boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { precision: 3, withTimezone: true });

export const agentScenarios = pgTable('agent_scenarios', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  agentId: text('agent_id').notNull(),
  name: text('name').notNull(),
  content: jsonb('content').$type<Omit<ScenarioInput, 'name'>>().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});
export type ScenarioRow = typeof agentScenarios.$inferSelect;

export const agentTestRuns = pgTable('agent_test_runs', {
  id: text('id').primaryKey(),
  workspaceId: text('workspace_id').notNull(),
  agentId: text('agent_id').notNull(),
  version: integer('version').notNull(),
  versionId: text('version_id').notNull(),
  isJudgedByModel: boolean('is_judged_by_model').notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
  finishedAt: moment('finished_at'),
});
export type TestRunRow = typeof agentTestRuns.$inferSelect;

export const agentTestResults = pgTable('agent_test_results', {
  id: text('id').primaryKey(),
  runId: text('run_id').notNull(),
  scenarioId: text('scenario_id').notNull(),
  scenario: jsonb('scenario').$type<ScenarioInput>().notNull(),
  state: text('state').$type<TestState>().notNull(),
  problem: text('problem').notNull().default(''),
  verdicts: jsonb('verdicts').$type<TestVerdict[]>().notNull().default([]),
  transcript: jsonb('transcript').$type<TestLine[]>().notNull().default([]),
  position: integer('position').notNull(),
});
export type TestResultRow = typeof agentTestResults.$inferSelect;
