import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core';
import { agentTestLimits } from '@parley/contract/agent-test-rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type AnswerRow, newAnswerRow } from './scenario-values.ts';

/** What the agent's functions answer in a test, since nothing outside is asked. */
export function AnswerRows({ rows, onChange }: { rows: AnswerRow[]; onChange: (rows: AnswerRow[]) => void }) {
  const set = (key: string, change: Partial<AnswerRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  return (
    <Fieldset legend="What functions answer">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          A test books, transfers and sends nothing. A function that is not named here answers “It is done.”
        </Text>
        {rows.map((row, at) => (
          <Group key={row.key} gap="xs" align="flex-start" wrap="nowrap">
            <Group gap="xs" grow preventGrowOverflow={false} style={{ flex: 1 }}>
              <TextInput
                aria-label={`Function ${at + 1}`}
                placeholder="check_order"
                value={row.name}
                miw={150}
                maxLength={80}
                onChange={(event) => set(row.key, { name: event.currentTarget.value })}
              />
              <TextInput
                aria-label={`Answer of function ${at + 1}`}
                placeholder="The order arrives on Friday."
                value={row.answer}
                miw={170}
                maxLength={agentTestLimits.answerLength}
                onChange={(event) => set(row.key, { answer: event.currentTarget.value })}
              />
            </Group>
            <ActionIcon
              mt={4}
              aria-label={`Remove function ${at + 1}`}
              onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={18} stroke={1.7} />
            </ActionIcon>
          </Group>
        ))}
        {rows.length < 20 && (
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={16} />}
            onClick={() => onChange([...rows, newAnswerRow()])}
          >
            Add answer
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
