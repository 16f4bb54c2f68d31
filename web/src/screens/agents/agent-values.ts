import type { AgentFunction } from '@parley/contract/agent-functions';
import type { AgentLanguage } from '@parley/contract/agent-languages';
import { agentLimits } from '@parley/contract/agent-rules';
import type { AgentInput, VoiceAgent } from '@parley/contract/agents';

/** What the editor changes. */
export type AgentValues = {
  name: string;
  prompt: string;
  /** `play`: the agent greets first; `silent`: the customer speaks first. */
  welcomeType: 'play' | 'silent';
  welcome: string;
  functions: AgentFunction[];
  knowledge: { id: string; name: string }[];
  /** Id of the voice; empty where the agent has none that is still known. */
  voice: string;
  /** BCP 47. */
  language: AgentLanguage;
};

export function valuesOf(agent: VoiceAgent): AgentValues {
  const welcomeType = toWelcomeType(agent.agent_welcome_msg_type);
  return {
    name: agent.agent_name,
    prompt: agent.agent_prompt,
    welcomeType,
    welcome: welcomeType === 'play' ? agent.agent_welcome_msg : '',
    functions: readFunctions(agent.agent_function),
    knowledge: agent.agent_kb.map(({ id, name }) => ({ id, name })),
    voice: agent.voice_profile?.id ?? '',
    language: agent.agent_language,
  };
}

/** 'play', '2' and 2 greet; '1' and 1, as 'silent', let the customer speak first (EDITOR-3). */
export function toWelcomeType(stored: unknown): AgentValues['welcomeType'] {
  return ['play', '2', 2].includes(stored as string | number) ? 'play' : 'silent';
}

/** The functions in the JSON text of an agent; a text that is none holds none. */
export function readFunctions(text: string): AgentFunction[] {
  try {
    const functions: unknown = JSON.parse(text);
    return Array.isArray(functions) ? (functions as AgentFunction[]) : [];
  } catch {
    return [];
  }
}

/** What is sent to save `values` on top of `version`. The message goes only with a greeting (EDITOR-3). */
export function inputOf(values: AgentValues, version: number): AgentInput {
  return {
    agent_name: values.name.trim(),
    agent_prompt: values.prompt,
    agent_welcome_message_type: values.welcomeType,
    agent_welcome_message: values.welcomeType === 'play' ? values.welcome : '',
    agent_functions: values.functions,
    agent_kb: values.knowledge.map(({ id }) => id),
    dynamic_variable: [],
    ...(values.voice !== '' && { agent_voice: values.voice }),
    agent_language: values.language,
    based_on_version: version,
  };
}

/**
 * What may be kept in the browser: values of headers are secret, so a header that was typed comes back empty
 * and has to be typed again.
 */
export function toDraft(values: AgentValues, mask: string): AgentValues {
  return {
    ...values,
    functions: values.functions.map((each) =>
      'headers' in each && each.headers
        ? {
            ...each,
            headers: Object.fromEntries(
              Object.entries(each.headers).map(([name, value]) => [name, value === mask ? mask : '']),
            ),
          }
        : each,
    ),
  };
}

/** Whether what was found in the browser's storage is what an editor wrote there. */
export function isAgentValues(found: unknown): found is AgentValues {
  if (typeof found !== 'object' || found === null) return false;
  const given = found as Record<keyof AgentValues, unknown>;
  const hasTexts = [given.name, given.prompt, given.welcome, given.voice, given.language].every(
    (text) => typeof text === 'string',
  );
  const hasLists = [given.functions, given.knowledge].every(
    (list) => Array.isArray(list) && list.every((each) => typeof each?.id === 'string'),
  );
  return hasTexts && hasLists && (given.welcomeType === 'play' || given.welcomeType === 'silent');
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
