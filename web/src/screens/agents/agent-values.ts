import { agentLimits } from '@parley/contract/agent-rules';
import type { AgentInput, VoiceAgent } from '@parley/contract/agents';

/** What the agent page edits. */
export type AgentValues = {
  name: string;
  prompt: string;
  /** `play`: the agent greets first; `silent`: the customer speaks first. */
  welcomeType: 'play' | 'silent';
  welcome: string;
};

export function valuesOf(agent: VoiceAgent): AgentValues {
  return {
    name: agent.agent_name,
    prompt: agent.agent_prompt,
    welcomeType: agent.agent_welcome_msg_type,
    welcome: agent.agent_welcome_msg,
  };
}

/** What is sent to save `values` on top of `version`. The message goes only with a greeting (EDITOR-3). */
export function inputOf(values: AgentValues, version: number): AgentInput {
  return {
    agent_name: values.name.trim(),
    agent_prompt: values.prompt,
    agent_welcome_message_type: values.welcomeType,
    agent_welcome_message: values.welcomeType === 'play' ? values.welcome : '',
    based_on_version: version,
  };
}

/** What is wrong with the values, field by field. */
export const agentChecks = {
  name: (name: string) => (name.trim() === '' ? 'Give the agent a name.' : null),
  prompt: (prompt: string) => tooLong(prompt, agentLimits.promptLength),
  welcome: (welcome: string, { welcomeType }: AgentValues) =>
    welcomeType === 'play' && welcome.trim() === ''
      ? 'Say how the agent greets, or let the customer speak first.'
      : tooLong(welcome, agentLimits.welcomeLength),
};

function tooLong(text: string, limit: number): string | null {
  return text.length > limit ? `At most ${limit.toLocaleString('en-US')} characters.` : null;
}
