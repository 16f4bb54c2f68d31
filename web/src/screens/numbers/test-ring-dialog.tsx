import { Alert, Button, Group, Loader, Modal, Stack, Text, ThemeIcon } from '@mantine/core';
import type { ConnectionStatus } from '@parley/contract/connections';
import { ringWaitMs } from '@parley/contract/number-rules';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { IconAlertTriangle, IconCircleCheck, IconPhoneIncoming } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { awaitRing, numberListQuery, numbersKey } from '../../api/numbers.ts';
import { formatCallTime, formatDuration } from '../../components/format.ts';
import { useNow } from '../../components/use-now.ts';
import { nameCaller } from './trunk-words.ts';

type TestRingDialogProps = {
  number: PhoneNumber | undefined;
  trunkName: string;
  /** How the trunk does; undefined while it is not known. */
  status: ConnectionStatus | undefined;
  onClose: () => void;
};

/** Verifies that calls to a number come in: staff ring it from any phone, and the screen says when that arrived. */
export function TestRingDialog({ number, trunkName, status, onClose }: TestRingDialogProps) {
  return (
    <Modal
      opened={number !== undefined}
      onClose={onClose}
      title={number && `Test ring of ${formatNumberRow(number.phone)}`}
      size="md"
    >
      {number && (
        <TestRing
          key={number.id}
          number={number}
          trunkName={trunkName}
          problem={status?.state === 'failing' ? status.detail : undefined}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}

function TestRing(props: {
  number: PhoneNumber;
  trunkName: string;
  problem: string | undefined;
  onClose: () => void;
}) {
  const { number, trunkName, problem, onClose } = props;
  const cache = useQueryClient();
  const start = useMutation({
    mutationFn: () => awaitRing(number.id),
    onSuccess: () => cache.invalidateQueries({ queryKey: numbersKey }),
  });
  const { mutate } = start;
  const hasStarted = useRef(false);
  useEffect(() => {
    // Once, also where React mounts twice.
    if (!hasStarted.current) mutate();
    hasStarted.current = true;
  }, [mutate]);

  const nowMs = useNow(start.isSuccess);
  const leftMs = start.isSuccess ? Math.max(0, start.submittedAt + ringWaitMs - nowMs) : ringWaitMs;
  const isWaiting = start.isSuccess && leftMs > 0;
  // The live feed tells of the ring at once; where it is away, this does.
  const { data: all } = useQuery({ ...numberListQuery, refetchInterval: isWaiting ? 2_000 : false });
  const rung = findRing(all, start.data);
  return (
    <Stack gap="lg">
      <div role="status">
        {rung ? (
          <Outcome color="pine" icon={<IconCircleCheck size={26} />} title="Verified">
            The call from {nameCaller(rung.verified_from)} came in through {trunkName} on{' '}
            {formatCallTime(rung.verified_at ?? '')}.
          </Outcome>
        ) : (
          <>
            {(start.isPending || start.isIdle || isWaiting) && (
              <Outcome
                color="pine"
                icon={<IconPhoneIncoming size={26} />}
                title={`Ring ${formatNumberRow(number.phone)} from your phone now`}
              >
                Any phone will do. You may hang up as soon as it rings: what matters is that the call arrives
                here.
              </Outcome>
            )}
            {start.isSuccess && !isWaiting && (
              <Outcome color="coral" icon={<IconAlertTriangle size={26} />} title="No call came in">
                Nothing arrived through {trunkName} within two minutes. Look at your provider whether calls to
                this number are sent here, and, for a trunk, whether they come from an address that is allowed
                here.
              </Outcome>
            )}
          </>
        )}
      </div>
      {!rung && isWaiting && (
        <Group gap="sm" wrap="nowrap">
          <Loader size={18} />
          <Text size="sm" c="dimmed" className="num">
            Waiting for the call, {formatDuration(leftMs)} left.
          </Text>
        </Group>
      )}
      {!rung && problem !== undefined && (
        <Alert color="red" icon={<IconAlertTriangle size={20} />} title={`${trunkName} does not work now`}>
          {problem}
        </Alert>
      )}
      {start.isError && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle size={20} />} title="Not started">
          {failureMessage(start.error, 'ring_not_awaited')}
        </Alert>
      )}
      <Group justify="flex-end">
        {!rung && (start.isError || (start.isSuccess && !isWaiting)) && (
          <Button variant="default" onClick={() => mutate()}>
            Wait again
          </Button>
        )}
        <Button variant={rung ? 'filled' : 'default'} onClick={onClose}>
          {rung ? 'Done' : 'Close'}
        </Button>
      </Group>
    </Stack>
  );
}

/** The number as it was rung after the waiting began, by the server's own clock. */
function findRing(
  all: readonly PhoneNumber[] | undefined,
  waiting: PhoneNumber | undefined,
): PhoneNumber | undefined {
  const number = all?.find(({ id }) => id === waiting?.id);
  if (!number?.verified_at || !waiting?.ring_awaited_until) return undefined;
  const beganMs = Date.parse(waiting.ring_awaited_until) - ringWaitMs;
  return Date.parse(number.verified_at) >= beganMs ? number : undefined;
}

function Outcome(props: { color: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <Group gap="md" wrap="nowrap" align="flex-start">
      <ThemeIcon size={46} radius="lg" variant="light" color={props.color}>
        {props.icon}
      </ThemeIcon>
      <div style={{ minWidth: 0 }}>
        <Text fw={600} size="lg" style={{ overflowWrap: 'anywhere' }}>
          {props.title}
        </Text>
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {props.children}
        </Text>
      </div>
    </Group>
  );
}
