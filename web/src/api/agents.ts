import type { AgentFunction } from '@parley/contract/agent-functions';
import type { AgentTemplateId } from '@parley/contract/agent-templates';
import type { AgentInput, AgentState, AgentType, agentRoutes, VoiceAgent } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import type { FunctionTrial, functionRoutes } from '@parley/contract/functions';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { useAgentsStore } from './agents-store.ts';
import { call, endpoint } from './client.ts';

type Routes = typeof agentRoutes;

const list = endpoint<Routes['list']>('GET', '/voice-agent');
const create = endpoint<Routes['create']>('POST', '/voice-agent');
const get = endpoint<Routes['get']>('GET', '/voice-agent/{id}');
const save = endpoint<Routes['save']>('PUT', '/voice-agent/{id}');
const publish = endpoint<Routes['publish']>('POST', '/voice-agent/{id}/publish');
const setState = endpoint<Routes['setState']>('PATCH', '/voice-agent/{id}');
const listVersions = endpoint<Routes['listVersions']>('GET', '/voice-agent/{id}/versions');
const getVersion = endpoint<Routes['getVersion']>('GET', '/voice-agent/{id}/versions/{version}');
const restore = endpoint<Routes['restoreVersion']>('POST', '/voice-agent/{id}/versions/{version}/restore');
const trial = endpoint<(typeof functionRoutes)['tryFunction']>('POST', '/voice-agent/{id}/try-function');
const remove = endpoint<Routes['remove']>('DELETE', '/voice-agent/{id}');

/** Key of everything about agents: invalidating it refreshes the list and each agent. */
export const agentsKey = ['agents'] as const;

export const agentListQuery = queryOptions({
  queryKey: [...agentsKey, 'list'],
  queryFn: async ({ signal }) => {
    const { agents } = await call(list, { signal });
    useAgentsStore.getState().keep(agents);
    return agents;
  },
});

export const agentQuery = (id: string) =>
  queryOptions({
    queryKey: [...agentsKey, 'one', id],
    queryFn: async ({ signal }) => agentIn(await call(get, { params: { id }, signal })),
  });

/** The saved versions, newest first, page by page. */
export const agentVersionsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...agentsKey, 'versions', id],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam }) =>
      call(listVersions, {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    getNextPageParam: ({ versions, has_more }) => (has_more ? versions.at(-1)?.version : undefined),
  });

/** What a saved version holds; a version never changes. */
export const agentVersionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...agentsKey, 'version', id, version],
    queryFn: async ({ signal }) => (await call(getVersion, { params: { id, version }, signal })).version,
  });

/** Creates a draft and answers its id. */
export async function createAgent(body: {
  agent_name: string;
  agent_type: AgentType;
  template: AgentTemplateId;
}): Promise<string> {
  return (await call(create, { body })).agent_uuid;
}

export async function saveAgent(id: string, body: AgentInput): Promise<VoiceAgent> {
  return agentIn(await call(save, { params: { id }, body: { id, ...body } }));
}

/** An answer that holds no agent is one of something on the way, not of this product. */
function agentIn({ agent }: { agent?: VoiceAgent }): VoiceAgent {
  if (!agent) throw AppError.of('agent_data_missing');
  return agent;
}

/** Makes a saved version the one that calls use. */
export async function publishAgent(id: string, version: number): Promise<VoiceAgent> {
  return (await call(publish, { params: { id }, body: { version } })).agent;
}

export async function setAgentState(id: string, state: AgentState): Promise<VoiceAgent> {
  return (await call(setState, { params: { id }, body: { agent_uuid: id, agent_state: state } })).agent;
}

export async function deleteAgent(id: string): Promise<void> {
  await call(remove, { params: { id } });
}

/** Runs a function once with these arguments; masked headers are those stored with the agent. */
export function tryFunction(
  id: string,
  given: AgentFunction,
  values: Record<string, unknown>,
): Promise<FunctionTrial> {
  return call(trial, { params: { id }, body: { function: given, arguments: values } });
}

/** Saves what an older version holds as the newest one. */
export async function restoreAgentVersion(id: string, version: number, basedOn: number): Promise<VoiceAgent> {
  return agentIn(await call(restore, { params: { id, version }, body: { based_on_version: basedOn } }));
}
