import type { AgentInput } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import type { VoiceProfile } from '@parley/contract/voices';
import type { Platform } from '../../platform/platform.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { type AuditFeature, type AuditSource, listChanges } from '../audit/index.ts';
import { sealFunctions } from './function-secrets.ts';
import { type AgentContent, findAgent, insertVersion, lockAgent } from './queries.ts';

/** What saving stands on. */
export type AgentWrites = Pick<Platform, 'db' | 'liveFeed' | 'secrets'> & { audit: AuditFeature };

/** What exists of the things that an input names. */
type InputKnown = {
  knowledgeNames: ReadonlyMap<string, string>;
  voice: VoiceProfile | undefined;
};

/**
 * Saves an agent as a new version. Calls go on with the published one (EDITOR-2).
 * Errors: agent_not_found, agent_changed_meanwhile when it was not based on the newest version.
 */
export async function saveAgent(
  { db, liveFeed, secrets, audit }: AgentWrites,
  given: {
    agentId: string;
    source: AuditSource;
    input: AgentInput;
    known: InputKnown;
  },
): Promise<void> {
  const { agentId, source, input, known } = given;
  const { workspaceId, userId } = source.identity;
  checkInput(agentId, input, known);
  await db.transaction(async (tx) => {
    const isFound = await lockAgent(tx, workspaceId, agentId);
    const current = isFound ? await findAgent(tx, workspaceId, agentId) : undefined;
    if (current === undefined) throw AppError.of('agent_not_found');
    if (input.based_on_version !== undefined && input.based_on_version !== current.version)
      throw AppError.of('agent_changed_meanwhile', { savedAt: current.updatedAt.toISOString() });
    const content = mergeContent(secrets, current, input, known);
    await insertVersion(tx, {
      agentId,
      version: current.version + 1,
      savedBy: userId,
      content,
    });
    await audit.record(tx, source, {
      action: 'agent.changed',
      subject: { id: agentId, name: content.name },
      changes: listChanges(toTold(current), toTold(content)),
    });
    await liveFeed.publish(tx, workspaceId, { type: 'agent.changed', agentId });
  });
}

/**
 * What saving the input would make of the current version.
 * Errors: input_invalid.
 */
export function mergeDraft(
  secrets: Secrets,
  current: AgentContent & { id: string },
  input: AgentInput,
  known: InputKnown,
): AgentContent {
  checkInput(current.id, input, known);
  return mergeContent(secrets, current, input, known);
}

/** The current version with what the input gives. A silent agent has no welcome message (EDITOR-3). */
function mergeContent(
  secrets: Secrets,
  current: AgentContent,
  input: AgentInput,
  known: InputKnown,
): AgentContent {
  const welcomeMode = input.agent_welcome_message_type ?? current.welcomeMode;
  return {
    name: input.agent_name ?? current.name,
    prompt: input.agent_prompt ?? current.prompt,
    welcomeMode,
    welcomeText: welcomeMode === 'silent' ? '' : (input.agent_welcome_message ?? current.welcomeText),
    functions: input.agent_functions
      ? sealFunctions(secrets, input.agent_functions, current.functions)
      : current.functions,
    knowledgeBaseIds: input.agent_kb ?? current.knowledgeBaseIds,
    voiceId: input.agent_voice === undefined ? current.voiceId : (known.voice?.id ?? ''),
    language: input.agent_language ?? current.language,
  };
}

/** What the audit trail tells of a version. */
function toTold({ name, prompt, welcomeMode, welcomeText, voiceId, language, ...lists }: AgentContent) {
  return {
    name,
    prompt,
    welcome: welcomeMode,
    'welcome message': welcomeText,
    voice: voiceId,
    language,
    functions: lists.functions.map((each) => each.name).join(', '),
    'knowledge bases': lists.knowledgeBaseIds.length,
  };
}

function checkInput(agentId: string, input: AgentInput, { knowledgeNames, voice }: InputKnown): void {
  const problems = [];
  if (input.id !== undefined && input.id !== agentId)
    problems.push({ field: 'id', message: 'This is not the id of the agent in the address.' });
  if (input.agent_voice && voice === undefined)
    problems.push({ field: 'agent_voice', message: 'There is no such voice.' });
  if (input.agent_kb?.some((id) => !knowledgeNames.has(id)))
    problems.push({ field: 'agent_kb', message: 'There is no such knowledge base.' });
  if (problems.length === 0) return;
  const fields = problems.map((problem) => problem.field).join(', ');
  throw AppError.withDetails('input_invalid', problems, { fields });
}
