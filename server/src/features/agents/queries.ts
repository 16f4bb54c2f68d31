import type { AgentState, AgentType } from '@parley/contract/agents';
import { and, desc, eq, ilike, inArray, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId, newSortableKey } from '../../platform/db/new-id.ts';
import { agents, agentVersions } from './tables.ts';

/** What a version of an agent holds. */
export type AgentContent = Pick<
  typeof agentVersions.$inferSelect,
  | 'name'
  | 'prompt'
  | 'welcomeMode'
  | 'welcomeText'
  | 'voiceId'
  | 'language'
  | 'functions'
  | 'knowledgeBaseIds'
>;
/** An agent with its newest version, or with the one that was asked for. */
export type AgentRow = typeof agents.$inferSelect &
  AgentContent & { versionId: string; savedBy: string | null };

const columns = {
  id: agents.id,
  workspaceId: agents.workspaceId,
  type: agents.type,
  state: agents.state,
  isDraft: agents.isDraft,
  version: agents.version,
  publishedVersion: agents.publishedVersion,
  createdAt: agents.createdAt,
  updatedAt: agents.updatedAt,
  deletedAt: agents.deletedAt,
  versionId: agentVersions.id,
  savedBy: agentVersions.savedBy,
  name: agentVersions.name,
  prompt: agentVersions.prompt,
  welcomeMode: agentVersions.welcomeMode,
  welcomeText: agentVersions.welcomeText,
  voiceId: agentVersions.voiceId,
  language: agentVersions.language,
  functions: agentVersions.functions,
  knowledgeBaseIds: agentVersions.knowledgeBaseIds,
};
const isNewest = and(eq(agentVersions.agentId, agents.id), eq(agentVersions.version, agents.version));
const isPublished = and(
  eq(agentVersions.agentId, agents.id),
  eq(agentVersions.version, agents.publishedVersion),
);

/** The agents of a workspace, last edited first. */
export async function listAgents(queries: Queries, workspaceId: string): Promise<AgentRow[]> {
  return await queries
    .select(columns)
    .from(agents)
    .innerJoin(agentVersions, isNewest)
    .where(and(eq(agents.workspaceId, workspaceId), isNull(agents.deletedAt)))
    .orderBy(desc(agents.updatedAt), desc(agents.id))
    .limit(1000);
}

/** Agents whose name contains the words, last edited first. */
export async function findAgentsByName(
  queries: Queries,
  workspaceId: string,
  words: string,
  limit: number,
): Promise<AgentRow[]> {
  // The words are no pattern: what means something in one is taken as it is (PostgreSQL, 9.7.1).
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return await queries
    .select(columns)
    .from(agents)
    .innerJoin(agentVersions, isNewest)
    .where(
      and(eq(agents.workspaceId, workspaceId), isNull(agents.deletedAt), ilike(agentVersions.name, pattern)),
    )
    .orderBy(desc(agents.updatedAt), desc(agents.id))
    .limit(limit);
}

export async function findAgent(
  queries: Queries,
  workspaceId: string,
  agentId: string,
): Promise<AgentRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(agents)
    .innerJoin(agentVersions, isNewest)
    .where(isAgent(workspaceId, agentId));
  return row;
}

/** The agent with the version that calls use; undefined too when none was published. */
export async function findPublishedAgent(
  queries: Queries,
  workspaceId: string,
  agentId: string,
): Promise<AgentRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(agents)
    .innerJoin(agentVersions, isPublished)
    .where(isAgent(workspaceId, agentId));
  return row;
}

/** The agent with one of its versions, for a call that was made with it. */
export async function findAgentAtVersion(
  queries: Queries,
  workspaceId: string,
  agentId: string,
  versionId: string,
): Promise<AgentRow | undefined> {
  const [row] = await queries
    .select(columns)
    .from(agents)
    .innerJoin(agentVersions, and(eq(agentVersions.agentId, agents.id), eq(agentVersions.id, versionId)))
    .where(isAgent(workspaceId, agentId));
  return row;
}

/** Holds the agent for the rest of the transaction. False when there is none. */
export async function lockAgent(queries: Queries, workspaceId: string, agentId: string): Promise<boolean> {
  const rows = await queries
    .select({ id: agents.id })
    .from(agents)
    .where(isAgent(workspaceId, agentId))
    .for('update');
  return rows.length > 0;
}

/** States of those of the agents that exist in the workspace, held against deletion while a transaction runs. */
export async function listAgentStates(
  queries: Queries,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, AgentState>> {
  if (agentIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: agents.id, state: agents.state })
    .from(agents)
    .where(
      and(eq(agents.workspaceId, workspaceId), inArray(agents.id, [...agentIds]), isNull(agents.deletedAt)),
    )
    .for('share');
  return new Map(rows.map((row) => [row.id, row.state]));
}

/** How many agents use each of the knowledge bases, in the version last saved or in use. */
export async function countByKnowledge(
  queries: Queries,
  workspaceId: string,
  knowledgeBaseIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (knowledgeBaseIds.length === 0) return new Map();
  const { rows } = await queries.execute<{ id: string; agents: number }>(sql`
    select used.id, count(distinct a.id)::int as agents
    from agents a
    join agent_versions v on v.agent_id = a.id and v.version in (a.version, a.published_version)
    cross join lateral jsonb_array_elements_text(v.knowledge_base_ids) as used(id)
    where a.workspace_id = ${workspaceId} and a.deleted_at is null
    group by used.id`);
  return new Map(
    rows.filter(({ id }) => knowledgeBaseIds.includes(id)).map(({ id, agents: uses }) => [id, uses]),
  );
}

/** Makes an agent with its first version. Returns its id. */
export async function insertAgent(
  queries: Queries,
  agent: AgentContent & {
    workspaceId: string;
    type: AgentType;
    state: AgentState;
    isDraft: boolean;
    savedBy: string | null;
  },
): Promise<string> {
  const { workspaceId, type, state, isDraft, savedBy, ...content } = agent;
  const id = newId('agent');
  const publishedVersion = isDraft ? null : 1;
  await queries
    .insert(agents)
    .values({ id, workspaceId, type, state, isDraft, version: 1, publishedVersion });
  await queries.insert(agentVersions).values({
    ...toVersion(id, 1, savedBy),
    ...content,
    ...(!isDraft && { publishedAt: sql`now()` }),
  });
  return id;
}

/** Adds a version, the newest from now on. */
export async function insertVersion(
  queries: Queries,
  version: { agentId: string; version: number; savedBy: string; content: AgentContent },
): Promise<void> {
  const { agentId, savedBy, content } = version;
  await queries.insert(agentVersions).values({ ...toVersion(agentId, version.version, savedBy), ...content });
  await queries
    .update(agents)
    .set({ version: version.version, updatedAt: sql`now()` })
    .where(eq(agents.id, agentId));
}

export async function saveAgentState(queries: Queries, agentId: string, state: AgentState): Promise<void> {
  await queries.update(agents).set({ state, updatedAt: sql`now()` }).where(eq(agents.id, agentId));
}

/** Takes an agent out of every list; its versions stay for the calls made with them. */
export async function deleteAgent(queries: Queries, agentId: string): Promise<void> {
  await queries
    .update(agents)
    .set({ state: 'inactive', deletedAt: sql`now()` })
    .where(eq(agents.id, agentId));
}

function isAgent(workspaceId: string, agentId: string) {
  return and(eq(agents.workspaceId, workspaceId), eq(agents.id, agentId), isNull(agents.deletedAt));
}

function toVersion(agentId: string, version: number, savedBy: string | null) {
  return { id: `agv_${newSortableKey()}`, agentId, version, savedBy };
}

/** Names and states of those of the agents that exist in the workspace. */
export async function listAgentNames(
  queries: Queries,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<Map<string, { name: string; state: AgentState }>> {
  if (agentIds.length === 0) return new Map();
  const rows = await queries
    .select({ id: agents.id, name: agentVersions.name, state: agents.state })
    .from(agents)
    .innerJoin(agentVersions, isNewest)
    .where(
      and(eq(agents.workspaceId, workspaceId), isNull(agents.deletedAt), inArray(agents.id, [...agentIds])),
    );
  return new Map(rows.map(({ id, ...rest }) => [id, rest]));
}
