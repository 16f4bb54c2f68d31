import type { Scenario, TestRun } from '@parley/contract/agent-tests';
import type { ScenarioRow, TestResultRow, TestRunRow } from './tables.ts';

export function toScenario({ id, name, content }: ScenarioRow): Scenario {
  return { id, name, ...content };
}

export function toTestRun(run: TestRunRow, results: readonly TestResultRow[]): TestRun {
  return {
    id: run.id,
    version: run.version,
    judged_by: run.isJudgedByModel ? 'model' : 'rules',
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    results: results.map(({ id, scenarioId, scenario, state, problem, verdicts, transcript }) => ({
      id,
      scenario_id: scenarioId,
      name: scenario.name,
      state,
      problem,
      verdicts,
      transcript,
    })),
  };
}
