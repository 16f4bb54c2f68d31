import {
  Button,
  Card,
  NumberInput,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CallingRules } from '@parley/contract/campaign-rules';
import { AppError, errorSentence } from '@parley/contract/errors';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callingRulesQuery, saveCallingRules } from '../../api/do-not-call.ts';
import { failureMessage, failureTitle } from '../../api/failure-message.ts';
import { Allowed, AllowedFields } from '../../components/allowed.tsx';
import { useTimeZone } from '../../components/figures/use-time-zone.ts';
import { LoadFailed } from '../../components/notice.tsx';
import { toast } from '../../components/toasts.ts';
import classes from './campaigns.module.css';
import { DaysField, todayIn } from './day-field.tsx';
import { checkCount, checkHolidays } from './settings-values.ts';

/** As the server takes them. */
const mostCallsPerDay = 20;
const mostLiveCalls = 10_000;

/** What holds for every campaign: hours of the law, calls a day, what is said first. */
export function CallingRulesCard() {
  const rules = useQuery(callingRulesQuery);
  return (
    <Card component="section" aria-labelledby="calling-rules">
      <Title order={2} size="h3" id="calling-rules">
        Rules of every campaign
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="lg">
        They come before the hours and days of a campaign.
      </Text>
      {rules.isPending && (
        <Stack gap="lg" role="status" aria-label="Loading rules">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={56} radius="md" />
          ))}
        </Stack>
      )}
      {rules.isError && !rules.data && (
        <LoadFailed
          message={errorSentence('calling_rules_not_loaded')}
          isBusy={rules.isFetching}
          onRetry={() => void rules.refetch()}
        />
      )}
      {rules.data && <RulesForm rules={rules.data} />}
    </Card>
  );
}

type Values = {
  start: string;
  end: string;
  callsPerDay: number | string;
  maxLiveCalls: number | string;
  holidays: string[];
  isDisclosed: boolean;
  disclosure: string;
  offersKey: boolean;
};

function RulesForm({ rules }: { rules: CallingRules }) {
  const cache = useQueryClient();
  const timeZone = useTimeZone() ?? 'UTC';
  const form = useForm<Values>({
    initialValues: {
      start: rules.legal_start,
      end: rules.legal_end,
      callsPerDay: rules.calls_per_day,
      maxLiveCalls: rules.max_live_calls,
      holidays: rules.holidays,
      isDisclosed: rules.disclosure.is_on,
      disclosure: rules.disclosure.text,
      offersKey: rules.disclosure.offers_opt_out_key,
    },
    validate: {
      start: (time) => (time === '' ? 'Give a time.' : null),
      end: (time, { start }) => (time > start ? null : errorSentence('campaign_hours_empty')),
      callsPerDay: (count) => checkCount(count, mostCallsPerDay),
      maxLiveCalls: (count) => checkCount(count, mostLiveCalls),
      holidays: checkHolidays,
      disclosure: (text, { isDisclosed }) =>
        isDisclosed && text.trim() === '' ? 'Say what the agent tells first.' : null,
    },
  });
  const save = useMutation({
    mutationFn: (values: Values) =>
      saveCallingRules({
        legal_start: values.start,
        legal_end: values.end,
        calls_per_day: Number(values.callsPerDay),
        max_live_calls: Number(values.maxLiveCalls),
        holidays: values.holidays,
        disclosure: {
          is_on: values.isDisclosed,
          text: values.disclosure.trim() === '' ? rules.disclosure.text : values.disclosure.trim(),
          offers_opt_out_key: values.offersKey,
        },
      }),
    onSuccess: (saved) => {
      cache.setQueryData(callingRulesQuery.queryKey, saved);
      form.resetDirty();
      toast.success({ message: 'The rules are saved and hold from the next call on.' });
    },
    onError: (error) => {
      if (error instanceof AppError && error.code === 'campaign_hours_empty')
        return form.setFieldError('end', error.message);
      toast.error({ title: failureTitle(error), message: failureMessage(error, 'calling_rules_not_saved') });
    },
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => save.mutate(values))}>
      <AllowedFields permission="manage">
        <div className={classes['form']}>
          <TextInput {...form.getInputProps('start')} label="Earliest" type="time" />
          <TextInput {...form.getInputProps('end')} label="Latest" type="time" />
          <Text size="sm" c="dimmed" mt={-12} className={classes['wide'] ?? ''}>
            By the clock of whoever is called. No campaign calls outside these hours.
          </Text>
          <NumberInput
            {...form.getInputProps('callsPerDay')}
            label="Daily calls per number"
            description="All campaigns together."
            min={1}
            max={mostCallsPerDay}
            allowDecimal={false}
            hideControls
          />
          <NumberInput
            {...form.getInputProps('maxLiveCalls')}
            label="Calls at once"
            description="All campaigns together."
            min={1}
            max={mostLiveCalls}
            allowDecimal={false}
            hideControls
          />
          <div className={classes['wide']}>
            <DaysField
              label="Days off"
              description="No campaign calls on these days."
              value={form.values.holidays}
              error={form.errors['holidays']}
              onChange={(days) => form.setFieldValue('holidays', days)}
              from={todayIn(timeZone)}
            />
          </div>
          <Switch
            {...form.getInputProps('isDisclosed', { type: 'checkbox' })}
            label="Say something before the welcome"
            className={classes['wide'] ?? ''}
          />
          {form.values.isDisclosed && (
            <>
              <Textarea
                {...form.getInputProps('disclosure')}
                label="What the agent says first"
                autosize
                minRows={2}
                maxLength={500}
                className={classes['wide'] ?? ''}
              />
              <Switch
                {...form.getInputProps('offersKey', { type: 'checkbox' })}
                label="Pressing 9 puts the number on this list"
                description="The agent offers it after the sentence."
                className={classes['wide'] ?? ''}
              />
            </>
          )}
        </div>
      </AllowedFields>
      <Allowed permission="manage">
        <Button type="submit" mt="xl" loading={save.isPending}>
          Save rules
        </Button>
      </Allowed>
    </form>
  );
}
