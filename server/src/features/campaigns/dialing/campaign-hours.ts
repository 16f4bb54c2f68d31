import type { CallingRules, CampaignRules } from '@parley/contract/campaign-rules';
import type { CallingHours } from './calling-hours.ts';

/** When a campaign may call: its own hours and days within what holds for all of its workspace. */
export function hoursOfCampaign(
  campaign: { startTime: string; endTime: string; rules: Pick<CampaignRules, 'weekdays' | 'holidays'> },
  workspace: Pick<CallingRules, 'legal_start' | 'legal_end' | 'holidays'>,
): CallingHours {
  return {
    legal: { startMinute: minuteOf(workspace.legal_start), endMinute: minuteOf(workspace.legal_end) },
    windows: [
      {
        weekdays: campaign.rules.weekdays,
        startMinute: minuteOf(campaign.startTime),
        endMinute: minuteOf(campaign.endTime),
      },
    ],
    holidays: new Set([...workspace.holidays, ...campaign.rules.holidays]),
  };
}

/** Minutes since midnight of `HH:MM`; 23:59 stands for the end of the day. */
function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return clock === '23:59' ? 24 * 60 : hours * 60 + minutes;
}
