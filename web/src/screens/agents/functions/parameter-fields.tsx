import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { FunctionParameters } from '@parley/contract/agent-functions';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  checkRows,
  type ParameterRow,
  parameterTypes,
  readParameters,
  toParameters,
  toRows,
} from './parameter-rows.ts';

type ParameterFieldsProps = {
  parameters: FunctionParameters;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onChange: (parameters: FunctionParameters) => void;
};

/** What the agent has to find out before it asks: as a form, or as the JSON schema itself. */
export function ParameterFields({ parameters, problem, onProblem, onChange }: ParameterFieldsProps) {
  const [rows, setRows] = useState(() => toRows(parameters));
  const [text, setText] = useState(() => toText(parameters));
  const [isJson, setIsJson] = useState(rows === undefined);

  const changeRows = (next: ParameterRow[]) => {
    setRows(next);
    const wrong = checkRows(next);
    onProblem(wrong);
    if (wrong === null) onChange(toParameters(next));
  };
  const changeText = (next: string) => {
    setText(next);
    const read = readParameters(next);
    onProblem('problem' in read ? read.problem : null);
    if ('parameters' in read) onChange(read.parameters);
  };
  const changeView = (view: string) => {
    onProblem(null);
    setText(toText(parameters));
    setRows(toRows(parameters));
    setIsJson(view === 'json' || toRows(parameters) === undefined);
  };

  return (
    <Stack gap="xs" role="group" aria-label="Parameters">
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          Parameters
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="How to edit the parameters"
          value={isJson ? 'json' : 'form'}
          data={[
            { value: 'form', label: 'Form', disabled: toRows(parameters) === undefined },
            { value: 'json', label: 'JSON schema' },
          ]}
          onChange={changeView}
        />
      </Group>
      {isJson ? (
        <Textarea
          aria-label="JSON schema of the parameters"
          value={text}
          error={problem}
          ff="monospace"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          autosize
          minRows={8}
          maxRows={20}
          spellCheck={false}
          onChange={({ currentTarget }) => changeText(currentTarget.value)}
        />
      ) : (
        <>
          {rows?.map((row, at) => (
            <ParameterRowFields
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place only.
              key={at}
              row={row}
              place={at + 1}
              onChange={(next) => changeRows(rows.with(at, next))}
              onRemove={() => changeRows(rows.filter((_, other) => other !== at))}
            />
          ))}
          {problem !== null && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
          <Button
            variant="default"
            size="compact-sm"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() =>
              changeRows([...(rows ?? []), { name: '', type: 'string', description: '', isRequired: true }])
            }
          >
            Add parameter
          </Button>
        </>
      )}
    </Stack>
  );
}

function ParameterRowFields({
  row,
  place,
  onChange,
  onRemove,
}: {
  row: ParameterRow;
  place: number;
  onChange: (row: ParameterRow) => void;
  onRemove: () => void;
}) {
  return (
    <Stack gap={6} pb={6}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={`Parameter ${place} name`}
          placeholder="order_number"
          flex={1}
          maxLength={64}
          value={row.name}
          onChange={({ currentTarget }) => onChange({ ...row, name: currentTarget.value })}
        />
        <Select
          aria-label={`Parameter ${place} type`}
          w={110}
          data={[...parameterTypes]}
          value={row.type}
          allowDeselect={false}
          onChange={(picked) => {
            const type = parameterTypes.find((each) => each === picked);
            if (type) onChange({ ...row, type });
          }}
        />
        <ActionIcon aria-label={`Remove parameter ${place}`} onClick={onRemove}>
          <IconTrash size={18} stroke={1.7} />
        </ActionIcon>
      </Group>
      <TextInput
        aria-label={`Parameter ${place} description`}
        placeholder="What it is, for the agent"
        maxLength={500}
        value={row.description}
        onChange={({ currentTarget }) => onChange({ ...row, description: currentTarget.value })}
      />
      <Checkbox
        label="Required"
        aria-label={`Parameter ${place} is required`}
        checked={row.isRequired}
        onChange={({ currentTarget }) => onChange({ ...row, isRequired: currentTarget.checked })}
      />
    </Stack>
  );
}

function toText(parameters: FunctionParameters): string {
  return JSON.stringify(parameters, null, 2);
}
