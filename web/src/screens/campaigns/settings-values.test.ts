import { defaultCampaignRules } from '@parley/contract/campaign-rules';
import type { Campaign } from '@parley/contract/campaigns';
import { expect, test } from 'vitest';
import { checkHolidays, checkNumbers, settingsChecks, settingsOf, toSave } from './settings-values.ts';

test('[CAMP-3] name, date and times are required, and the end lies behind the start', () => {
  const { name, date, startTime, endTime, weekdays } = settingsChecks;
  expect([name('  '), name('Recall')]).toEqual(['Give the campaign a name.', null]);
  expect([date(''), date('2026-11-23')]).toEqual(['Choose the day it begins.', null]);
  expect([startTime(''), startTime('24:00'), startTime('09:00')].map((each) => each === null)).toEqual([
    false,
    false,
    true,
  ]);
  const end = (time: string) => endTime(time, { startTime: '09:00' });
  expect([end(''), end('09:00'), end('08:59')].every((each) => each !== null)).toBe(true);
  expect(end('09:01')).toBeNull();
  expect([weekdays([]) === null, weekdays(['1']) === null]).toEqual([false, true]);
});

test.each([
  ['', false],
  [' ', false],
  [0, false],
  [1.5, false],
  ['7', true],
  [1_000, true],
  [1_001, false],
])('%j live calls are a fair number: %s', (count, isFair) => {
  expect(settingsChecks.maxLiveCalls(count) === null).toBe(isFair);
});

const campaign = {
  campaign_name: 'Recall',
  start_date: '2026-11-23',
  start_time: '09:00',
  end_time: '17:00',
  time_zone: 'America/Chicago',
  assigned_agent_uuid: 'agt_1',
  phone_number_ids: ['num_1', 'num_2', 'num_3'],
  dialing_mode: 'power',
  rules: { ...defaultCampaignRules, holidays: ['2026-12-25'], lines_per_agent: 2 },
} as unknown as Campaign;

test('[CAMP-3] what the form does not change is saved as it was, and no number is lost', () => {
  const values = settingsOf(campaign);
  expect(toSave(values, campaign)).toEqual({
    campaign_name: 'Recall',
    start_date: '2026-11-23',
    start_time: '09:00',
    end_time: '17:00',
    dialing_mode: 'power',
    rules: campaign.rules,
  });
  const numberIds = ['num_9', 'num_2', 'num_3'];
  expect(toSave({ ...values, numberIds }, campaign)).toMatchObject({ phone_number_ids: numberIds });
  expect(toSave({ ...values, timeZone: 'Asia/Tokyo' }, campaign)).toMatchObject({ time_zone: 'Asia/Tokyo' });
  expect(toSave({ ...values, numberIds }, campaign)).not.toHaveProperty('phone_number_id');
});

test('lines for each free one are checked and saved where the mode has them', () => {
  const values = { ...settingsOf(campaign), linesPerAgent: '' };
  expect(settingsChecks.linesPerAgent('', values)).toBe('From 1 to 5.');
  expect(settingsChecks.linesPerAgent(5, values)).toBeNull();
  const dynamic = { ...values, mode: 'dynamic' } as const;
  expect(settingsChecks.linesPerAgent('', dynamic)).toBeNull();
  expect(toSave(dynamic, campaign).rules).not.toHaveProperty('lines_per_agent');
});

test.each([
  ['', false],
  [0.09, false],
  ['0.1', true],
  [100, true],
  [100.1, false],
  ['fast', false],
])('%j new calls a second are fair: %s', (rate, isFair) => {
  expect(settingsChecks.callsPerSecond(rate) === null).toBe(isFair);
});

test('one number is needed, unless those it had are gone; days off and numbers have a limit', () => {
  expect([checkNumbers([], ['num_1']), checkNumbers([], []), checkNumbers(['num_1'], [])]).toEqual([
    'Choose the number to call with.',
    null,
    null,
  ]);
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at}`);
  expect([checkNumbers(many(50), []), checkNumbers(many(51), [])]).toEqual([null, 'At most 50 numbers.']);
  expect([checkHolidays(many(100)), checkHolidays(many(101))]).toEqual([null, 'At most 100 days.']);
});
