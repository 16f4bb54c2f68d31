import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { VoiceAgent } from '@parley/contract/agents';
import { formatCallLogNumber, keepDialable } from '@parley/contract/phone';
import { successToast } from '@parley/contract/successes';
import { IconPhoneCall } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { placeTestCall } from '../../api/calls.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { toast } from '../../components/toasts.ts';
import { TestCallLive } from './test-call-live.tsx';

/** AGENTS-6: shorter numbers cannot be dialled. */
const shortestNumber = 7;
/** A number of the simulated network. */
const simulatedNumber = '+14155550123';

type TestCallDialogProps = { agent: VoiceAgent | undefined; onClose: () => void };

/** Rings a number with an agent and follows the call (AGENTS-6). */
export function TestCallDialog({ agent, onClose }: TestCallDialogProps) {
  const isPhone = useMediaQuery('(max-width: 767.98px)') ?? false;
  return (
    <Modal
      opened={agent !== undefined}
      onClose={onClose}
      title="Test Voice Agent"
      size="lg"
      fullScreen={isPhone}
    >
      {agent && <TestCall agent={agent} onClose={onClose} />}
    </Modal>
  );
}

function TestCall({ agent, onClose }: { agent: VoiceAgent; onClose: () => void }) {
  const [number, setNumber] = useState('');
  const place = useMutation({
    mutationFn: () => placeTestCall(agent.agent_uuid, number),
    onSuccess: () => toast.success(successToast('test_call_placed')),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'test_call_failed') }),
  });

  if (place.data !== undefined)
    return (
      <TestCallLive
        callId={place.data}
        agentName={agent.agent_name}
        customerNumber={formatCallLogNumber(number)}
        onAgain={() => place.reset()}
        onClose={onClose}
      />
    );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (number.length >= shortestNumber && !place.isPending) place.mutate();
      }}
    >
      <Stack gap="md">
        <Text c="dimmed">
          <strong>{agent.agent_name}</strong> rings the number you give, and you follow the call here as it
          happens.
        </Text>
        <TextInput
          label="Phone number"
          description="Numbers +1 415 555 0100 to 0199 are simulated people."
          placeholder="+14155550123"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          size="md"
          value={number}
          onChange={({ currentTarget }) => setNumber(keepDialable(currentTarget.value))}
          data-autofocus
        />
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setNumber(simulatedNumber)}>
          Use a simulated person
        </Button>
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          leftSection={<IconPhoneCall size={18} stroke={1.8} />}
          disabled={number.length < shortestNumber || place.isPending}
        >
          {place.isPending ? 'Calling...' : 'Make Test Call'}
        </Button>
      </Group>
    </form>
  );
}
