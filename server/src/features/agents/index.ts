import type { AgentState, AgentType } from '@parley/contract/agents';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import { toAgentSettings } from './agent-views.ts';
import { findAgent, insertAgent, listAgentStates } from './queries.ts';
import { mountAgentRoutes } from './routes.ts';
import { defaultVoice } from './voices.ts';

export const agentMigrations = new URL('./migrations/', import.meta.url);

/** What an agent is for one call: the version it begins with. */
export type AgentForCall = {
  agentId: string;
  versionId: string;
  name: string;
  isActive: boolean;
  settings: AgentSettings;
};

/** The features agents stand on. Numbers stand on agents in turn, so their part comes as functions. */
export type AgentsNeeds = {
  accounts: Pick<AccountsFeature, 'listUserNames'>;
  /** The numbers (E.164) that each agent answers or calls with. */
  listAssignedNumbers(
    queries: Queries,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Takes a deleted agent off its numbers, in the same transaction. */
  unassignAgent(tx: Transaction, workspaceId: string, agentId: string): Promise<void>;
};

export type AgentsFeature = {
  /** The agent as a call takes it; undefined when the workspace has no such agent. */
  findAgentForCall(queries: Queries, workspaceId: string, agentId: string): Promise<AgentForCall | undefined>;
  /** States of those of the agents that exist in the workspace, held against deletion while a transaction runs. */
  listAgentStates(
    queries: Queries,
    workspaceId: string,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, AgentState>>;
  /** Makes an agent that is ready and switched on. Returns its id. */
  insertReadyAgent(
    queries: Queries,
    agent: { workspaceId: string; type: AgentType; name: string; prompt: string; welcomeText: string },
  ): Promise<string>;
};

/** Voice agents: what they are, their versions, and whether they take calls. */
export function openAgents(platform: Platform, needs: AgentsNeeds): AgentsFeature {
  mountAgentRoutes(platform, needs);
  return {
    async findAgentForCall(queries, workspaceId, agentId) {
      const row = await findAgent(queries, workspaceId, agentId);
      if (row === undefined) return undefined;
      return {
        agentId: row.id,
        versionId: row.versionId,
        name: row.name,
        isActive: row.state === 'active',
        settings: toAgentSettings(row),
      };
    },
    listAgentStates,
    insertReadyAgent: (queries, agent) =>
      insertAgent(queries, {
        ...agent,
        state: 'active',
        isDraft: false,
        welcomeMode: 'play',
        voiceId: defaultVoice.id,
        savedBy: null,
      }),
  };
}
