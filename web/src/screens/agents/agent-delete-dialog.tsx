import type { VoiceAgent } from '@parley/contract/agents';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentsKey, deleteAgent } from '../../api/agents.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { toast } from '../../components/toasts.ts';

/** Asks before an agent is deleted (AGENTS-2). */
export function AgentDeleteDialog({
  agent,
  onClose,
}: {
  agent: VoiceAgent | undefined;
  onClose: () => void;
}) {
  const cache = useQueryClient();
  const remove = useMutation({
    mutationFn: deleteAgent,
    onSuccess: () => {
      toast.success(successToast('agent_deleted'));
      onClose();
      return cache.invalidateQueries({ queryKey: agentsKey });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'agent_not_deleted') }),
  });
  return (
    <ConfirmDialog
      isOpen={agent !== undefined}
      title="Delete Agent?"
      confirmLabel="Delete"
      isDangerous
      isBusy={remove.isPending}
      onConfirm={() => agent && remove.mutate(agent.agent_uuid)}
      onClose={onClose}
    >
      <strong>{agent?.agent_name}</strong> answers and places no more calls, and its numbers are free again.
      Its calls stay in Call History.
    </ConfirmDialog>
  );
}
