import {
  Button,
  Collapse,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import type { Connection, Vendor } from '@parley/contract/connections';
import { AppError } from '@parley/contract/errors';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionValues } from '../../api/connections.ts';
import { AllowedFields } from '../allowed.tsx';
import {
  findProblems,
  readSettingFields,
  type SettingField,
  startValues,
  toSettings,
} from './setting-fields.ts';

type ConnectionFormProps = {
  vendor: Vendor;
  /** What is changed; undefined for a new one. */
  connection: Connection | undefined;
  isBusy: boolean;
  error: Error | null;
  /** What the button says that saves, such as "Save and test". */
  submitLabel: string;
  onSubmit: (values: ConnectionValues) => void;
  onCancel: () => void;
};

/** A connection's form, drawn from the vendor's schema: what must be filled in first, the rest folded away. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { vendor, connection, isBusy, error, submitLabel, onSubmit, onCancel } = props;
  const fields = readSettingFields(vendor.settingsSchema);
  const [name, setName] = useState(connection?.name ?? vendor.name);
  const [values, setValues] = useState(() => startValues(vendor.settingsSchema, connection?.settings));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const refused = refusedFields(error);
  const problemOf = (field: string) => problems[field] ?? refused[field];
  const isStored = (field: string) => connection?.secretsSet.includes(field) ?? false;

  // A long form says itself what comes first; in others it is what must be filled in, and keys.
  const namesMain = fields.some((field) => field.isMain);
  const isFirst = (field: SettingField) =>
    namesMain ? field.isMain : field.isRequired || field.kind === 'secret';
  const first = fields.filter(isFirst);
  const rest = fields.filter((field) => !isFirst(field));
  const [isOpen, setIsOpen] = useState((connection !== undefined && !namesMain) || first.length === 0);
  const isRestShown = isOpen || rest.some((field) => problemOf(field.name) !== undefined);

  const submit = () => {
    const found = findProblems(fields, values, isStored);
    if (name.trim() === '') found['name'] = 'Name is required';
    setProblems(found);
    if (Object.keys(found).length === 0)
      onSubmit({ name: name.trim(), settings: toSettings(fields, values) });
  };
  const draw = (field: SettingField) => (
    <Field
      key={field.name}
      field={field}
      value={values[field.name] ?? ''}
      isStored={isStored(field.name)}
      problem={problemOf(field.name)}
      onChange={(value) => setValues((all) => ({ ...all, [field.name]: value }))}
    />
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) submit();
      }}
    >
      <AllowedFields permission="manage">
        <Stack gap="md">
          {first.map(draw)}
          <TextInput
            label="Name"
            description="To tell it from others in your workspace."
            value={name}
            maxLength={100}
            error={problems['name']}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          {rest.length > 0 && (
            <>
              <Button
                variant="subtle"
                size="compact-md"
                w="fit-content"
                aria-expanded={isRestShown}
                rightSection={<IconChevronDown size={16} />}
                onClick={() => setIsOpen(!isRestShown)}
              >
                More settings
              </Button>
              <Collapse expanded={isRestShown}>
                <Stack gap="md">{rest.map(draw)}</Stack>
              </Collapse>
            </>
          )}
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </AllowedFields>
    </form>
  );
}

/** Fields the server refused, with its reason. */
function refusedFields(error: Error | null): Record<string, string> {
  if (!(error instanceof AppError)) return {};
  return Object.fromEntries(
    (error.details ?? []).map(({ field, message }) => [field.replace('settings.', ''), message]),
  );
}

function Field(props: {
  field: SettingField;
  value: string | boolean;
  isStored: boolean;
  problem: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const { field, value, isStored, problem, onChange } = props;
  const told = { label: field.label, description: field.help || undefined, error: problem };
  if (typeof value === 'boolean')
    return (
      <Switch {...told} checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    );
  const entry = {
    ...told,
    value,
    withAsterisk: field.isRequired && !isStored,
    placeholder: isStored ? 'Stored. Leave empty to keep it.' : field.standard,
  };
  if (field.choices)
    return (
      <NativeSelect
        {...told}
        data={[...field.choices]}
        value={value === '' ? field.standard : value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  if (field.kind === 'number')
    return (
      <NumberInput
        {...entry}
        {...(field.isWhole ? { step: 1, allowDecimal: false } : { step: 0.05, decimalScale: 2 })}
        hideControls
        onChange={(next) => onChange(String(next))}
      />
    );
  const text = {
    ...entry,
    autoComplete: 'off',
    spellCheck: false,
    maxLength: field.maxLength ?? 2_000,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  return field.kind === 'secret' ? <PasswordInput {...text} /> : <TextInput {...text} />;
}
