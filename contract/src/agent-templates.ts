import type { AgentType } from './agents.ts';

/** What a new agent may begin as (AGENTS-7). Its prompt, welcome message and functions stand on the server. No zod: the web app loads it. */
export const agentTemplates = [
  {
    id: 'blank_inbound',
    type: 'inbound',
    title: 'Start from blank',
    description: 'An empty agent that answers calls. You write what it says.',
    agentName: 'New incoming agent',
  },
  {
    id: 'healthcare_check_in',
    type: 'inbound',
    title: 'Healthcare Check-In',
    description: 'Gathers information and can transfer the call.',
    agentName: 'Healthcare Check-In',
  },
  {
    id: 'notification',
    type: 'inbound',
    title: 'Notification',
    description: 'Gives a notification, then ends the call.',
    agentName: 'Notification',
  },
  {
    id: 'blank_outbound',
    type: 'outbound',
    title: 'Start from blank (Outbound)',
    description: 'An empty agent that places calls. You write what it says.',
    agentName: 'New outbound agent',
  },
] as const satisfies readonly {
  id: string;
  type: AgentType;
  title: string;
  description: string;
  agentName: string;
}[];

export type AgentTemplateId = (typeof agentTemplates)[number]['id'];
