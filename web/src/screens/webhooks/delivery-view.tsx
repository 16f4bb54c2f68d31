import { Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { errorSentence } from '@parley/contract/errors';
import type { DeliveryAttempt } from '@parley/contract/webhooks';
import { IconArrowLeft, IconRefresh } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { deliveryQuery, replayDelivery, webhooksKey } from '../../api/webhooks.ts';
import { CopyBox } from '../../components/copy-box.tsx';
import { formatCallTime } from '../../components/format.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import { useNow } from '../../components/use-now.ts';
import { deliveryStates, describeDelivery, prettyJson } from './webhook-words.ts';
import classes from './webhooks.module.css';

type DeliveryViewProps = { id: string; canReplay: boolean; onBack: () => void };

/** One delivery: what was sent, what was answered, and a way to send it again. */
export function DeliveryView({ id, canReplay, onBack }: DeliveryViewProps) {
  const cache = useQueryClient();
  const nowMs = useNow();
  const delivery = useQuery(deliveryQuery(id));
  const replay = useMutation({
    mutationFn: () => replayDelivery(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: webhooksKey }),
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'webhook_not_sent') }),
  });
  const { data } = delivery;
  return (
    <Stack gap="lg" p="md">
      <Group justify="space-between">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowLeft size={16} />}
          onClick={onBack}
          data-autofocus
        >
          All deliveries
        </Button>
        {data && canReplay && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={replay.isPending}
            onClick={() => replay.mutate()}
          >
            Send again
          </Button>
        )}
      </Group>
      {delivery.isPending && (
        <Stack gap="md" role="status" aria-label="Loading delivery">
          <Skeleton height={52} radius="md" />
          <Skeleton height={220} radius="md" />
        </Stack>
      )}
      {delivery.isError && !data && (
        <LoadFailed
          message={errorSentence('deliveries_not_loaded')}
          isBusy={delivery.isFetching}
          onRetry={() => void delivery.refetch()}
        />
      )}
      {data && (
        <>
          <div role="status">
            <Group gap="xs">
              <Text fw={600}>{data.eventType}</Text>
              <Badge color={deliveryStates[data.state].color}>{deliveryStates[data.state].label}</Badge>
            </Group>
            <Text size="sm" c="dimmed" mt={2}>
              {describeDelivery(data, nowMs)}
            </Text>
          </div>
          <div>
            <Title order={3} size="h5" mb={6}>
              What was sent
            </Title>
            <CopyBox
              text={prettyJson(data.body)}
              copyLabel="Copy what was sent"
              scrollLabel="What was sent"
            />
          </div>
          <div>
            <Title order={3} size="h5" mb={2}>
              Tries
            </Title>
            {data.attempts.length === 0 && (
              <Text size="sm" c="dimmed">
                None yet.
              </Text>
            )}
            {data.attempts.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </div>
        </>
      )}
    </Stack>
  );
}

function Attempt({ attempt }: { attempt: DeliveryAttempt }) {
  const { number, at, durationMs, status, failure, answer } = attempt;
  return (
    <div className={classes['attempt']}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {number}. {status === null ? 'No answer' : `Answer ${status}`}
        </Text>
        <Text size="sm" c="dimmed" className="num">
          {formatCallTime(at)} · {durationMs.toLocaleString('en-US')} ms
        </Text>
      </Group>
      {failure !== '' && (
        <Text size="sm" c="var(--mantine-color-error)" mt={2}>
          {failure}
        </Text>
      )}
      {answer !== '' && (
        <div style={{ marginTop: 8 }}>
          <CopyBox
            text={prettyJson(answer)}
            copyLabel="Copy the answer"
            scrollLabel={`Answer to try ${number}`}
          />
        </div>
      )}
    </div>
  );
}
