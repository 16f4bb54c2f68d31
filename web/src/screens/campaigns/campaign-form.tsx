import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { campaignLimits } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { successToast } from '@parley/contract/successes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { campaignsKey } from '../../api/campaign-keys.ts';
import { keepCampaign, saveCampaign } from '../../api/campaigns.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { browserTimeZone, listTimeZones } from '../../components/time-zones.ts';
import { toast } from '../../components/toasts.ts';
import { AdvancedSettings } from './advanced-settings.tsx';
import { AgentSelect, NumbersSelect } from './caller-selects.tsx';
import classes from './campaigns.module.css';
import { numberChoice } from './choose-number.ts';
import { DayField, todayIn } from './day-field.tsx';
import { refusedSettings } from './settings-refusals.ts';
import {
  advancedFields,
  checkNumbers,
  type SettingsValues,
  settingsChecks,
  settingsOf,
  toSave,
} from './settings-values.ts';

type CampaignFormProps = { campaign: Campaign; onClose: () => void };

/** The settings of a campaign, in the drawer and on a page of its own (CAMP-3). */
export function CampaignForm({ campaign, onClose }: CampaignFormProps) {
  const cache = useQueryClient();
  const form = useForm<SettingsValues>({
    initialValues: settingsOf(campaign),
    validate: {
      ...settingsChecks,
      numberIds: (ids) => checkNumbers(ids, campaign.phone_number_ids),
    },
  });
  const [isAdvancedOpen, setAdvancedOpen] = useState(false);
  /** Opens what is folded away over a field that is wrong. */
  const showErrors = (errors: object) => {
    if (advancedFields.some((field) => Object.hasOwn(errors, field))) setAdvancedOpen(true);
  };

  const save = useMutation({
    mutationFn: (values: SettingsValues) => saveCampaign(campaign.id, toSave(values, campaign)),
    onSuccess: (saved) => {
      keepCampaign(cache, saved);
      void cache.invalidateQueries({ queryKey: campaignsKey });
      toast.success(successToast('campaign_saved'));
      onClose();
    },
    onError: (error) => {
      const refused = refusedSettings(error);
      if (Object.keys(refused).length > 0) {
        form.setErrors(refused);
        return showErrors(refused);
      }
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'campaign_not_saved') });
    },
  });
  const { timeZone } = form.values;
  const today = todayIn(timeZone);
  const zones = useMemo(() => listTimeZones([campaign.time_zone, browserTimeZone()]), [campaign.time_zone]);
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values), showErrors)}>
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
            People are called between these hours, by the clock where they are.
          </Text>
          <div className={classes['wide']}>
            <Select
              {...form.getInputProps('timeZone')}
              label="Time zone"
              description="For the start date, and for people whose number does not show where they are."
              data={zones}
              searchable
              allowDeselect={false}
              limit={60}
              nothingFoundMessage="No time zone found."
              maxDropdownHeight={280}
            />
          </div>
          <div className={classes['wide']}>
            <AgentSelect {...form.getInputProps('agentId')} chosenId={campaign.assigned_agent_uuid} />
          </div>
          <div className={classes['wide']}>
            <NumbersSelect
              {...form.getInputProps('numberIds')}
              chosen={campaign.phone_number_ids.map((id, at) =>
                numberChoice({ id, phone: campaign.phone_numbers[at] ?? '' }),
              )}
            />
          </div>
        </div>
      </AllowedFields>
      <AdvancedSettings form={form} timeZone={timeZone} isOpen={isAdvancedOpen} onOpen={setAdvancedOpen} />
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
