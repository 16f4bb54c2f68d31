import { AppError } from '@parley/contract/errors';
import type { AuditSource } from '../audit/index.ts';
import { findAgent, insertVersion, lockAgent } from './queries.ts';
import type { AgentWrites } from './save-agent.ts';
import { findVersion, savePublished } from './version-queries.ts';

type OfAgent = { agentId: string; source: AuditSource };

/**
 * Makes a saved version the one that calls use, an older one too. Running calls keep theirs.
 * Errors: agent_not_found, agent_version_not_found, agent_prompt_missing when it says nothing of what to do.
 */
export async function publishAgent(
  { db, liveFeed, audit }: AgentWrites,
  given: OfAgent & { version: number },
): Promise<void> {
  const { agentId, source, version } = given;
  const { workspaceId, userId } = source.identity;
  await db.transaction(async (tx) => {
    if (!(await lockAgent(tx, workspaceId, agentId))) throw AppError.of('agent_not_found');
    const saved = await findVersion(tx, agentId, version);
    if (saved === undefined) throw AppError.of('agent_version_not_found');
    if (saved.prompt.trim() === '') throw AppError.of('agent_prompt_missing');
    await savePublished(tx, { agentId, version, userId });
    await audit.record(tx, source, {
      action: 'agent.published',
      subject: { id: agentId, name: saved.name },
      changes: [{ field: 'version', before: null, after: String(version) }],
    });
    await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId });
  });
}

/**
 * Saves what an older version holds as the newest one; nothing is published.
 * Errors: agent_not_found, agent_version_not_found, agent_changed_meanwhile.
 */
export async function restoreVersion(
  { db, liveFeed, audit }: AgentWrites,
  given: OfAgent & { version: number; basedOnVersion: number | undefined },
): Promise<void> {
  const { agentId, source, version, basedOnVersion } = given;
  const { workspaceId, userId } = source.identity;
  await db.transaction(async (tx) => {
    if (!(await lockAgent(tx, workspaceId, agentId))) throw AppError.of('agent_not_found');
    const current = await findAgent(tx, workspaceId, agentId);
    if (current === undefined) throw AppError.of('agent_not_found');
    if (basedOnVersion !== undefined && basedOnVersion !== current.version)
      throw AppError.of('agent_changed_meanwhile', { savedAt: current.updatedAt.toISOString() });
    const saved = await findVersion(tx, agentId, version);
    if (saved === undefined) throw AppError.of('agent_version_not_found');
    const { name, prompt, welcomeMode, welcomeText, voiceId, language, functions, knowledgeBaseIds } = saved;
    await insertVersion(tx, {
      agentId,
      version: current.version + 1,
      savedBy: userId,
      content: { name, prompt, welcomeMode, welcomeText, voiceId, language, functions, knowledgeBaseIds },
    });
    await audit.record(tx, source, {
      action: 'agent.restored',
      subject: { id: agentId, name },
      changes: [{ field: 'version', before: String(current.version), after: String(version) }],
    });
    await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId });
  });
}
