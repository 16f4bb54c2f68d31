import type { ScenarioInput } from '@parley/contract/agent-tests';
import { and, asc, count, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import {
  agentScenarios,
  agentTestResults,
  agentTestRuns,
  type ScenarioRow,
  type TestResultRow,
  type TestRunRow,
} from './tables.ts';

/** The scenarios of an agent, oldest first. */
export async function listScenarios(
  queries: Queries,
  workspaceId: string,
  agentId: string,
): Promise<ScenarioRow[]> {
  return await queries
    .select()
    .from(agentScenarios)
    .where(and(eq(agentScenarios.workspaceId, workspaceId), eq(agentScenarios.agentId, agentId)))
    .orderBy(asc(agentScenarios.createdAt), asc(agentScenarios.id));
}

/** Every scenario of the workspace, agent by agent. */
export async function listAllScenarios(queries: Queries, workspaceId: string): Promise<ScenarioRow[]> {
  return await queries
    .select()
    .from(agentScenarios)
    .where(eq(agentScenarios.workspaceId, workspaceId))
    .orderBy(asc(agentScenarios.agentId), asc(agentScenarios.createdAt), asc(agentScenarios.id));
}

/** Lets one transaction at a time change the tests of an agent. */
export async function lockTests(queries: Queries, workspaceId: string, agentId: string): Promise<void> {
  await queries.execute(
    sql`select 1 from agents where workspace_id = ${workspaceId} and id = ${agentId} for no key update`,
  );
}

export async function countScenarios(queries: Queries, agentId: string): Promise<number> {
  const [row] = await queries
    .select({ scenarios: count() })
    .from(agentScenarios)
    .where(eq(agentScenarios.agentId, agentId));
  return row?.scenarios ?? 0;
}

export async function insertScenario(
  queries: Queries,
  { workspaceId, agentId, scenario }: { workspaceId: string; agentId: string; scenario: ScenarioInput },
): Promise<ScenarioRow> {
  const { name, ...content } = scenario;
  const [row] = await queries
    .insert(agentScenarios)
    .values({ id: newId('scenario'), workspaceId, agentId, name, content })
    .returning();
  return row!;
}

/** Changes a scenario; undefined when the workspace has no such scenario. */
export async function saveScenario(
  queries: Queries,
  workspaceId: string,
  scenarioId: string,
  { name, ...content }: ScenarioInput,
): Promise<ScenarioRow | undefined> {
  const [row] = await queries
    .update(agentScenarios)
    .set({ name, content })
    .where(isScenario(workspaceId, scenarioId))
    .returning();
  return row;
}

export async function deleteScenario(
  queries: Queries,
  workspaceId: string,
  scenarioId: string,
): Promise<ScenarioRow | undefined> {
  const [row] = await queries.delete(agentScenarios).where(isScenario(workspaceId, scenarioId)).returning();
  return row;
}

/** The newest run of an agent. */
export async function findRun(
  queries: Queries,
  workspaceId: string,
  agentId: string,
): Promise<TestRunRow | undefined> {
  const [row] = await queries
    .select()
    .from(agentTestRuns)
    .where(and(eq(agentTestRuns.workspaceId, workspaceId), eq(agentTestRuns.agentId, agentId)));
  return row;
}

/** Puts a run in the place of the agent's last one, its conversations waiting. */
export async function replaceRun(
  queries: Queries,
  run: Pick<TestRunRow, 'workspaceId' | 'agentId' | 'version' | 'versionId' | 'isJudgedByModel'>,
  scenarios: readonly ScenarioRow[],
): Promise<{ run: TestRunRow; results: TestResultRow[] }> {
  await queries.delete(agentTestRuns).where(eq(agentTestRuns.agentId, run.agentId));
  const [inserted] = await queries
    .insert(agentTestRuns)
    .values({ id: newId('testRun'), ...run })
    .returning();
  const results = await queries
    .insert(agentTestResults)
    .values(
      scenarios.map(({ id, name, content }, position) => ({
        id: newId('testResult'),
        runId: inserted!.id,
        scenarioId: id,
        scenario: { name, ...content },
        state: 'queued' as const,
        position,
      })),
    )
    .returning();
  return { run: inserted!, results };
}

export async function listResults(queries: Queries, runId: string): Promise<TestResultRow[]> {
  return await queries
    .select()
    .from(agentTestResults)
    .where(eq(agentTestResults.runId, runId))
    .orderBy(asc(agentTestResults.position));
}

/** A conversation that is still to be held, with its run. */
export async function findWaiting(
  queries: Queries,
  resultId: string,
): Promise<{ run: TestRunRow; result: TestResultRow } | undefined> {
  const [row] = await queries
    .select({ run: agentTestRuns, result: agentTestResults })
    .from(agentTestResults)
    .innerJoin(agentTestRuns, eq(agentTestRuns.id, agentTestResults.runId))
    .where(and(eq(agentTestResults.id, resultId), inArray(agentTestResults.state, ['queued', 'running'])));
  return row;
}

export async function saveResult(
  queries: Queries,
  resultId: string,
  values: Partial<Pick<TestResultRow, 'state' | 'problem' | 'verdicts' | 'transcript'>>,
): Promise<void> {
  await queries.update(agentTestResults).set(values).where(eq(agentTestResults.id, resultId));
}

/** Closes the run once none of its conversations is left. */
export async function finishRun(queries: Queries, runId: string): Promise<void> {
  await queries
    .update(agentTestRuns)
    .set({ finishedAt: sql`now()` })
    .where(
      and(
        eq(agentTestRuns.id, runId),
        isNull(agentTestRuns.finishedAt),
        sql`not exists (select 1 from agent_test_results r
            where r.run_id = ${runId} and r.state in ('queued', 'running'))`,
      ),
    );
}

function isScenario(workspaceId: string, scenarioId: string) {
  return and(eq(agentScenarios.workspaceId, workspaceId), eq(agentScenarios.id, scenarioId));
}
