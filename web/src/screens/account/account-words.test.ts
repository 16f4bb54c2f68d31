import { AppError } from '@parley/contract/errors';
import { describe, expect, test } from 'vitest';
import { listTimeZones } from '../../components/time-zones.ts';
import { describeDevice } from './device-name.ts';
import { changedFields, fieldErrors, plainNumber, profileChecks, valuesOf } from './profile-values.ts';
import { placeOf } from './session-place.ts';

const profile = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: '+14155550123',
  user_tz: '',
} as Parameters<typeof changedFields>[0];

describe('the profile', () => {
  test('without a time zone shows that of the browser, which is then a change', () => {
    const values = valuesOf(profile, 'Asia/Kolkata');
    expect(values.timeZone).toBe('Asia/Kolkata');
    expect(changedFields(profile, values)).toEqual({ user_tz: 'Asia/Kolkata' });
    expect(
      changedFields({ ...profile, user_tz: 'UTC' }, valuesOf({ ...profile, user_tz: 'UTC' }, 'x')),
    ).toEqual({});
  });

  test.each([
    ['+1 (415) 555-0123', '+14155550123', null],
    ['0049 30 1234567', '+49301234567', null],
    ['', '', null],
    ['  ', '', null],
    ['415 555 0123', '4155550123', 'Begin with the country code, such as +1 for the United States'],
    ['+1 415', '+1415', 'This is not a phone number'],
    ['+1415555call', '+1415555call', 'This is not a phone number'],
  ])('reads the number %o as %o, which is %o', (given, plain, problem) => {
    expect(plainNumber(given)).toBe(plain);
    expect(profileChecks(profile).phoneNumber(given)).toBe(problem);
  });

  test('a number kept as it was typed at signup is no change and no mistake until it is touched', () => {
    const old = { ...profile, user_tz: 'UTC', phoneNumber: '0151 234' };
    expect(changedFields(old, valuesOf(old, 'UTC'))).toEqual({});
    expect(profileChecks(old).phoneNumber('0151 234')).toBeNull();
    expect(profileChecks(old).phoneNumber('0151 2345')).not.toBeNull();
  });

  test('what the server says of a field stands at the field', () => {
    const details = [
      { field: 'user_tz', message: 'No.' },
      { field: 'firstName', message: 'Long.' },
    ];
    const error = AppError.withDetails('input_invalid', details, { fields: '' });
    expect(fieldErrors(error)).toEqual({ timeZone: 'No.', firstName: 'Long.' });
    expect(fieldErrors(new Error('x'))).toEqual({});
  });
});

test('time zones stand once each, those in use first, the others from west to east, under the names of today', () => {
  const zones = listTimeZones(
    ['Asia/Kolkata', 'America/New_York', 'Mars/Olympus', ''],
    new Date('2026-01-15'),
  );
  const values = zones.map((zone) => zone.value);
  expect(new Set(values).size).toBe(values.length);
  expect(values.length).toBeGreaterThan(400);
  expect(values).not.toContain('Mars/Olympus');
  for (const gone of ['Asia/Calcutta', 'Europe/Kiev']) expect(values).not.toContain(gone);
  const label = (zone: string) => zones.find((each) => each.value === zone)?.label;
  expect(label('Asia/Kolkata')).toBe('Asia / Kolkata (UTC+05:30)');
  expect(label('America/New_York')).toBe('America / New York (UTC-05:00)');
  expect(label('UTC')).toBe('UTC (UTC+00:00)');
  expect(values.slice(0, 2)).toEqual(['America/New_York', 'Asia/Kolkata']);
  expect(values.indexOf('America/Chicago')).toBeLessThan(values.indexOf('Europe/Paris'));
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0',
    'Edge on Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on Mac',
    false,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    true,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', false],
  ['curl/8.14.1', 'curl', false],
  ['', 'Unknown device', false],
  ['<script>alert(1)</script>', 'Unknown device', false],
])('%s is called %s', (userAgent, name, isHandheld) => {
  expect(describeDevice(userAgent)).toEqual({ name, isHandheld });
});

test.each([
  [{ address: '193.0.6.139', country_code: 'NL' }, 'Netherlands · 193.0.6.139'],
  [{ address: '127.0.0.1', country_code: null }, 'This computer'],
  [{ address: '', country_code: null }, 'Unknown place'],
  [{ address: '10.1.2.3', country_code: null }, '10.1.2.3'],
])('the place of %o is %s', (session, words) => {
  expect(placeOf(session)).toBe(words);
});
