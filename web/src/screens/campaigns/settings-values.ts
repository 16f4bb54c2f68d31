import { type CampaignRules, campaignLimits, type DialingMode } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import type { saveCampaign } from '../../api/campaigns.ts';
import { checkDelay, delayOf, minutesOf, type RetryDelay } from './retry-delay.ts';

export type RetryKind = keyof CampaignRules['retry_after_minutes'];

/** What the settings form holds (CAMP-3). Number fields may hold text while they are typed in. */
export type SettingsValues = {
  name: string;
  /** `YYYY-MM-DD`, or empty. */
  date: string;
  startTime: string;
  endTime: string;
  /** IANA name: of the start date. */
  timeZone: string;
  agentId: string | null;
  /** The first chosen first. */
  numberIds: string[];
  mode: DialingMode;
  /** By ISO 8601, as text: `1` is Monday. */
  weekdays: string[];
  /** `YYYY-MM-DD` each. */
  holidays: string[];
  maxLiveCalls: number | string;
  callsPerSecond: number | string;
  linesPerAgent: number | string;
  maxAttempts: number | string;
  retry: Record<RetryKind, RetryDelay>;
  requiresConsent: boolean;
};

/** Fields of the part that is folded away. */
export const advancedFields = [
  'weekdays',
  'holidays',
  'maxLiveCalls',
  'callsPerSecond',
  'linesPerAgent',
  'maxAttempts',
  'retry.busy',
  'retry.no_answer',
  'retry.voicemail',
  'retry.failed',
  'requiresConsent',
] as const;

export function settingsOf(campaign: Campaign): SettingsValues {
  const { rules } = campaign;
  const { busy, no_answer, voicemail, failed } = rules.retry_after_minutes;
  return {
    name: campaign.campaign_name,
    date: campaign.start_date,
    startTime: campaign.start_time,
    endTime: campaign.end_time,
    timeZone: campaign.time_zone,
    agentId: campaign.assigned_agent_uuid,
    numberIds: campaign.phone_number_ids,
    mode: campaign.dialing_mode,
    weekdays: rules.weekdays.map(String),
    holidays: rules.holidays,
    maxLiveCalls: rules.max_live_calls,
    callsPerSecond: rules.calls_per_second,
    linesPerAgent: rules.lines_per_agent,
    maxAttempts: rules.max_attempts,
    retry: {
      busy: delayOf(busy),
      no_answer: delayOf(no_answer),
      voicemail: delayOf(voicemail),
      failed: delayOf(failed),
    },
    requiresConsent: rules.requires_consent,
  };
}

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const linesPerAgent = { least: 1, most: 5 };
/** The least is one call every ten seconds. */
const callsPerSecond = { least: 0.1, most: campaignLimits.callsPerSecond };

/** What is wrong with each field; name, date and times are required (CAMP-3). The limits are the server's. */
export const settingsChecks = {
  name: (name: string) => (name.trim() === '' ? 'Give the campaign a name.' : null),
  date: (date: string) => (date === '' ? 'Choose the day it begins.' : null),
  startTime: (time: string) => (clock.test(time) ? null : 'Give the time the calls begin.'),
  endTime: (time: string, { startTime }: Pick<SettingsValues, 'startTime'>) => {
    if (!clock.test(time)) return 'Give the time the calls end.';
    return time > startTime ? null : 'The end time must be later than the start time.';
  },
  weekdays: (days: readonly string[]) => (days.length === 0 ? 'Choose at least one day of the week.' : null),
  holidays: checkHolidays,
  maxLiveCalls: (count: number | string) => checkCount(count, campaignLimits.liveCalls),
  callsPerSecond: (rate: number | string) => checkRate(rate, callsPerSecond),
  // Other modes do not show it, and do not save it.
  linesPerAgent: (lines: number | string, { mode }: Pick<SettingsValues, 'mode'>) =>
    mode === 'power' ? checkRate(lines, linesPerAgent) : null,
  maxAttempts: (count: number | string) => checkCount(count, campaignLimits.attempts),
  retry: { busy: checkDelay, no_answer: checkDelay, voicemail: checkDelay, failed: checkDelay },
};

/** What is wrong with days off. */
export function checkHolidays(days: readonly string[]): string | null {
  return days.length > campaignLimits.holidays ? `At most ${campaignLimits.holidays} days.` : null;
}

/** What is wrong with the numbers: one at least, unless all that the campaign had are gone. */
export function checkNumbers(numberIds: readonly string[], before: readonly string[]): string | null {
  if (numberIds.length === 0 && before.length > 0) return 'Choose the number to call with.';
  return numberIds.length > campaignLimits.numbers ? `At most ${campaignLimits.numbers} numbers.` : null;
}

/** What is wrong with a whole number from one to `most`. */
export function checkCount(count: number | string, most: number): string | null {
  const number = readNumber(count);
  return Number.isInteger(number) && number >= 1 && number <= most
    ? null
    : `From 1 to ${most.toLocaleString('en-US')}.`;
}

function checkRate(rate: number | string, { least, most }: { least: number; most: number }): string | null {
  const number = readNumber(rate);
  return number >= least && number <= most ? null : `From ${least} to ${most}.`;
}

function readNumber(given: number | string): number {
  return typeof given === 'string' && given.trim() === '' ? Number.NaN : Number(given);
}

/** What is saved. An agent or number that was deleted, and not replaced, is left as it is. */
export function toSave(values: SettingsValues, campaign: Campaign): Parameters<typeof saveCampaign>[1] {
  const { retry } = values;
  const hasOtherNumbers = values.numberIds.join() !== campaign.phone_number_ids.join();
  return {
    campaign_name: values.name.trim(),
    start_date: values.date,
    start_time: values.startTime,
    end_time: values.endTime,
    ...(values.timeZone !== campaign.time_zone && { time_zone: values.timeZone }),
    dialing_mode: values.mode,
    ...(values.agentId !== null &&
      values.agentId !== campaign.assigned_agent_uuid && { agent_uuid: values.agentId }),
    // All of them: the server replaces the whole list.
    ...(hasOtherNumbers && { phone_number_ids: values.numberIds }),
    rules: {
      weekdays: values.weekdays.map(Number).sort((one, other) => one - other),
      holidays: values.holidays.toSorted(),
      max_live_calls: Number(values.maxLiveCalls),
      calls_per_second: Number(values.callsPerSecond),
      ...(values.mode === 'power' && { lines_per_agent: Number(values.linesPerAgent) }),
      max_attempts: Number(values.maxAttempts),
      retry_after_minutes: {
        busy: minutesOf(retry.busy),
        no_answer: minutesOf(retry.no_answer),
        voicemail: minutesOf(retry.voicemail),
        failed: minutesOf(retry.failed),
      },
      requires_consent: values.requiresConsent,
    },
  };
}
