import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { Platform } from '../../platform/platform.ts';
import type { AgentForCall } from '../agents/index.ts';
import { fillAgent } from '../calls/index.ts';
import { playedCustomer, scriptedCustomer } from './customers.ts';
import { holdConversation } from './hold-conversation.ts';
import type { AgentTestsNeeds } from './index.ts';
import { hasPassed, judgeByModel, judgeByRules } from './judge.ts';
import { findWaiting, finishRun, saveResult } from './queries.ts';
import type { TestResultRow, TestRunRow } from './tables.ts';

type Outcome = Partial<Pick<TestResultRow, 'state' | 'problem' | 'verdicts' | 'transcript'>>;

/** Holds and judges one conversation of a run, once; a failure is kept as its result. */
export async function runTest(
  { db, liveFeed, log }: Platform,
  needs: AgentTestsNeeds,
  resultId: string,
): Promise<void> {
  const waiting = await findWaiting(db.queries, resultId);
  if (waiting === undefined) return;
  const { run, result } = waiting;
  const tell = { type: 'agent-tests.changed', agentId: run.agentId } as const;
  await saveResult(db.queries, resultId, { state: 'running' });
  liveFeed.tell(run.workspaceId, tell);
  const outcome = await holdAndJudge(db.queries, needs, run, result).catch((error: unknown): Outcome => {
    log.warn('A test of an agent could not be held.', { resultId, error: String(error) });
    return { state: 'broken', problem: describeProblem(error) };
  });
  await db.transaction(async (tx) => {
    await saveResult(tx, resultId, outcome);
    await finishRun(tx, run.id);
    await liveFeed.publish(tx, run.workspaceId, tell);
  });
}

async function holdAndJudge(
  queries: Platform['db']['queries'],
  needs: AgentTestsNeeds,
  run: TestRunRow,
  { scenario }: TestResultRow,
): Promise<Outcome> {
  const { workspaceId, agentId, versionId } = run;
  const agent = await needs.agents.findAgentForCall(queries, workspaceId, agentId, { versionId });
  if (!agent) return { state: 'broken', problem: 'The agent was deleted meanwhile.' };
  const { languageModel, isRules } = await needs.connections.openLanguageModel(workspaceId);
  if (isRules && scenario.customer_lines.length === 0)
    return {
      state: 'broken',
      problem: 'Write what the customer says, or connect a language model that plays the customer.',
    };
  const transcript = await holdConversation({
    agent: fillAgent(agent.settings, {
      fields: scenario.fields,
      customerNumber: '',
      descriptions: await needs.mergeFields.listDescriptions(queries, workspaceId),
    }),
    direction: agent.type,
    languageModel,
    tools: await needs.functions.offerTools(workspaceId, agent.functions, agent.settings.language),
    knowledge: await openKnowledge(needs, workspaceId, agent),
    customer: isRules ? scriptedCustomer(scenario) : playedCustomer(languageModel, scenario),
    scenario,
  });
  const verdicts = isRules
    ? judgeByRules(scenario, transcript)
    : await judgeByModel(languageModel, scenario, transcript);
  return { state: hasPassed(verdicts) ? 'passed' : 'failed', verdicts, transcript };
}

async function openKnowledge(
  { knowledge }: AgentTestsNeeds,
  workspaceId: string,
  { knowledgeBaseIds }: Pick<AgentForCall, 'knowledgeBaseIds'>,
) {
  if (knowledgeBaseIds.length === 0) return null;
  await knowledge.prepare(workspaceId, knowledgeBaseIds);
  return { search: (question: string) => knowledge.search(workspaceId, knowledgeBaseIds, question) };
}

function describeProblem(error: unknown): string {
  if (!(error instanceof ProviderError)) return 'The conversation could not be held. Run the test again.';
  return `The language model failed (${error.kind.replaceAll('_', ' ')}). Check its connection and run the test again.`;
}
