import { Button, Checkbox, Group, MultiSelect, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { IntegrationChoice, MessageSettings } from '@parley/contract/integrations';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { dispositionLabels } from '../../components/call/labels.ts';
import { useSaveSettings } from './use-save-settings.ts';

type MessageFormProps = { id: string; settings: MessageSettings; choices: readonly IntegrationChoice[] };
type Outcome = MessageSettings['outcomes'][number];

const outcomes = Object.entries(dispositionLabels) as [Outcome, string][];

/** Where calls are told, and which. */
export function MessageForm({ id, settings, choices }: MessageFormProps) {
  const form = useForm<MessageSettings>({ initialValues: settings });
  const { save, isSaving } = useSaveSettings(id);
  const { values } = form;
  const channels = [...new Map([...settings.channels, ...choices].map((each) => [each.id, each.name]))];
  const nameOf = new Map(channels);
  const isSilent = values.channels.length === 0 || values.outcomes.length === 0;

  return (
    <form
      noValidate
      onSubmit={form.onSubmit((changed) => {
        save(changed);
        form.resetDirty(changed);
      })}
    >
      <AllowedFields permission="manage">
        <Stack gap="md">
          <Title order={3} size="h3">
            Messages
          </Title>
          <MultiSelect
            label="Channels"
            placeholder={values.channels.length === 0 ? 'Choose one or more' : ''}
            data={channels.map(([value, label]) => ({ value, label }))}
            searchable
            limit={100}
            maxValues={10}
            nothingFoundMessage="No such channel"
            value={values.channels.map((channel) => channel.id)}
            onChange={(ids) =>
              form.setFieldValue(
                'channels',
                ids.map((each) => ({ id: each, name: nameOf.get(each) ?? each })),
              )
            }
          />
          <Checkbox.Group
            label="Tell calls with this outcome"
            value={values.outcomes}
            onChange={(chosen) => form.setFieldValue('outcomes', chosen as Outcome[])}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
              {outcomes.map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
          <Switch
            label="Show full phone numbers"
            description="Otherwise only the last four digits are told."
            {...form.getInputProps('show_full_numbers', { type: 'checkbox' })}
          />
          <Switch
            label="Tell test calls, too"
            {...form.getInputProps('include_test_calls', { type: 'checkbox' })}
          />
          {isSilent && (
            <Text size="sm" c="dimmed" role="status">
              Nothing is told until a channel and an outcome are chosen.
            </Text>
          )}
        </Stack>
      </AllowedFields>
      <Group justify="flex-end" mt="lg">
        <Allowed permission="manage">
          <Button type="submit" disabled={!form.isDirty()} loading={isSaving}>
            Save settings
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}
