import { Alert, Button, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { campaignFields, phoneField } from '@parley/contract/campaign-rules';
import { errorSentence } from '@parley/contract/errors';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { mergeFieldsQuery } from '../../../api/merge-fields.ts';
import { fieldName } from './field-name.ts';
import type { FieldColumns } from './guess-mapping.ts';
import type { CsvColumn } from './read-csv.ts';
import classes from './wizard.module.css';

/** No column is called so: columns without a heading are left out. */
const notInFile = '';

type MapStepProps = {
  columns: readonly CsvColumn[];
  mapping: FieldColumns;
  onChange: (mapping: FieldColumns) => void;
};

/** Which column holds which field (WIZ-3): fields on the left, columns with their first values on the right. */
export function MapStep({ columns, mapping, onChange }: MapStepProps) {
  const fields = useQuery(mergeFieldsQuery);
  if (fields.isPending) return <FieldsLoading />;
  if (fields.isError && !fields.data)
    return (
      <Alert
        color="red"
        icon={<IconAlertTriangle />}
        title={errorSentence('mapping_fields_not_loaded')}
        role="alert"
      >
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          leftSection={<IconRefresh size={16} />}
          loading={fields.isFetching}
          onClick={() => void fields.refetch()}
        >
          Try Again
        </Button>
      </Alert>
    );
  const used = new Set(Object.values(mapping));
  const unused = columns.filter(({ name }) => !used.has(name));
  const set = (field: string, column: string | null) => {
    const { [field]: _, ...others } = mapping;
    onChange(column === null ? others : { ...others, [field]: column });
  };
  return (
    <>
      <Text c="dimmed" mb="xs">
        Say which column holds what. Likely matches are chosen already.
      </Text>
      <ul className={classes['fields']}>
        {phoneFirst([...(fields.data ?? []), ...campaignFields]).map((field) => (
          <FieldRow
            key={field.field_name}
            field={field}
            columns={columns}
            chosen={mapping[field.field_name]}
            used={used}
            onChoose={(column) => set(field.field_name, column)}
          />
        ))}
      </ul>
      {unused.length > 0 && (
        <Text size="sm" c="dimmed" mt="md" style={{ overflowWrap: 'anywhere' }}>
          Not used: {unused.map(({ name }) => name).join(', ')}
        </Text>
      )}
    </>
  );
}

/** The one field that is required stands where it is seen first. */
function phoneFirst(fields: readonly ProductField[]): ProductField[] {
  return fields.toSorted(
    (one, other) => Number(other.field_name === phoneField) - Number(one.field_name === phoneField),
  );
}

type ProductField = { field_name: string; field_description: string };

type FieldRowProps = {
  field: ProductField;
  columns: readonly CsvColumn[];
  chosen: string | undefined;
  used: ReadonlySet<string>;
  onChoose: (column: string | null) => void;
};

function FieldRow({ field, columns, chosen, used, onChoose }: FieldRowProps) {
  const name = fieldName(field.field_name);
  const isMissing = field.field_name === phoneField && chosen === undefined;
  const samples = columns.find((column) => column.name === chosen)?.samples ?? [];
  return (
    <li className={classes['field']}>
      <div>
        <Text fw={600} component="span">
          {name}
          {field.field_name === phoneField && (
            <Text component="span" c="var(--mantine-color-error)" aria-hidden="true">
              {' *'}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {field.field_description}
        </Text>
      </div>
      <div>
        <Select
          aria-label={`Column for ${name}`}
          placeholder="Choose a column"
          data={[
            { value: notInFile, label: 'Not in the file', disabled: false },
            ...columns.map((column) => ({
              value: column.name,
              label: column.name,
              disabled: used.has(column.name) && column.name !== chosen,
            })),
          ]}
          value={chosen ?? null}
          onChange={(value) => onChoose(value === notInFile ? null : value)}
          searchable
          nothingFoundMessage="No column of this name."
          maxDropdownHeight={260}
          limit={100}
          required={field.field_name === phoneField}
          error={isMissing && 'Required: choose the column with the phone numbers.'}
        />
        {samples.length > 0 && (
          <Text size="sm" c="dimmed" mt={6} truncate title={samples.join(', ')}>
            {samples.join(', ')}
          </Text>
        )}
      </div>
    </li>
  );
}

function FieldsLoading() {
  return (
    <Stack gap="lg" role="status" aria-label="Loading fields">
      {[0, 1, 2, 3, 4].map((row) => (
        <Group key={row} grow>
          <Skeleton height={38} radius="md" />
          <Skeleton height={38} radius="md" />
        </Group>
      ))}
    </Stack>
  );
}
