import { Badge, Loader } from '@mantine/core';
import { type TestState, testStateLabels } from '@parley/contract/agent-test-rules';

const colors: Readonly<Record<TestState, string>> = {
  queued: 'gray',
  running: 'blue',
  passed: 'pine',
  failed: 'red',
  broken: 'yellow',
};

/** How a test stands, in a word. */
export function StateBadge({ state }: { state: TestState }) {
  return (
    <Badge
      color={colors[state]}
      leftSection={state === 'running' && <Loader size={10} color="currentColor" aria-hidden />}
    >
      {testStateLabels[state]}
    </Badge>
  );
}
