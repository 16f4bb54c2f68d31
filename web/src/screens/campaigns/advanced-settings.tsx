import { Accordion, Checkbox, Group, NumberInput, Select, Switch, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import {
  campaignLimits,
  defaultCampaignRules,
  dialingModeLabels,
  dialingModes,
} from '@parley/contract/campaign-rules';
import { type ReactNode, useId } from 'react';
import { AllowedFields } from '../../components/allowed.tsx';
import { describeRules, weekdayNames } from './campaign-words.ts';
import classes from './campaigns.module.css';
import { DaysField, todayIn } from './day-field.tsx';
import { describeDelay } from './retry-delay.ts';
import { RetryDelayField } from './retry-delay-field.tsx';
import type { RetryKind, SettingsValues } from './settings-values.ts';

type AdvancedSettingsProps = {
  form: UseFormReturnType<SettingsValues>;
  /** Of the campaign. */
  timeZone: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** What a call ended with, in the order in which it happens most. */
const retryLabels: Readonly<Record<RetryKind, string>> = {
  busy: 'After a busy line',
  no_answer: 'After no answer',
  voicemail: 'After voicemail',
  failed: 'After a failed call',
};
const retryKinds: readonly RetryKind[] = ['busy', 'no_answer', 'voicemail', 'failed'];
const usual = defaultCampaignRules;

/** Days, pace, further calls and consent: they begin with what suits most campaigns. Who may not edit can open it too. */
export function AdvancedSettings({ form, timeZone, isOpen, onOpen }: AdvancedSettingsProps) {
  return (
    <Accordion
      mt="lg"
      variant="contained"
      radius="md"
      value={isOpen ? 'advanced' : null}
      onChange={(value) => onOpen(value !== null)}
      // What is wrong inside can have the focus at once.
      transitionDuration={0}
    >
      <Accordion.Item value="advanced" className={classes['advanced'] ?? ''}>
        <Accordion.Control>
          Advanced
          <Text component="span" display="block" size="sm" c="dimmed" mt={2}>
            {describeRules(form.values)}
          </Text>
        </Accordion.Control>
        <Accordion.Panel>
          <AllowedFields permission="edit">
            <DaysPart form={form} timeZone={timeZone} />
            <PacePart form={form} />
            <Part title="Further calls" about="Whoever was not reached is called again after a while.">
              <NumberInput
                {...form.getInputProps('maxAttempts')}
                label="Attempts per person"
                description={`The first call counts. Usually ${usual.max_attempts}.`}
                min={1}
                max={campaignLimits.attempts}
                allowDecimal={false}
                hideControls
                className={classes['wide'] ?? ''}
              />
              {retryKinds.map((kind) => (
                <RetryDelayField
                  key={kind}
                  label={retryLabels[kind]}
                  description={`Usually ${describeDelay(usual.retry_after_minutes[kind])}.`}
                  value={form.values.retry[kind]}
                  error={form.errors[`retry.${kind}`]}
                  onChange={(delay) => form.setFieldValue(`retry.${kind}`, delay)}
                />
              ))}
            </Part>
            <Part title="Consent">
              <Switch
                {...form.getInputProps('requiresConsent', { type: 'checkbox' })}
                label="Only people who agreed to be called"
                description="Rows of a file that do not say so are left out. It holds for files that are read from now on, and is usually off."
                className={classes['wide'] ?? ''}
              />
            </Part>
          </AllowedFields>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function DaysPart({ form, timeZone }: Pick<AdvancedSettingsProps, 'form' | 'timeZone'>) {
  return (
    <Part title="Days">
      <Checkbox.Group
        {...form.getInputProps('weekdays')}
        label="Days of the week"
        description="Usually Monday to Friday."
        className={classes['wide'] ?? ''}
      >
        <Group gap="sm" mt={8}>
          {weekdayNames.map((name, at) => (
            <Checkbox
              key={name}
              value={String(at + 1)}
              label={name.slice(0, 3)}
              aria-label={name}
              error={form.errors['weekdays'] !== undefined}
            />
          ))}
        </Group>
      </Checkbox.Group>
      <div className={classes['wide']}>
        <DaysField
          label="Days off"
          description="Nobody is called on these days. Usually none."
          value={form.values.holidays}
          error={form.errors['holidays']}
          onChange={(days) => form.setFieldValue('holidays', days)}
          from={todayIn(timeZone)}
        />
      </div>
    </Part>
  );
}

function PacePart({ form }: Pick<AdvancedSettingsProps, 'form'>) {
  return (
    <Part title="Pace">
      <Select
        {...form.getInputProps('mode')}
        label="Dialing mode"
        description={dialingModeLabels[form.values.mode].about}
        data={dialingModes.map((mode) => ({ value: mode, label: dialingModeLabels[mode].label }))}
        allowDeselect={false}
        className={classes['wide'] ?? ''}
      />
      {form.values.mode === 'power' && (
        <NumberInput
          {...form.getInputProps('linesPerAgent')}
          label="People dialed for each free line"
          description={`Usually ${usual.lines_per_agent}.`}
          min={1}
          max={5}
          decimalScale={2}
          hideControls
          className={classes['wide'] ?? ''}
        />
      )}
      <NumberInput
        {...form.getInputProps('maxLiveCalls')}
        label="Calls at once"
        description={`Usually ${usual.max_live_calls}.`}
        min={1}
        max={campaignLimits.liveCalls}
        allowDecimal={false}
        hideControls
      />
      <NumberInput
        {...form.getInputProps('callsPerSecond')}
        label="New calls per second"
        description={`Usually ${usual.calls_per_second}; 0.5 is one in two seconds.`}
        min={0.1}
        max={campaignLimits.callsPerSecond}
        decimalScale={2}
        hideControls
      />
    </Part>
  );
}

/** A few fields that belong together, with a name. */
function Part({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset is no part of a grid.
    <div role="group" aria-labelledby={id} className={classes['part']}>
      <Text id={id} fw={600}>
        {title}
      </Text>
      {about !== undefined && (
        <Text size="sm" c="dimmed" mt={2}>
          {about}
        </Text>
      )}
      <div className={classes['form']}>{children}</div>
    </div>
  );
}
