import type { AgentTemplateId } from '@parley/contract/agent-templates';
import type { AgentInput, AgentState, AgentType, agentRoutes, VoiceAgent } from '@parley/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { useAgentsStore } from './agents-store.ts';
import { call, endpoint } from './client.ts';

type Routes = typeof agentRoutes;

const list = endpoint<Routes['list']>('GET', '/voice-agent');
const create = endpoint<Routes['create']>('POST', '/voice-agent');
const get = endpoint<Routes['get']>('GET', '/voice-agent/{id}');
const save = endpoint<Routes['save']>('PUT', '/voice-agent/{id}');
const publish = endpoint<Routes['publish']>('POST', '/voice-agent/{id}/publish');
const setState = endpoint<Routes['setState']>('PATCH', '/voice-agent/{id}');
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
    queryFn: async ({ signal }) => (await call(get, { params: { id }, signal })).agent,
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
  return (await call(save, { params: { id }, body: { id, ...body } })).agent;
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
