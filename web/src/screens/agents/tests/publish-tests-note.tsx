import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { agentTestsQuery } from '../../../api/agent-tests.ts';
import { describeRun } from './describe-run.ts';

/** What the tests say of a version that is about to be published; nothing where the agent has none. */
export function PublishTestsNote({ agentId, version }: { agentId: string; version: number }) {
  const { data } = useQuery(agentTestsQuery(agentId));
  if (!data || data.scenarios.length === 0) return null;
  const { run } = data;
  if (run?.version !== version || run.finished_at === null)
    return (
      <Text size="sm" c="dimmed" mb="md">
        {run?.version === version
          ? 'The tests of this version are still running.'
          : 'The tests have not been run with this version.'}
      </Text>
    );
  const isGood = run.results.every(({ state }) => state === 'passed');
  const failed = run.results.filter(({ state }) => state === 'failed' || state === 'broken');
  return (
    <Alert
      mb="md"
      color={isGood ? 'pine' : 'red'}
      icon={isGood ? <IconCircleCheck size={20} /> : <IconAlertTriangle size={20} />}
      title={describeRun(run)}
      {...(!isGood && { role: 'alert' })}
    >
      {!isGood && (
        <Text size="sm">
          Not as expected: {failed.map(({ name }) => name).join(' · ')}. You can publish all the same.
        </Text>
      )}
    </Alert>
  );
}
