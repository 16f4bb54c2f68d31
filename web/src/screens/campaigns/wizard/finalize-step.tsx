import { Radio, Switch, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { campaignLimits, dialingModeLabels, dialingModes } from '@parley/contract/campaign-rules';
import { useQuery } from '@tanstack/react-query';
import { numberListQuery } from '../../../api/numbers.ts';
import { AgentSelect, NumberSelect, NumbersSelect } from '../caller-selects.tsx';
import { DayField, todayIn } from '../day-field.tsx';
import type { CampaignDetails } from './campaign-details.ts';
import classes from './wizard.module.css';

type FinalizeStepProps = { form: UseFormReturnType<CampaignDetails>; timeZone: string };

/** Name, who calls, how, and when (WIZ-4, WIZ-6). */
export function FinalizeStep({ form, timeZone }: FinalizeStepProps) {
  const { data: numbers = [] } = useQuery(numberListQuery);
  const hasMoreNumbers = numbers.length > 1;
  return (
    <div className={classes['form']}>
      <TextInput
        {...form.getInputProps('name')}
        label="Campaign name"
        placeholder="Autumn check-ups"
        required
        maxLength={campaignLimits.nameLength}
        className={classes['wide'] ?? ''}
      />
      <AgentSelect {...form.getInputProps('agentId')} required />
      <NumberSelect
        {...form.getInputProps('numberId')}
        onChange={(id: string | null) => {
          form.setFieldValue('numberId', id);
          form.setFieldValue('moreNumberIds', (more) => more.filter((each) => each !== id));
        }}
        required
      />
      {hasMoreNumbers && form.values.numberId !== null && (
        <div className={classes['wide']}>
          <NumbersSelect
            {...form.getInputProps('moreNumberIds')}
            label="More numbers"
            description="Optional. Of several, each person is called with the one nearest to their own number."
            placeholder="Choose more numbers"
            exceptId={form.values.numberId}
          />
        </div>
      )}
      <Radio.Group {...form.getInputProps('mode')} label="Dialing mode" className={classes['wide'] ?? ''}>
        <div className={classes['modes']}>
          {dialingModes.map((mode) => (
            <Radio.Card key={mode} value={mode} className={classes['mode'] ?? ''}>
              <Text fw={600} component="span" display="block">
                {dialingModeLabels[mode].label}
              </Text>
              <Text size="sm" c="dimmed" component="span" display="block" mt={2}>
                {dialingModeLabels[mode].about}
              </Text>
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      <DayField
        label="Start date"
        value={form.values.date}
        error={form.errors['date']}
        onChange={(day) => form.setFieldValue('date', day)}
        description="Optional: without one you start it yourself."
        clearable
        from={todayIn(timeZone)}
      />
      <TextInput
        {...form.getInputProps('time')}
        label="Start time"
        description={`Time zone: ${timeZone.replaceAll('_', ' ')}`}
        type="time"
        disabled={form.values.date === ''}
      />
      <Switch
        {...form.getInputProps('requiresConsent', { type: 'checkbox' })}
        label="Only people who agreed to be called"
        description="Rows whose consent column does not say yes are left out."
        className={classes['wide'] ?? ''}
      />
    </div>
  );
}
