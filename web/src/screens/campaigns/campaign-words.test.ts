import { defaultCampaignRules } from '@parley/contract/campaign-rules';
import { expect, test } from 'vitest';
import {
  describeRules,
  describeSchedule,
  describeWeekdays,
  findStatus,
  formatRate,
} from './campaign-words.ts';

test('[CAMP-5] three statuses are known in any case, others are not', () => {
  expect(['running', 'Paused', 'STOPPED'].map(findStatus)).toEqual(['running', 'paused', 'stopped']);
  expect(['draft', '', 'toString'].map(findStatus)).toEqual([undefined, undefined, undefined]);
});

test('rates are told in percent, small ones with a decimal', () => {
  expect([0, 0.004, 0.025, 0.05, 0.24, 1].map(formatRate)).toEqual([
    '0%',
    '0.4%',
    '2.5%',
    '5%',
    '24%',
    '100%',
  ]);
});

test('days of the week are told shortly', () => {
  expect(describeWeekdays([1, 2, 3, 4, 5])).toBe('Mon to Fri');
  expect(describeWeekdays([7, 1, 2, 3, 4, 5, 6])).toBe('every day');
  expect(describeWeekdays([6, 3, 1])).toBe('Mon, Wed, Sat');
  expect(describeWeekdays([5, 6])).toBe('Fri, Sat');
});

test('the schedule names days, hours and the start', () => {
  const hours = { rules: defaultCampaignRules, start_time: '09:00', end_time: '17:00' };
  expect(describeSchedule({ ...hours, start_date: '' })).toBe('Mon to Fri, 9:00 AM to 5:00 PM');
  expect(describeSchedule({ ...hours, start_date: '2026-11-23' })).toBe(
    'Mon to Fri, 9:00 AM to 5:00 PM, from Nov 23, 2026',
  );
  const inRules = { rules: defaultCampaignRules, start_date: '' };
  expect(describeSchedule({ ...inRules, start_time: '00:00', end_time: '23:59' })).toBe(
    'Mon to Fri, all day',
  );
  expect(describeSchedule({ ...inRules, start_time: '12:30', end_time: '23:59' })).toBe(
    'Mon to Fri, 12:30 PM to midnight',
  );
});

test('what is folded away is told in a line', () => {
  const usual = { weekdays: ['1', '2', '3', '4', '5'], holidays: [], maxLiveCalls: 10, maxAttempts: 3 };
  expect(describeRules({ ...usual, requiresConsent: false })).toBe(
    'Mon to Fri · 10 calls at once · 3 attempts per person',
  );
  expect(
    describeRules({
      weekdays: [],
      holidays: ['2026-12-25'],
      maxLiveCalls: '1',
      maxAttempts: 1,
      requiresConsent: true,
    }),
  ).toBe('No day, but 1 day off · 1 call at once · 1 attempt per person · with consent only');
});
