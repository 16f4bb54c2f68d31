import { Accordion, Button, Checkbox, Group, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { campaignLimits, dialingModeLabels, dialingModes } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { AppError } from '@parley/contract/errors';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { campaignsKey } from '../../api/campaign-keys.ts';
import { keepCampaign, saveCampaign } from '../../api/campaigns.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { toast } from '../../components/toasts.ts';
import { AgentSelect, NumberSelect } from './caller-selects.tsx';
import { weekdayNames } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { DayField, todayIn } from './day-field.tsx';
import { type SettingsValues, settingsChecks, settingsOf, toSave } from './settings-values.ts';

type SettingsForm = UseFormReturnType<SettingsValues>;
type CampaignFormProps = { campaign: Campaign; onClose: () => void };

/** The settings of a campaign, in the drawer and on a page of its own (CAMP-3). */
export function CampaignForm({ campaign, onClose }: CampaignFormProps) {
  const cache = useQueryClient();
  const form: SettingsForm = useForm({
    initialValues: settingsOf(campaign),
    validate: settingsChecks,
  });
  const save = useMutation({
    mutationFn: (values: SettingsValues) => saveCampaign(campaign.id, toSave(values, campaign)),
    onSuccess: (saved) => {
      keepCampaign(cache, saved);
      void cache.invalidateQueries({ queryKey: campaignsKey });
      toast.success(successToast('campaign_saved'));
      onClose();
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'campaign_hours_empty')
        return form.setFieldError('endTime', error.message);
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'campaign_not_saved') });
    },
  });
  const today = todayIn(campaign.time_zone);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <AllowedFields permission="edit">
        <div className={classes['form']}>
          <TextInput
            {...form.getInputProps('name')}
            label="Campaign name"
            required
            maxLength={campaignLimits.nameLength}
            className={classes['wide'] ?? ''}
          />
          <DayField
            label="Start date"
            required
            value={form.values.date}
            error={form.errors['date']}
            onChange={(day) => form.setFieldValue('date', day)}
            from={campaign.start_date !== '' && campaign.start_date < today ? campaign.start_date : today}
            className={classes['wide'] ?? ''}
          />
          <TextInput {...form.getInputProps('startTime')} label="Start time" type="time" required />
          <TextInput {...form.getInputProps('endTime')} label="End time" type="time" required />
          <Text size="sm" c="dimmed" mt={-12} className={classes['wide'] ?? ''}>
            People are called between these hours of their own clock. The start date is that of{' '}
            {campaign.time_zone.replaceAll('_', ' ')}.
          </Text>
          <div className={classes['wide']}>
            <AgentSelect {...form.getInputProps('agentId')} chosenId={campaign.assigned_agent_uuid} />
          </div>
          <div className={classes['wide']}>
            <NumberSelect {...form.getInputProps('numberId')} />
          </div>
        </div>
        <MoreSettings form={form} />
      </AllowedFields>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Allowed permission="edit">
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
        </Allowed>
      </Group>
    </form>
  );
}

/** Days, pace and attempts: they begin with what suits most campaigns. */
function MoreSettings({ form }: { form: SettingsForm }) {
  const isWrong = ['weekdays', 'maxLiveCalls', 'maxAttempts'].some(
    (field) => form.errors[field] !== undefined,
  );
  return (
    <Accordion mt="lg" variant="contained" radius="md" {...(isWrong && { value: 'more' })}>
      <Accordion.Item value="more">
        <Accordion.Control>Days, pace and attempts</Accordion.Control>
        <Accordion.Panel>
          <div className={classes['form']}>
            <Checkbox.Group
              {...form.getInputProps('weekdays')}
              label="Days of the week"
              className={classes['wide'] ?? ''}
            >
              <Group gap="sm" mt={8}>
                {weekdayNames.map((name, at) => (
                  <Checkbox key={name} value={String(at + 1)} label={name.slice(0, 3)} aria-label={name} />
                ))}
              </Group>
            </Checkbox.Group>
            <Select
              {...form.getInputProps('mode')}
              label="Dialing mode"
              description={dialingModeLabels[form.values.mode].about}
              data={dialingModes.map((mode) => ({ value: mode, label: dialingModeLabels[mode].label }))}
              allowDeselect={false}
              className={classes['wide'] ?? ''}
            />
            <NumberInput
              {...form.getInputProps('maxLiveCalls')}
              label="Calls at once"
              min={1}
              max={campaignLimits.liveCalls}
              allowDecimal={false}
              hideControls
            />
            <NumberInput
              {...form.getInputProps('maxAttempts')}
              label="Attempts per person"
              min={1}
              max={campaignLimits.attempts}
              allowDecimal={false}
              hideControls
            />
          </div>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}
