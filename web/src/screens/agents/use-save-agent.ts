import type { VoiceAgent } from '@parley/contract/agents';
import { AppError } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentListQuery, agentQuery, agentVersionsQuery, saveAgent } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';
import { type AgentValues, inputOf } from './agent-values.ts';

type SaveAgent = {
  save: (values: AgentValues, version: number) => void;
  isSaving: boolean;
  /** What somebody else saved meanwhile, until the user has chosen. */
  theirs: VoiceAgent | undefined;
  forgetTheirs: () => void;
};

/** Saves an agent; when somebody else saved it meanwhile, fetches theirs so that the user can choose. */
export function useSaveAgent(id: string, onSaved: (agent: VoiceAgent) => void): SaveAgent {
  const cache = useQueryClient();
  const [theirs, setTheirs] = useState<VoiceAgent>();
  const saving = useMutation({
    mutationFn: ({ values, version }: { values: AgentValues; version: number }) =>
      saveAgent(id, inputOf(values, version)),
    onSuccess: (agent) => {
      setTheirs(undefined);
      cache.setQueryData(agentQuery(id).queryKey, agent);
      void cache.invalidateQueries({ queryKey: agentListQuery.queryKey });
      void cache.invalidateQueries({ queryKey: agentVersionsQuery(id).queryKey });
      toast.success(successToast('agent_saved'));
      onSaved(agent);
    },
    onError: async (error) => {
      if (error instanceof AppError && error.code === 'agent_changed_meanwhile') {
        const latest = await cache.fetchQuery({ ...agentQuery(id), staleTime: 0 }).catch(() => undefined);
        if (latest) return setTheirs(latest);
      }
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_saved') });
    },
  });
  return {
    save: (values, version) => saving.mutate({ values, version }),
    isSaving: saving.isPending,
    theirs,
    forgetTheirs: () => setTheirs(undefined),
  };
}
