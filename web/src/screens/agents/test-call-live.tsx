import { Button, Group, Stack, Text } from '@mantine/core';
import { endReasons } from '@parley/contract/end-reasons';
import { HangUpButton } from '../../components/call/hang-up-button.tsx';
import { LiveCallView } from '../../components/call/live-call-view.tsx';
import { type FollowedCall, useCall } from '../../components/call/use-call.ts';
import { formatDuration } from '../../components/format.ts';
import { LinkButton } from '../../components/links.tsx';

type TestCallLiveProps = {
  callId: string;
  agentName: string;
  customerNumber: string;
  onAgain: () => void;
  onClose: () => void;
};

/** A test call as it happens, with Hang up; at its end the result and the way to its record. */
export function TestCallLive({ callId, agentName, customerNumber, onAgain, onClose }: TestCallLiveProps) {
  const call = useCall(callId);
  const hasEnded = call.state === 'ended';
  return (
    <Stack gap="md">
      <LiveCallView call={call} agentName={agentName} customerNumber={customerNumber} />
      {hasEnded ? (
        <Group justify="space-between">
          <Text role="status">{resultOf(call)}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={onAgain}>
              Call again
            </Button>
            <LinkButton to="/app/call-history" search={{ call: callId }} onClick={onClose}>
              Open in Call History
            </LinkButton>
          </Group>
        </Group>
      ) : (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            Closing this window does not end the call.
          </Text>
          <HangUpButton callId={callId} />
        </Group>
      )}
    </Stack>
  );
}

function resultOf({ detail }: FollowedCall): string {
  if (!detail?.end_reason) return 'The call has ended.';
  const { label } = endReasons[detail.end_reason];
  return detail.duration_ms > 0 ? `${label} · ${formatDuration(detail.duration_ms)}` : label;
}
