import type { AgentFunction } from '@parley/contract/agent-functions';
import { type AgentLanguage, defaultLanguage } from '@parley/contract/agent-languages';
import { type AgentInput, type AgentState, type AgentType, agentRoutes } from '@parley/contract/agents';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import type { WantedVoice } from '@parley/providers/voice';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature } from '../accounts/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import { defaultVoice, toWantedVoice, type VoicesFeature } from '../voices/index.ts';
import { toAgentSettings } from './agent-views.ts';
import { exportAgents } from './export-agents.ts';
import { openSealedFunctions } from './function-secrets.ts';
import {
  type AgentRow,
  countByKnowledge,
  findAgent,
  findAgentAtVersion,
  findAgentsByName,
  findPublishedAgent,
  insertAgent,
  listAgentNames,
  listAgentStates,
} from './queries.ts';
import { mountAgentRoutes } from './routes.ts';
import { mergeDraft } from './save-agent.ts';
import { standardFunctions } from './templates.ts';
import { findVersionNumber, listVersionNumbers } from './version-queries.ts';

export const agentMigrations = new URL('./migrations/', import.meta.url);

/** What an agent is for one call: the version it begins with. */
export type AgentForCall = {
  agentId: string;
  type: AgentType;
  /** Null: changes that are not saved. */
  versionId: string | null;
  name: string;
  isActive: boolean;
  settings: AgentSettings;
  /** Id of the voice it was given. */
  voiceId: string;
  /** What it speaks and expects to hear. */
  language: AgentLanguage;
  /** The voice it was given; the connected providers decide what is heard. */
  voice: WantedVoice;
  functions: readonly AgentFunction[];
  knowledgeBaseIds: readonly string[];
};

/** Which version a call takes: the one in use, the newest saved (to try it), or the one the call was made with. */
export type VersionForCall = 'published' | 'newest' | { versionId: string };

/** The features agents stand on. Numbers stand on agents in turn, so their part comes as functions. */
export type AgentsNeeds = {
  accounts: Pick<AccountsFeature, 'listUserNames' | 'addToExport'>;
  audit: AuditFeature;
  voices: VoicesFeature;
  /** The numbers (E.164) that each agent answers or calls with. */
  listAssignedNumbers(
    queries: Queries,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Names of those of the knowledge bases that exist in the workspace, by id. */
  listKnowledgeNames(
    queries: Queries,
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;
  /** Takes a deleted agent off its numbers, in the same transaction. */
  unassignAgent(tx: Transaction, workspaceId: string, agentId: string): Promise<void>;
};

export type AgentsFeature = {
  /** Agents of the workspace whose name contains the words, last edited first. */
  findAgentsByName(
    queries: Queries,
    workspaceId: string,
    words: string,
    limit: number,
  ): Promise<{ id: string; name: string; type: AgentType; state: AgentState; isDraft: boolean }[]>;
  /** The agent as a call takes it; undefined when the workspace has no such agent, or none in that version. */
  findAgentForCall(
    queries: Queries,
    workspaceId: string,
    agentId: string,
    version: VersionForCall,
  ): Promise<AgentForCall | undefined>;
  /**
   * The agent as a call takes it with changes that are not saved, and never will be by this.
   * Errors: input_invalid for what could not be saved.
   */
  findDraftForCall(
    queries: Queries,
    workspaceId: string,
    agentId: string,
    input: AgentInput,
  ): Promise<AgentForCall | undefined>;
  /** How many agents of the workspace use each of the knowledge bases, in the version last saved or in use. */
  countByKnowledge(
    queries: Queries,
    workspaceId: string,
    knowledgeBaseIds: readonly string[],
  ): Promise<ReadonlyMap<string, number>>;
  /** Functions with their secrets, for a request; a masked value is taken from `saved`. */
  openFunctions(functions: readonly AgentFunction[], saved?: readonly AgentFunction[]): AgentFunction[];
  /** States of those of the agents that exist in the workspace, held against deletion while a transaction runs. */
  listAgentStates(
    queries: Queries,
    workspaceId: string,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, AgentState>>;
  /** The number of one of an agent's versions, counted from 1. */
  findVersionNumber(queries: Queries, versionId: string): Promise<number>;
  /** Names and states of those of the agents that exist in the workspace, by id; that of the version in use first. */
  listAgentNames(
    queries: Queries,
    workspaceId: string,
    agentIds: readonly string[],
  ): Promise<ReadonlyMap<string, { name: string; state: AgentState }>>;
  /** Numbers of versions, by the id of the version. */
  listVersionNumbers(queries: Queries, versionIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Makes an agent that is ready and switched on. Returns its id. */
  insertReadyAgent(
    queries: Queries,
    agent: { workspaceId: string; type: AgentType; name: string; prompt: string; welcomeText: string },
  ): Promise<string>;
};

/** Voice agents: what they are, their versions, and whether they take calls. */
export function openAgents(platform: Platform, needs: AgentsNeeds): AgentsFeature {
  mountAgentRoutes(platform, needs);
  needs.accounts.addToExport({
    name: 'agents',
    permission: agentRoutes.list.access,
    list: (workspaceId) => exportAgents(platform.db.queries, needs, workspaceId),
  });
  const toAgentForCall = async (queries: Queries, row: AgentRow): Promise<AgentForCall> => {
    const voices = await needs.voices.findVoices(queries, row.workspaceId, [row.voiceId]);
    const voice = voices.get(row.voiceId) ?? defaultVoice;
    return {
      agentId: row.id,
      type: row.type,
      versionId: row.versionId,
      name: row.name,
      isActive: row.state === 'active',
      settings: toAgentSettings(row, voice),
      voiceId: voice.id,
      language: row.language,
      voice: toWantedVoice(voice),
      functions: row.functions,
      knowledgeBaseIds: row.knowledgeBaseIds,
    };
  };
  return {
    async findAgentForCall(queries, workspaceId, agentId, version) {
      const row = await findInVersion(queries, workspaceId, agentId, version);
      return row && (await toAgentForCall(queries, row));
    },
    async findDraftForCall(queries, workspaceId, agentId, input) {
      const row = await findAgent(queries, workspaceId, agentId);
      if (row === undefined) return undefined;
      const { agent_kb: knowledgeBaseIds = [], agent_voice: voiceId = '' } = input;
      const [knowledgeNames, voices] = await Promise.all([
        needs.listKnowledgeNames(queries, workspaceId, knowledgeBaseIds),
        needs.voices.findVoices(queries, workspaceId, [voiceId]),
      ]);
      const known = { knowledgeNames, voice: voices.get(voiceId) };
      const content = mergeDraft(platform.secrets, row, input, known);
      return { ...(await toAgentForCall(queries, { ...row, ...content })), versionId: null };
    },
    findAgentsByName,
    countByKnowledge,
    openFunctions: (functions, saved) => openSealedFunctions(platform.secrets, functions, saved),
    listAgentStates,
    findVersionNumber,
    listAgentNames,
    listVersionNumbers,
    insertReadyAgent: (queries, agent) =>
      insertAgent(queries, {
        ...agent,
        state: 'active',
        isDraft: false,
        welcomeMode: 'play',
        voiceId: defaultVoice.id,
        language: defaultLanguage,
        functions: standardFunctions,
        knowledgeBaseIds: [],
        savedBy: null,
      }),
  };
}

async function findInVersion(
  queries: Queries,
  workspaceId: string,
  agentId: string,
  version: VersionForCall,
): Promise<AgentRow | undefined> {
  if (version === 'published') return await findPublishedAgent(queries, workspaceId, agentId);
  if (version === 'newest') return await findAgent(queries, workspaceId, agentId);
  return await findAgentAtVersion(queries, workspaceId, agentId, version.versionId);
}
