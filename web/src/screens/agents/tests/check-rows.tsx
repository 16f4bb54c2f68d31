import { ActionIcon, Button, Fieldset, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { agentTestLimits } from '@parley/contract/agent-test-rules';
import type { ScenarioCheck } from '@parley/contract/agent-tests';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { checkKinds } from './describe-check.ts';
import { type CheckRow, newCheckRow } from './scenario-values.ts';

type CheckRowsProps = { legend: string; rows: CheckRow[]; onChange: (rows: CheckRow[]) => void };

/** What must, or must not, happen in a test. */
export function CheckRows({ legend, rows, onChange }: CheckRowsProps) {
  const set = (key: string, change: Partial<CheckRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {rows.map((row, at) => {
          const kind = checkKinds.find((each) => each.kind === row.kind)!;
          const number = at + 1;
          return (
            <Group key={row.key} gap="xs" align="flex-start" wrap="nowrap">
              <Group gap="xs" grow preventGrowOverflow={false} style={{ flex: 1 }}>
                <NativeSelect
                  aria-label={`${legend}: kind of expectation ${number}`}
                  data={checkKinds.map(({ kind: value, label }) => ({ value, label }))}
                  value={row.kind}
                  miw={170}
                  onChange={(event) =>
                    set(row.key, { kind: event.currentTarget.value as ScenarioCheck['kind'] })
                  }
                />
                {row.kind !== 'ends_call' && (
                  <TextInput
                    aria-label={`${legend}: expectation ${number}`}
                    placeholder={kind.placeholder}
                    value={row.text}
                    miw={170}
                    maxLength={agentTestLimits.checkLength}
                    onChange={(event) => set(row.key, { text: event.currentTarget.value })}
                  />
                )}
              </Group>
              <ActionIcon
                mt={4}
                aria-label={`${legend}: remove expectation ${number}`}
                onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
              >
                <IconTrash size={18} stroke={1.7} />
              </ActionIcon>
            </Group>
          );
        })}
        {rows.length < agentTestLimits.checks && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...rows, newCheckRow()])}
          >
            Add expectation
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
