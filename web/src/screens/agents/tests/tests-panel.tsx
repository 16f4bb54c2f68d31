import { ActionIcon, Button, Group, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Scenario, TestResult } from '@parley/contract/agent-tests';
import type { VoiceAgent } from '@parley/contract/agents';
import { IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { agentTestsQuery, deleteScenario, runAgentTests } from '../../../api/agent-tests.ts';
import { failureMessage, failureTitle } from '../../../api/failure-message.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { LoadFailed } from '../../../components/notice.tsx';
import { toast } from '../../../components/toasts.ts';
import { describeRun } from './describe-run.ts';
import { ScenarioDialog } from './scenario-dialog.tsx';
import { StateBadge } from './state-badge.tsx';
import { TestResultDialog } from './test-result.tsx';
import classes from './tests.module.css';

type TestsPanelProps = { agent: VoiceAgent; isChanged: boolean };

/** The tests of an agent: conversations in writing with customers of one's own making, run as often as one likes. */
export function TestsPanel({ agent, isChanged }: TestsPanelProps) {
  const agentId = agent.agent_uuid;
  const cache = useQueryClient();
  const tests = useQuery(agentTestsQuery(agentId));
  const [editing, setEditing] = useState<{ scenario: Scenario | undefined }>();
  const [deleting, setDeleting] = useState<Scenario>();
  const [shownId, setShownId] = useState<string>();
  const reload = () => cache.invalidateQueries({ queryKey: agentTestsQuery(agentId).queryKey });
  const run = useMutation({
    mutationFn: (scenarioId: string | undefined) => runAgentTests(agentId, scenarioId),
    onSettled: reload,
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'tests_not_run') }),
  });
  const remove = useMutation({
    mutationFn: deleteScenario,
    onSuccess: async () => {
      setDeleting(undefined);
      await reload();
    },
    onError: (error) =>
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'unexpected') }),
  });

  if (tests.isPending)
    return (
      <Stack p="md" role="status" aria-label="Loading tests">
        <Skeleton height={20} width="60%" />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Stack>
    );
  if (!tests.data)
    return (
      <LoadFailed
        message={failureMessage(tests.error, 'tests_not_loaded')}
        isBusy={tests.isFetching}
        onRetry={() => void tests.refetch()}
      />
    );

  const { scenarios, run: last, has_model: hasModel } = tests.data;
  const resultOf = ({ id }: Scenario): TestResult | undefined =>
    last?.results.find((result) => result.scenario_id === id);
  const shown = last?.results.find(({ id }) => id === shownId);
  const isRunning = last !== null && last.finished_at === null;
  return (
    <Stack p="md" gap="md">
      <Text size="sm" c="dimmed">
        Customers you make up talk to this agent in writing, and you see whether it does what you expect.{' '}
        {hasModel
          ? 'Your language model plays the customers and judges what is written in plain words.'
          : 'Customers say their lines as they stand; connect a language model to let it play them and judge.'}
      </Text>
      {scenarios.length > 0 && (
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600} role="status">
            {last ? describeRun(last) : 'Not run yet.'}
          </Text>
          <Allowed permission="edit">
            <Button
              size="compact-md"
              leftSection={<IconPlayerPlay size={16} />}
              loading={run.isPending || isRunning}
              onClick={() => run.mutate(undefined)}
            >
              Run all
            </Button>
          </Allowed>
        </Group>
      )}
      {last && last.version !== agent.version && (
        <Text size="sm">
          These results are of version {last.version}; version {agent.version} has been saved since.
        </Text>
      )}
      {isChanged && scenarios.length > 0 && (
        <Text size="sm">Tests talk to what is saved: your changes are not in it yet.</Text>
      )}
      {scenarios.length === 0 ? (
        <Text>
          No tests yet. Begin with what customers ask most, or open a call in Call History and choose “Make a
          test of this call”.
        </Text>
      ) : (
        <ul className={classes['plain']} aria-label="Tests" style={{ gap: 0 }}>
          {scenarios.map((scenario) => {
            const result = resultOf(scenario);
            return (
              <li key={scenario.id} className={classes['row']}>
                <div>
                  {result && result.state !== 'queued' && result.state !== 'running' ? (
                    <UnstyledButton onClick={() => setShownId(result.id)}>
                      <Text fw={600} td="underline" className={classes['name'] ?? ''}>
                        {scenario.name}
                      </Text>
                    </UnstyledButton>
                  ) : (
                    <Text fw={600} className={classes['name'] ?? ''}>
                      {scenario.name}
                    </Text>
                  )}
                  <div style={{ marginTop: 4 }}>
                    {result ? (
                      <StateBadge state={result.state} />
                    ) : (
                      <Text size="xs" c="dimmed">
                        Not run
                      </Text>
                    )}
                  </div>
                </div>
                <Group gap={2} wrap="nowrap">
                  <Allowed permission="edit">
                    <ActionIcon
                      aria-label={`Run ${scenario.name}`}
                      disabled={isRunning}
                      onClick={() => run.mutate(scenario.id)}
                    >
                      <IconPlayerPlay size={18} stroke={1.7} />
                    </ActionIcon>
                  </Allowed>
                  <Allowed permission="edit">
                    <ActionIcon aria-label={`Edit ${scenario.name}`} onClick={() => setEditing({ scenario })}>
                      <IconPencil size={18} stroke={1.7} />
                    </ActionIcon>
                  </Allowed>
                  <Allowed permission="edit">
                    <ActionIcon aria-label={`Delete ${scenario.name}`} onClick={() => setDeleting(scenario)}>
                      <IconTrash size={18} stroke={1.7} />
                    </ActionIcon>
                  </Allowed>
                </Group>
              </li>
            );
          })}
        </ul>
      )}
      <Allowed permission="edit">
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={16} />}
          onClick={() => setEditing({ scenario: undefined })}
        >
          New test
        </Button>
      </Allowed>
      {editing && (
        <ScenarioDialog
          agentId={agentId}
          scenario={editing.scenario}
          hasModel={hasModel}
          onClose={() => setEditing(undefined)}
        />
      )}
      {shown && <TestResultDialog result={shown} onClose={() => setShownId(undefined)} />}
      <ConfirmDialog
        isOpen={deleting !== undefined}
        title="Delete test?"
        confirmLabel="Delete"
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id)}
        onClose={() => setDeleting(undefined)}
      >
        <strong>{deleting?.name}</strong> and what came of it are gone for good.
      </ConfirmDialog>
    </Stack>
  );
}
