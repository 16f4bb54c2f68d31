import { agentTestLimits, agentTestRoutes, type ScenarioInput } from '@parley/contract/agent-tests';
import { AppError } from '@parley/contract/errors';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { findTranscript } from '../calls/index.ts';
import type { AgentTestsNeeds } from './index.ts';
import {
  countScenarios,
  deleteScenario,
  findRun,
  insertScenario,
  listResults,
  listScenarios,
  lockTests,
  saveScenario,
} from './queries.ts';
import { scenarioFromCall } from './scenario-from-call.ts';
import { startRun } from './start-run.ts';
import type { ScenarioRow } from './tables.ts';
import { toScenario, toTestRun } from './test-views.ts';

/** Mounts the calls about tests of agents. */
export function mountAgentTestRoutes(platform: Platform, needs: AgentTestsNeeds): void {
  const { db, http, liveFeed } = platform;
  const { agents, audit, connections } = needs;

  const checkAgent = async (queries: Queries, workspaceId: string, agentId: string): Promise<void> => {
    const found = await agents.listAgentStates(queries, workspaceId, [agentId]);
    if (!found.has(agentId)) throw AppError.of('agent_not_found');
  };
  const add = async (
    tx: Transaction,
    { workspaceId, agentId, scenario }: { workspaceId: string; agentId: string; scenario: ScenarioInput },
  ): Promise<ScenarioRow> => {
    // Before the agent is held with others: of two that hold it together, neither could have it alone.
    await lockTests(tx, workspaceId, agentId);
    await checkAgent(tx, workspaceId, agentId);
    const limit = agentTestLimits.scenarios;
    if ((await countScenarios(tx, agentId)) >= limit) throw AppError.of('scenario_limit_reached', { limit });
    return await insertScenario(tx, { workspaceId, agentId, scenario });
  };
  const tell = (tx: Transaction, { workspaceId, agentId }: ScenarioRow): Promise<void> =>
    liveFeed.publish(tx, workspaceId, { type: 'agent-tests.changed', agentId });

  http.mount(agentTestRoutes.list, async ({ params }, { identity }) => {
    const { workspaceId } = identity;
    await db.transaction((tx) => checkAgent(tx, workspaceId, params.id));
    const [scenarios, run, { isRules }] = await Promise.all([
      listScenarios(db.queries, workspaceId, params.id),
      findRun(db.queries, workspaceId, params.id),
      connections.openLanguageModel(workspaceId),
    ]);
    return {
      scenarios: scenarios.map(toScenario),
      run: run ? toTestRun(run, await listResults(db.queries, run.id)) : null,
      has_model: !isRules,
    };
  });

  http.mount(agentTestRoutes.create, async ({ params, body }, context) => {
    const { workspaceId } = context.identity;
    return await db.transaction(async (tx) => {
      const row = await add(tx, { workspaceId, agentId: params.id, scenario: body });
      await audit.record(tx, context, { action: 'agent.test-added', subject: row });
      await tell(tx, row);
      return { scenario: toScenario(row) };
    });
  });

  http.mount(agentTestRoutes.createFromCall, async ({ params }, context) => {
    const { workspaceId } = context.identity;
    return await db.transaction(async (tx) => {
      const call = await findTranscript(tx, workspaceId, params.id);
      if (!call) throw AppError.of('call_not_found', { id: params.id });
      if (call.agentId === null) throw AppError.of('agent_not_found');
      const scenario = scenarioFromCall(call);
      if (!scenario) throw AppError.of('call_has_no_words');
      const row = await add(tx, { workspaceId, agentId: call.agentId, scenario });
      await audit.record(tx, context, { action: 'agent.test-added', subject: row });
      await tell(tx, row);
      return { agent_id: row.agentId, scenario: toScenario(row) };
    });
  });

  http.mount(agentTestRoutes.save, async ({ params, body }, context) => {
    return await db.transaction(async (tx) => {
      const row = await saveScenario(tx, context.identity.workspaceId, params.id, body);
      if (!row) throw AppError.of('scenario_not_found');
      await audit.record(tx, context, { action: 'agent.test-changed', subject: row });
      await tell(tx, row);
      return { scenario: toScenario(row) };
    });
  });

  http.mount(agentTestRoutes.remove, async ({ params }, context) => {
    await db.transaction(async (tx) => {
      const row = await deleteScenario(tx, context.identity.workspaceId, params.id);
      if (!row) throw AppError.of('scenario_not_found');
      await audit.record(tx, context, { action: 'agent.test-deleted', subject: row });
      await tell(tx, row);
    });
    return { success: true as const };
  });

  http.mount(agentTestRoutes.run, async ({ params, body }, context) => {
    const { run, results } = await startRun(platform, needs, context, {
      agentId: params.id,
      scenarioId: body.scenario_id,
    });
    return { run: toTestRun(run, results) };
  });
}
