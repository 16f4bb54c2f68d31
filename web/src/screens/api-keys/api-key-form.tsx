import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ApiKeyAreas } from '../../api/api-keys.ts';
import classes from './api-keys.module.css';
import { type Access, accessIn, accessLabels, choicesIn, setAccess } from './scope-words.ts';

export type ApiKeyValues = { name: string; scopes: string[] };

type ApiKeyFieldsProps = {
  values: ApiKeyValues;
  areas: ApiKeyAreas;
  problems: { name?: string | undefined; scopes?: string | undefined };
  onChange: (values: ApiKeyValues) => void;
};

/** Name of a key and what it may do, area by area. */
export function ApiKeyFields({ values, areas, problems, onChange }: ApiKeyFieldsProps) {
  const setAll = (access: Access) =>
    onChange({
      ...values,
      scopes: areas.reduce<string[]>((scopes, area) => setAccess(area, access, scopes), []),
    });
  return (
    <Stack gap="lg">
      <TextInput
        label="Name"
        description="Say which program uses it, so that you know later what stops when you revoke it."
        placeholder="Reporting dashboard"
        maxLength={80}
        value={values.name}
        error={problems.name}
        onChange={({ currentTarget }) => onChange({ ...values, name: currentTarget.value })}
        data-autofocus
      />
      <div>
        <Group justify="space-between" align="flex-end" mb={6}>
          <Text size="sm" fw={500}>
            What may it do?
          </Text>
          <Group gap={4}>
            <Button size="compact-sm" variant="subtle" onClick={() => setAll('read')}>
              Read everything
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setAll('write')}>
              Allow everything
            </Button>
            <Button size="compact-sm" variant="subtle" onClick={() => setAll('none')}>
              Clear
            </Button>
          </Group>
        </Group>
        <ul className={classes['areas']}>
          {areas.map((area) => (
            <li key={area.area} className={classes['area']}>
              <div className={classes['areaWords']}>
                <Text size="sm" fw={600}>
                  {area.label}
                </Text>
                <Text size="sm" c="dimmed">
                  {area.about}
                </Text>
              </div>
              <SegmentedControl
                size="xs"
                aria-label={`Access to ${area.label}`}
                data={choicesIn(area).map((value) => ({ value, label: accessLabels[value] }))}
                value={accessIn(area.area, values.scopes)}
                onChange={(access) =>
                  onChange({ ...values, scopes: setAccess(area, access as Access, values.scopes) })
                }
              />
            </li>
          ))}
        </ul>
        {problems.scopes !== undefined && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)" mt={6}>
            {problems.scopes}
          </Text>
        )}
      </div>
    </Stack>
  );
}

/** What is missing before the form can be sent; empty when nothing is. */
export function findProblems({ name, scopes }: ApiKeyValues): ApiKeyFieldsProps['problems'] {
  return {
    ...(name.trim() === '' && { name: 'Give the key a name.' }),
    ...(scopes.length === 0 && { scopes: 'Choose at least one thing the key may do.' }),
  };
}
