import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentListQuery, agentQuery, agentVersionsQuery, publishAgent } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';

/** Makes a saved version the one that calls use, and says so. */
export function usePublishAgent(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => publishAgent(id, version),
    onSuccess: (agent) => {
      cache.setQueryData(agentQuery(id).queryKey, agent);
      void cache.invalidateQueries({ queryKey: agentListQuery.queryKey });
      void cache.invalidateQueries({ queryKey: agentVersionsQuery(id).queryKey });
      toast.success({ message: 'Agent published: calls use it from now on.' });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_published') }),
  });
}
