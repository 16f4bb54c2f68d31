import type { VoiceAgent } from './agents.ts';

/** Longest name, prompt and welcome message, in characters. */
export const agentLimits = { nameLength: 100, promptLength: 20_000, welcomeLength: 1_000 } as const;

/** State rules read by the switch, its disabled reason and the server alike (AGENTS-4). No zod: the web app loads them. */
export const agentCan = {
  activate: (agent: Pick<VoiceAgent, 'is_draft'>): boolean => agent.is_draft === 0,
  /** There is something saved that calls do not use yet, and it says what the agent should do. */
  publish: (agent: Pick<VoiceAgent, 'version' | 'published_version' | 'agent_prompt'>): boolean =>
    agent.version !== agent.published_version && agent.agent_prompt.trim() !== '',
};
