import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { secretMask } from '@parley/contract/agent-function-rules';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

type HeaderFieldsProps = {
  headers: Readonly<Record<string, string>>;
  onChange: (headers: Record<string, string>) => void;
};

/** Headers of the request. A stored value is never shown again: it stays, or is typed anew. */
export function HeaderFields({ headers, onChange }: HeaderFieldsProps) {
  const [rows, setRows] = useState(() =>
    Object.entries(headers).map(([name, value]) => ({ name, value, isStored: value === secretMask })),
  );
  const change = (next: typeof rows) => {
    setRows(next);
    onChange(
      Object.fromEntries(
        next.flatMap(({ name, value }) => (name.trim() === '' ? [] : [[name.trim(), value]])),
      ),
    );
  };
  return (
    <Stack gap="xs" role="group" aria-label="Headers">
      <Text size="sm" fw={500}>
        Headers
      </Text>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place only.
        <Group key={at} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={`Header ${at + 1} name`}
            placeholder="Authorization"
            flex={1}
            maxLength={100}
            value={row.name}
            readOnly={row.isStored}
            onChange={({ currentTarget }) => change(rows.with(at, { ...row, name: currentTarget.value }))}
          />
          <TextInput
            aria-label={`Header ${at + 1} value`}
            placeholder="Value"
            flex={1}
            maxLength={2_000}
            autoComplete="off"
            value={row.value}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => change(rows.with(at, { ...row, value: currentTarget.value }))}
          />
          <ActionIcon
            aria-label={`Remove header ${at + 1}`}
            onClick={() => change(rows.filter((_, other) => other !== at))}
          >
            <IconTrash size={18} stroke={1.7} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        w="fit-content"
        leftSection={<IconPlus size={14} />}
        onClick={() => change([...rows, { name: '', value: '', isStored: false }])}
      >
        Add header
      </Button>
    </Stack>
  );
}
