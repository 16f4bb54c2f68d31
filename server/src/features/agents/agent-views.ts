import type { AgentVersion, AgentVersionContent, VoiceAgent } from '@parley/contract/agents';
import type { VoiceProfile } from '@parley/contract/voices';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import { maskFunctions } from './function-secrets.ts';
import type { AgentRow } from './queries.ts';
import type { AgentVersionRow } from './version-queries.ts';

/** An agent as the wire names it. */
export function toVoiceAgent(
  row: AgentRow,
  known: {
    assignedNumbers: readonly string[];
    editedBy: string;
    knowledgeNames: KnowledgeNames;
    voices: KnownVoices;
  },
): VoiceAgent {
  return {
    agent_uuid: row.id,
    agent_name: row.name,
    agent_type: row.type,
    agent_state: row.state,
    is_draft: row.isDraft ? 1 : 0,
    voice_profile: known.voices.get(row.voiceId) ?? null,
    agent_language: row.language,
    assigned_phone: [...known.assignedNumbers],
    updated_at: row.updatedAt.toISOString(),
    edited_by: known.editedBy,
    agent_prompt: row.prompt,
    agent_welcome_msg_type: row.welcomeMode,
    agent_welcome_msg: row.welcomeText,
    agent_function: JSON.stringify(maskFunctions(row.functions)),
    agent_kb: toKnowledge(row.knowledgeBaseIds, known.knowledgeNames),
    version: row.version,
    published_version: row.publishedVersion,
  };
}

/** The voices that exist or existed, by id. */
export type KnownVoices = ReadonlyMap<string, VoiceProfile>;

/** Names of the knowledge bases that still exist, by id. */
export type KnowledgeNames = ReadonlyMap<string, string>;

/** The knowledge bases an agent uses; one that was deleted is left out. */
function toKnowledge(ids: readonly string[], names: KnowledgeNames): { id: string; name: string }[] {
  return ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

/** A saved version as the history names it. */
export function toAgentVersion(
  row: AgentVersionRow,
  known: { publishedVersion: number | null; userNames: ReadonlyMap<string, string> },
): AgentVersion {
  return {
    version: row.version,
    saved_at: row.savedAt.toISOString(),
    saved_by: known.userNames.get(row.savedBy ?? '') ?? '',
    is_published: row.version === known.publishedVersion,
    published_at: row.publishedAt?.toISOString() ?? null,
    published_by: known.userNames.get(row.publishedBy ?? '') ?? '',
  };
}

/** A saved version with all it holds. */
export function toVersionContent(
  row: AgentVersionRow,
  known: Parameters<typeof toAgentVersion>[1] & { knowledgeNames: KnowledgeNames; voices: KnownVoices },
): AgentVersionContent {
  return {
    ...toAgentVersion(row, known),
    agent_name: row.name,
    agent_prompt: row.prompt,
    agent_welcome_msg_type: row.welcomeMode,
    agent_welcome_msg: row.welcomeText,
    agent_function: JSON.stringify(maskFunctions(row.functions)),
    agent_kb: toKnowledge(row.knowledgeBaseIds, known.knowledgeNames),
    voice_profile: known.voices.get(row.voiceId) ?? null,
    agent_language: row.language,
  };
}

/** An agent as the engine takes it into a call. */
export function toAgentSettings(row: AgentRow, voice: VoiceProfile): AgentSettings {
  return {
    name: row.name,
    prompt: row.prompt,
    welcome: { mode: row.welcomeMode, text: row.welcomeText },
    // The name until the call knows which synthesiser speaks, and as what.
    voice: voice.voice_name,
    language: row.language,
    knownFields: {},
    missingFields: [],
  };
}
