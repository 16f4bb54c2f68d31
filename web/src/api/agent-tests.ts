import type { agentTestRoutes, Scenario, ScenarioInput } from '@parley/contract/agent-tests';
import type { RouteAnswer } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';

type Routes = typeof agentTestRoutes;
export type AgentTests = RouteAnswer<Routes['list']>;

const list = endpoint<Routes['list']>('GET', '/voice-agent/{id}/tests');
const create = endpoint<Routes['create']>('POST', '/voice-agent/{id}/tests');
const createFromCall = endpoint<Routes['createFromCall']>('POST', '/calls/{id}/scenario');
const save = endpoint<Routes['save']>('PUT', '/agent-tests/{id}');
const remove = endpoint<Routes['remove']>('DELETE', '/agent-tests/{id}');
const run = endpoint<Routes['run']>('POST', '/voice-agent/{id}/tests/run');

export const agentTestsKey = ['agent-tests'] as const;

/** The scenarios of an agent and what came of the newest run. */
export const agentTestsQuery = (agentId: string) =>
  queryOptions({
    queryKey: [...agentTestsKey, agentId],
    queryFn: ({ signal }): Promise<AgentTests> => call(list, { params: { id: agentId }, signal }),
  });

/** Adds a scenario, or changes the one that is named. */
export async function saveScenario(
  agentId: string,
  scenarioId: string | undefined,
  body: ScenarioInput,
): Promise<Scenario> {
  if (scenarioId === undefined) return (await call(create, { params: { id: agentId }, body })).scenario;
  return (await call(save, { params: { id: scenarioId }, body })).scenario;
}

export async function deleteScenario(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

/** Makes a scenario of a call; gives the agent it belongs to. */
export async function makeScenarioOfCall(callId: string): Promise<string> {
  return (await call(createFromCall, { params: { id: callId } })).agent_id;
}

/** Starts all tests of an agent, or one. */
export async function runAgentTests(agentId: string, scenarioId?: string): Promise<void> {
  await call(run, {
    params: { id: agentId },
    body: scenarioId === undefined ? {} : { scenario_id: scenarioId },
  });
}
