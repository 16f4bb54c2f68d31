import { AppError } from '@parley/contract/errors';
import type { Platform } from '../../platform/platform.ts';
import type { AuditSource } from '../audit/index.ts';
import type { AgentTestsNeeds } from './index.ts';
import { findRun, listScenarios, lockTests, replaceRun } from './queries.ts';
import type { TestResultRow, TestRunRow } from './tables.ts';

export const runTestJob = 'agent-tests.run';

/** A run that has not ended by then never will: its process was lost for good. */
const runLimitMs = 30 * 60_000;

/**
 * Stores a run of the agent's scenarios, all or the one named, with the newest saved version; jobs hold them.
 * Errors: agent_not_found, scenario_not_found, tests_running.
 */
export async function startRun(
  { db, jobs, liveFeed }: Platform,
  { agents, audit, connections }: AgentTestsNeeds,
  context: AuditSource & { identity: { workspaceId: string } },
  wanted: { agentId: string; scenarioId: string | undefined },
): Promise<{ run: TestRunRow; results: TestResultRow[] }> {
  const { workspaceId } = context.identity;
  const { agentId, scenarioId } = wanted;
  const { isRules } = await connections.openLanguageModel(workspaceId);
  return await db.transaction(async (tx) => {
    const agent = await agents.findAgentForCall(tx, workspaceId, agentId, 'newest');
    if (!agent?.versionId) throw AppError.of('agent_not_found');
    await lockTests(tx, workspaceId, agentId);
    const before = await findRun(tx, workspaceId, agentId);
    const isRunning = before && !before.finishedAt && Date.now() - before.startedAt.getTime() < runLimitMs;
    if (isRunning) throw AppError.of('tests_running');
    const all = await listScenarios(tx, workspaceId, agentId);
    const scenarios = all.filter(({ id }) => scenarioId === undefined || id === scenarioId);
    if (scenarios.length === 0) throw AppError.of('scenario_not_found');
    const version = await agents.findVersionNumber(tx, agent.versionId);
    const stored = await replaceRun(
      tx,
      { workspaceId, agentId, version, versionId: agent.versionId, isJudgedByModel: !isRules },
      scenarios,
    );
    for (const { id } of stored.results) await jobs.enqueue(tx, runTestJob, { resultId: id });
    await audit.record(tx, context, {
      action: 'agent.tests-run',
      subject: { id: agentId, name: agent.name },
    });
    await liveFeed.publish(tx, workspaceId, { type: 'agent-tests.changed', agentId });
    return stored;
  });
}
