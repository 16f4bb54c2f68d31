import type { VoiceAgent } from '@parley/contract/agents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentQuery, agentsKey, restoreAgentVersion } from '../../../api/agents.ts';
import { failureMessage, failureTitle } from '../../../api/failure-message.ts';
import { toast } from '../../../components/toasts.ts';

/** Saves what an older version holds as the newest one; nothing is published by it. */
export function useRestoreVersion(agent: VoiceAgent, onRestored: (agent: VoiceAgent) => void) {
  const cache = useQueryClient();
  const id = agent.agent_uuid;
  return useMutation({
    mutationFn: (version: number) => restoreAgentVersion(id, version, agent.version),
    onSuccess: (latest, version) => {
      cache.setQueryData(agentQuery(id).queryKey, latest);
      void cache.invalidateQueries({ queryKey: agentsKey });
      toast.success({ message: `Version ${version} is restored as version ${latest.version}.` });
      onRestored(latest);
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_saved') }),
  });
}
