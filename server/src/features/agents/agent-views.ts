import type { VoiceAgent } from '@parley/contract/agents';
import type { AgentSettings } from '@parley/engine/interfaces/call-settings';
import type { AgentRow } from './queries.ts';
import { defaultVoice, findVoice } from './voices.ts';

/** An agent as the wire names it. */
export function toVoiceAgent(
  row: AgentRow,
  known: { assignedNumbers: readonly string[]; editedBy: string },
): VoiceAgent {
  return {
    agent_uuid: row.id,
    agent_name: row.name,
    agent_type: row.type,
    agent_state: row.state,
    is_draft: row.isDraft ? 1 : 0,
    voice_profile: findVoice(row.voiceId) ?? null,
    assigned_phone: [...known.assignedNumbers],
    updated_at: row.updatedAt.toISOString(),
    edited_by: known.editedBy,
    agent_prompt: row.prompt,
    agent_welcome_msg_type: row.welcomeMode,
    agent_welcome_msg: row.welcomeText,
    agent_function: '[]',
    agent_kb: [],
    version: row.version,
  };
}

/** An agent as the engine takes it into a call. */
export function toAgentSettings(row: AgentRow): AgentSettings {
  const voice = findVoice(row.voiceId) ?? defaultVoice;
  return {
    name: row.name,
    prompt: row.prompt,
    welcome: { mode: row.welcomeMode, text: row.welcomeText },
    // By name: a synthesiser of another vendor looks for one of its own that sounds alike.
    voice: voice.voice_name,
    language: 'en-US',
    knownFields: {},
    missingFields: [],
  };
}
