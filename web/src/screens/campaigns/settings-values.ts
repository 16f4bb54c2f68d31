import { campaignLimits, type DialingMode } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import type { saveCampaign } from '../../api/campaigns.ts';

/** What the settings form holds (CAMP-3). Number fields may hold text while they are typed in. */
export type SettingsValues = {
  name: string;
  /** `YYYY-MM-DD`, or empty. */
  date: string;
  startTime: string;
  endTime: string;
  agentId: string | null;
  numberId: string | null;
  mode: DialingMode;
  /** By ISO 8601, as text: `1` is Monday. */
  weekdays: string[];
  maxLiveCalls: number | string;
  maxAttempts: number | string;
};

export function settingsOf(campaign: Campaign): SettingsValues {
  return {
    name: campaign.campaign_name,
    date: campaign.start_date,
    startTime: campaign.start_time,
    endTime: campaign.end_time,
    agentId: campaign.assigned_agent_uuid,
    numberId: campaign.phone_number_id,
    mode: campaign.dialing_mode,
    weekdays: campaign.rules.weekdays.map(String),
    maxLiveCalls: campaign.rules.max_live_calls,
    maxAttempts: campaign.rules.max_attempts,
  };
}

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** What is wrong with each field; name, date and times are required (CAMP-3). */
export const settingsChecks = {
  name: (name: string) => (name.trim() === '' ? 'Give the campaign a name.' : null),
  date: (date: string) => (date === '' ? 'Choose the day it begins.' : null),
  startTime: (time: string) => (clock.test(time) ? null : 'Give the time the calls begin.'),
  endTime: (time: string, { startTime }: Pick<SettingsValues, 'startTime'>) => {
    if (!clock.test(time)) return 'Give the time the calls end.';
    return time > startTime ? null : 'The end time must be later than the start time.';
  },
  weekdays: (days: readonly string[]) => (days.length === 0 ? 'Choose at least one day of the week.' : null),
  maxLiveCalls: (count: number | string) => checkCount(count, campaignLimits.liveCalls),
  maxAttempts: (count: number | string) => checkCount(count, campaignLimits.attempts),
};

function checkCount(count: number | string, most: number): string | null {
  const number = typeof count === 'string' && count.trim() === '' ? Number.NaN : Number(count);
  return Number.isInteger(number) && number >= 1 && number <= most
    ? null
    : `From 1 to ${most.toLocaleString('en-US')}.`;
}

/** What is saved. An agent or number that was deleted, and not replaced, is left as it is. */
export function toSave(values: SettingsValues, campaign: Campaign): Parameters<typeof saveCampaign>[1] {
  return {
    campaign_name: values.name.trim(),
    start_date: values.date,
    start_time: values.startTime,
    end_time: values.endTime,
    dialing_mode: values.mode,
    ...(values.agentId !== null &&
      values.agentId !== campaign.assigned_agent_uuid && { agent_uuid: values.agentId }),
    ...(values.numberId !== null &&
      values.numberId !== campaign.phone_number_id && { phone_number_id: values.numberId }),
    rules: {
      weekdays: values.weekdays.map(Number).sort((one, other) => one - other),
      max_live_calls: Number(values.maxLiveCalls),
      max_attempts: Number(values.maxAttempts),
    },
  };
}
