import type { VoiceAgent } from './agents.ts';

/** Longest name, prompt and welcome message, in characters. */
export const agentLimits = { nameLength: 100, promptLength: 20_000, welcomeLength: 1_000 } as const;

/** State rules read by the switch, its disabled reason and the server alike (AGENTS-4). No zod: the web app loads them. */
export const agentCan = {
  activate: (agent: Pick<VoiceAgent, 'is_draft'>): boolean => agent.is_draft === 0,
};
