import type { VoiceAgent } from '@parley/contract/agents';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type KnownAgent = Pick<VoiceAgent, 'agent_uuid' | 'agent_name' | 'agent_type'>;

type AgentsState = { agents: KnownAgent[]; keep: (agents: readonly VoiceAgent[]) => void; clear: () => void };

/** Names of the agents last seen, persisted under `agents-storage`: a screen can head itself before the server answers. */
export const useAgentsStore = create<AgentsState>()(
  persist(
    (set) => ({
      agents: [],
      keep: (agents) =>
        set({
          agents: agents.map(({ agent_uuid, agent_name, agent_type }) => ({
            agent_uuid,
            agent_name,
            agent_type,
          })),
        }),
      clear: () => {
        set({ agents: [] });
        useAgentsStore.persist.clearStorage();
      },
    }),
    { name: 'agents-storage', partialize: ({ agents }) => ({ agents }) },
  ),
);
