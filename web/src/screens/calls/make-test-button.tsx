import { Button } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { agentTestsKey, makeScenarioOfCall } from '../../api/agent-tests.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';

/** Makes a test of the agent out of a call: its customer says the same again. */
export function MakeTestButton({ callId }: { callId: string }) {
  const cache = useQueryClient();
  const make = useMutation({
    mutationFn: () => makeScenarioOfCall(callId),
    onSuccess: (agentId) => {
      toast.success({ message: 'The test stands with its agent, under Tests. Add there what you expect.' });
      return cache.invalidateQueries({ queryKey: [...agentTestsKey, agentId] });
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'test_not_saved') }),
  });
  return (
    <Allowed permission="edit">
      <Button
        mt="sm"
        size="compact-sm"
        variant="default"
        leftSection={<IconFlask size={16} />}
        loading={make.isPending}
        onClick={() => make.mutate()}
      >
        Make a test of this call
      </Button>
    </Allowed>
  );
}
