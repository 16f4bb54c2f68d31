import { type CampaignStatus, campaignStatuses } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { formatTimeOfDay } from './local-clock.ts';
import type { SettingsValues } from './settings-values.ts';

/** The status of the wire, in whatever case it came; undefined for one this product does not know. */
export function findStatus(status: string): CampaignStatus | undefined {
  return campaignStatuses.find((each) => each === status.trim().toLowerCase());
}

/** `1,200`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 contact`, `1,200 contacts`. */
export function countOf(count: number, one: string): string {
  return `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
}

/** `1 person`, `1,200 people`. */
export function peopleOf(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}

/** `24%`, and one decimal under ten: `2.5%`. */
export function formatRate(rate: number): string {
  const percent = rate * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)}%`;
}

/** Days of the week by ISO 8601, Monday first. */
export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `Mon to Fri`, `every day`, `Mon, Wed, Sat`. */
export function describeWeekdays(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((one, other) => one - other);
  const short = (day: number | undefined) => weekdayNames[(day ?? 1) - 1]?.slice(0, 3) ?? '';
  if (sorted.length === 7) return 'every day';
  const isRow = sorted.every((day, at) => at === 0 || day === (sorted[at - 1] ?? 0) + 1);
  if (isRow && sorted.length > 2) return `${short(sorted[0])} to ${short(sorted.at(-1))}`;
  return sorted.map(short).join(', ');
}

/** What is folded away, in a line: `Mon to Fri · 10 calls at once · 3 attempts per person`. */
export function describeRules({
  weekdays,
  holidays,
  maxLiveCalls,
  maxAttempts,
  requiresConsent,
}: Pick<
  SettingsValues,
  'weekdays' | 'holidays' | 'maxLiveCalls' | 'maxAttempts' | 'requiresConsent'
>): string {
  const days = weekdays.length === 0 ? 'no day' : describeWeekdays(weekdays.map(Number));
  const parts = [
    holidays.length === 0 ? days : `${days}, but ${countOf(holidays.length, 'day')} off`,
    `${countOf(Number(maxLiveCalls), 'call')} at once`,
    `${countOf(Number(maxAttempts), 'attempt')} per person`,
    ...(requiresConsent ? ['with consent only'] : []),
  ];
  const words = parts.join(' · ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** When people are called, by their own clocks: `Mon to Fri, 9:00 AM to 5:00 PM, from Nov 23, 2026`. */
export function describeSchedule({
  rules,
  start_date: date,
  start_time: from,
  end_time: until,
}: Pick<Campaign, 'rules' | 'start_date' | 'start_time' | 'end_time'>): string {
  const start = date === '' ? '' : `, from ${formatDay(date)}`;
  return `${describeWeekdays(rules.weekdays)}, ${describeHours(from, until)}${start}`;
}

/** 23:59 stands for the end of the day. */
function describeHours(from: string, until: string): string {
  if (from === '00:00' && until === '23:59') return 'all day';
  return `${formatTimeOfDay(from)} to ${until === '23:59' ? 'midnight' : formatTimeOfDay(until)}`;
}

/** `2026-11-23` as `Nov 23, 2026`. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));
}
