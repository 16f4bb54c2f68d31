import { Button, Group, MultiSelect, Select, SimpleGrid, Stack, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CalendarSettings, IntegrationChoice } from '@parley/contract/integrations';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { findHoursProblem } from './opening-hours.ts';
import { OpeningHours } from './opening-hours-field.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const slotLengths = [15, 20, 30, 45, 60, 90, 120];
const buffers = [0, 5, 10, 15, 30, 45, 60];
const notices = [0, 30, 60, 120, 240, 720, 1_440, 2_880, 10_080];
const horizons = [7, 14, 30, 60, 90, 180];

type CalendarFormProps = {
  id: string;
  settings: CalendarSettings;
  choices: readonly IntegrationChoice[];
};

/** Into which calendar agents book, and when. */
export function CalendarForm({ id, settings, choices }: CalendarFormProps) {
  const form = useForm<CalendarSettings>({
    initialValues: settings,
    validate: { hours: findHoursProblem },
  });
  const { save, isSaving } = useSaveSettings(id);
  const { values } = form;
  const choiceOf = ({ id: value, name }: { id: string; name: string }) => ({ value, label: name });
  const known = new Set(choices.map((choice) => choice.id));
  // A calendar that was chosen and has left the account since is still shown, so that it can be taken out.
  const lost = [settings.calendar_id, ...settings.busy_calendar_ids].filter((each) => !known.has(each));
  const gone = [...new Set(lost)].map((each) => ({ value: each, label: `${each} (not found)` }));
  const writable = choices.filter((choice) => choice.is_writable).map(choiceOf);

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
            Appointments
          </Title>
          <Select
            label="Book into"
            data={[...writable, ...gone.filter((each) => each.value === values.calendar_id)]}
            allowDeselect={false}
            {...form.getInputProps('calendar_id')}
          />
          <MultiSelect
            label="Also keep clear of"
            description="What stands in these calendars counts as busy, too."
            data={[...choices.map(choiceOf), ...gone]}
            maxValues={20}
            {...form.getInputProps('busy_calendar_ids')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <MinutesSelect label="Length" from={slotLengths} {...form.getInputProps('slot_minutes')} />
            <MinutesSelect
              label="Pause before and after"
              from={buffers}
              {...form.getInputProps('buffer_minutes')}
            />
            <MinutesSelect
              label="Earliest"
              from={notices}
              suffix="from now"
              {...form.getInputProps('notice_minutes')}
            />
            <Select
              label="Latest"
              data={optionsOf(horizons, values.horizon_days, (days) => `${days} days from now`)}
              allowDeselect={false}
              value={String(values.horizon_days)}
              onChange={(value) => form.setFieldValue('horizon_days', Number(value))}
            />
          </SimpleGrid>
          <Title order={3} size="h3" mt="xs">
            Working hours
          </Title>
          <Select
            label="Time zone"
            data={listTimeZones(values.time_zone)}
            searchable
            limit={60}
            nothingFoundMessage="No such time zone"
            allowDeselect={false}
            {...form.getInputProps('time_zone')}
          />
          <OpeningHours
            hours={values.hours}
            error={typeof form.errors['hours'] === 'string' ? form.errors['hours'] : undefined}
            onChange={(hours) => form.setFieldValue('hours', hours)}
          />
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

type MinutesSelectProps = {
  label: string;
  from: readonly number[];
  suffix?: string;
  value?: number;
  onChange?: (minutes: number) => void;
};

function MinutesSelect({ label, from, suffix = '', value = 0, onChange }: MinutesSelectProps) {
  return (
    <Select
      label={label}
      data={optionsOf(from, value, (minutes) =>
        `${describeMinutes(minutes)} ${minutes > 0 ? suffix : ''}`.trim(),
      )}
      allowDeselect={false}
      value={String(value)}
      onChange={(chosen) => onChange?.(Number(chosen))}
    />
  );
}

/** The usual values, and the one that is set where it is another. */
function optionsOf(from: readonly number[], value: number, describe: (value: number) => string) {
  return [...new Set([...from, value])]
    .sort((one, other) => one - other)
    .map((each) => ({ value: String(each), label: describe(each) }));
}

function describeMinutes(minutes: number): string {
  if (minutes === 0) return 'None';
  if (minutes % 1_440 === 0) return minutes === 1_440 ? '1 day' : `${minutes / 1_440} days`;
  if (minutes % 60 === 0) return minutes === 60 ? '1 hour' : `${minutes / 60} hours`;
  return `${minutes} minutes`;
}

/** Every zone the browser knows, with UTC and the one that is set, which it may not list. */
function listTimeZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort();
}
