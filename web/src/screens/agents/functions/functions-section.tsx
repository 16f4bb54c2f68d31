import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { functionTypesToAdd } from '@parley/contract/agent-function-rules';
import type { AgentFunction } from '@parley/contract/agent-functions';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { integrationListQuery } from '../../../api/integrations.ts';
import { Allowed } from '../../../components/allowed.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { describeFunction, functionKinds, kindOf, makeFunction } from './function-kinds.ts';

const FunctionDialog = lazy(async () => ({
  default: (await import('./function-dialog.tsx')).FunctionDialog,
}));

type FunctionsSectionProps = {
  agentId: string;
  functions: readonly AgentFunction[];
  onChange: (functions: AgentFunction[]) => void;
};

/** What the agent may do in a call: added once each, changed in place, deleted after a question (FUNC-1). */
export function FunctionsSection({ agentId, functions, onChange }: FunctionsSectionProps) {
  const [editing, setEditing] = useState<AgentFunction>();
  const [deleting, setDeleting] = useState<AgentFunction>();

  const finish = (done: AgentFunction) => {
    const isKnown = functions.some(({ id }) => id === done.id);
    onChange(isKnown ? functions.map((each) => (each.id === done.id ? done : each)) : [...functions, done]);
    setEditing(undefined);
  };

  return (
    <Stack gap="sm">
      {functions.length === 0 && (
        <Text size="sm" c="dimmed">
          The agent can only talk. Add what else it may do in a call.
        </Text>
      )}
      {functions.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }} aria-label="Functions">
          {functions.map((each) => (
            <Group component="li" key={each.id} wrap="nowrap" gap={4} align="flex-start">
              <div style={{ flex: 1, minWidth: 0 }}>
                <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
                  {functionKinds[kindOf(each)].label}
                  {each.name !== kindOf(each) && ` · ${each.name}`}
                </Text>
                <Text size="xs" c="dimmed" lineClamp={2}>
                  {describeFunction(each)}
                </Text>
              </div>
              <Allowed permission="edit">
                <ActionIcon aria-label={`Edit ${each.name}`} onClick={() => setEditing(each)}>
                  <IconPencil size={18} stroke={1.7} />
                </ActionIcon>
              </Allowed>
              <Allowed permission="edit">
                <ActionIcon aria-label={`Delete ${each.name}`} onClick={() => setDeleting(each)}>
                  <IconTrash size={18} stroke={1.7} />
                </ActionIcon>
              </Allowed>
            </Group>
          ))}
        </Stack>
      )}
      <FunctionMenu functions={functions} onAdd={setEditing} />
      {editing && (
        <Suspense>
          <FunctionDialog
            key={editing.id}
            agentId={agentId}
            given={editing}
            otherNames={functions.flatMap(({ id, name }) => (id === editing.id ? [] : name))}
            onDone={finish}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={deleting !== undefined}
        title="Delete function?"
        confirmLabel="Delete"
        isDangerous
        onConfirm={() => {
          onChange(functions.filter(({ id }) => id !== deleting?.id));
          setDeleting(undefined);
        }}
        onClose={() => setDeleting(undefined)}
      >
        The agent can no longer use <strong>{deleting?.name}</strong> once you save and publish.
      </ConfirmDialog>
    </Stack>
  );
}

function FunctionMenu({
  functions,
  onAdd,
}: {
  functions: readonly AgentFunction[];
  onAdd: (made: AgentFunction) => void;
}) {
  const { data: integrations } = useQuery(integrationListQuery);
  const hasCalendar = integrations?.some(({ kind, connected }) => kind === 'calendar' && connected) ?? false;
  const types = functionTypesToAdd(functions);
  return (
    <Menu position="bottom-start" width={280}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" w="fit-content" leftSection={<IconPlus size={16} />}>
          Add Function
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.length === 0 && <Menu.Item disabled>All available functions have been added</Menu.Item>}
        {types.map((type) => {
          const isComing = type === 'check_calendar' && !hasCalendar;
          return (
            <Allowed key={type} permission="edit">
              <Menu.Item
                disabled={isComing}
                onClick={() => onAdd(makeFunction(type, `fn_${crypto.randomUUID()}`, window.location.origin))}
              >
                {functionKinds[type].label}
                {isComing && ' (Coming Soon)'}
                <Text size="xs" c="dimmed">
                  {functionKinds[type].purpose}
                </Text>
              </Menu.Item>
            </Allowed>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
