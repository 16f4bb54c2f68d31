import { Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import type { WebhookFunction } from '@parley/contract/agent-functions';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { tryFunction } from '../../../api/agents.ts';
import { failureMessage } from '../../../api/failure-message.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { sampleArguments } from './parameter-rows.ts';

/** Runs the function once as it stands here, and shows what was asked and answered. */
export function TryFunction({ agentId, given }: { agentId: string; given: WebhookFunction }) {
  const [text, setText] = useState<string>();
  const shown = text ?? JSON.stringify(sampleArguments(given.parameters), null, 2);
  const values = readArguments(shown);
  const trial = useMutation({
    mutationFn: (chosen: Record<string, unknown>) =>
      tryFunction(agentId, { ...given, name: given.name.trim() === '' ? 'trial' : given.name }, chosen),
  });
  return (
    <Stack gap="xs" role="group" aria-label="Try it">
      <Textarea
        label="Try it with these arguments"
        value={shown}
        error={values === undefined && 'This is not a JSON object.'}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Group>
        <Allowed permission="edit">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlayerPlay size={15} />}
            loading={trial.isPending}
            disabled={values === undefined || given.url.trim() === ''}
            onClick={() => values && trial.mutate(values)}
          >
            Try it
          </Button>
        </Allowed>
        <Text size="xs" c="dimmed">
          The address is really asked, as in a call.
        </Text>
      </Group>
      <div role="status">
        {trial.isError && (
          <Text size="sm" c="var(--mantine-color-error)">
            {failureMessage(trial.error, 'unexpected')}
          </Text>
        )}
        {trial.data && (
          <Stack gap={6}>
            <Text size="sm" fw={600}>
              Request
            </Text>
            <Code block>
              {`${trial.data.request.method} ${trial.data.request.url}${trial.data.request.body === '' ? '' : `\n\n${trial.data.request.body}`}`}
            </Code>
            <Text size="sm" fw={600}>
              Answer
              {trial.data.answer && ` ${trial.data.answer.status}`}, after {Math.round(trial.data.took_ms)} ms
            </Text>
            <Code block>{trial.data.answer?.body ?? 'No answer came.'}</Code>
            {trial.data.answer?.is_cut && (
              <Text size="xs" c="dimmed">
                The answer is longer than shown.
              </Text>
            )}
            <Text size="sm" fw={600}>
              What the agent is told
            </Text>
            <Code block>{trial.data.result}</Code>
          </Stack>
        )}
      </div>
    </Stack>
  );
}

function readArguments(text: string): Record<string, unknown> | undefined {
  try {
    const given: unknown = JSON.parse(text);
    const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
    return isObject ? (given as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
