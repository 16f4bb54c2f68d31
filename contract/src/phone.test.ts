import { expect, test } from 'vitest';
import {
  formatAgentNumber,
  formatCallLogNumber,
  formatNumberRow,
  isNorthAmerican,
  keepDialable,
  toE164,
} from './phone.ts';

test.each([
  ['14155550123', '+1(415)555-0123'],
  ['+14155550123', '+1(415)555-0123'],
  ['442079460000', '+442079460000'],
  ['4155550123', '+4155550123'],
  ['', 'Unknown'],
  ['anonymous', 'Unknown'],
])('the call log shows %s as %s', (number, shown) => {
  expect(formatCallLogNumber(number)).toBe(shown);
});

test.each([
  ['4155550123', '+1 (415) 555-0123'],
  ['14155550123', '+1 (415) 555-0123'],
  ['+14155550123', '+1 (415) 555-0123'],
  ['+442079460000', '+442079460000'],
  ['+4155550123', '+4155550123'],
  ['911', '911'],
])('the agents list shows %s as %s', (number, shown) => {
  expect(formatAgentNumber(number)).toBe(shown);
});

test.each([
  ['+1 (415) 555-0123', '+14155550123'],
  ['14155550123', '+14155550123'],
  ['4155550123', '+14155550123'],
  ['0044 20 7946 0000', '+442079460000'],
  ['+49 30 123456', '+4930123456'],
  ['', undefined],
  ['12', undefined],
  ['+0123456789', undefined],
  ['+1234567890123456', undefined],
])('%s is dialled as %s', (text, number) => {
  expect(toE164(text)).toBe(number);
});

test('a number that is typed keeps digits and plus signs, twenty at most', () => {
  expect(keepDialable('+1 (415) abc-0123')).toBe('+14150123');
  expect(keepDialable('1'.repeat(30))).toHaveLength(20);
});

test('eleven digits that start with 1 are North American, and nothing else is', () => {
  expect(['14155550123', '24155550123', '4155550123', '114155550123'].map(isNorthAmerican)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test.each([
  ['+12125550142', '+1(212)555–0142'],
  ['+919876543210', '+919876543210'],
  ['+442079460018', '+442079460018'],
  ['+1212555014', '+1212555014'],
])('[NUM-1] %s reads %s among the numbers of a workspace', (e164, text) => {
  expect(formatNumberRow(e164)).toBe(text);
});
