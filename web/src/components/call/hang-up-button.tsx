import { Button } from '@mantine/core';
import { IconPhoneOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { hangUpCall } from '../../api/calls.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed } from '../allowed.tsx';
import { toast } from '../toasts.ts';

/** Ends a running call. Stays busy until the call is seen to have ended. */
export function HangUpButton({ callId }: { callId: string }) {
  const hangUp = useMutation({
    mutationFn: () => hangUpCall(callId),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });
  return (
    <Allowed permission="review">
      <Button
        color="red.8"
        ml="auto"
        leftSection={<IconPhoneOff size={18} stroke={1.8} />}
        loading={hangUp.isPending || hangUp.isSuccess}
        onClick={() => hangUp.mutate()}
      >
        Hang up
      </Button>
    </Allowed>
  );
}
