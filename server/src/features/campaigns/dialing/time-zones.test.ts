import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { areaOfCode } from '../../numbers/index.ts';
import { zonesOfContact, zonesOfNumber } from './time-zones.ts';

describe('where a person may be', () => {
  test.each([
    ['+12125550123', ['America/New_York']],
    ['+13105550123', ['America/Los_Angeles']],
    // El Paso keeps Mountain time, the rest of Texas does not.
    ['+19155550123', ['America/Denver']],
    ['+15125550123', ['America/Chicago']],
    // 850 lies on both sides of the Apalachicola.
    ['+18505550123', ['America/Chicago', 'America/New_York']],
    ['+16025550123', ['America/Phoenix']],
    ['+18085550123', ['Pacific/Honolulu']],
    ['+17875550123', ['America/Puerto_Rico']],
    ['+18765550123', ['America/Jamaica']],
    ['+14165550123', ['America/Toronto']],
    ['+442079460123', ['Europe/London']],
    ['+4915112345678', ['Europe/Berlin']],
    ['+61212345678', ['Australia/Broken_Hill', 'Australia/Sydney']],
    ['+919812345678', ['Asia/Kolkata']],
  ])('%s: %j', (number, zones) => {
    expect(zonesOfContact({ number, fields: {} })).toEqual(zones);
  });

  test('a mobile number of a wide country, and a toll-free one, may be in any of its zones', () => {
    expect(zonesOfNumber('+61412345678')).toHaveLength(5);
    expect(zonesOfNumber('+18005550123')).toContain('Pacific/Honolulu');
  });

  test('a field that names a zone decides; one that names none is left aside', () => {
    const number = '+12125550123';
    expect(zonesOfContact({ number, fields: { timezone: ' america/denver ' } })).toEqual(['America/Denver']);
    for (const timezone of ['', 'Mars/Phobos', 'EST', '+05:00', "'; drop table", 'x'.repeat(5000)])
      expect(zonesOfContact({ number, fields: { timezone } })).toEqual(['America/New_York']);
  });

  test('a state is joined with the number, since people take their numbers along', () => {
    const place = { number: '+12125550123', fields: { state: 'ca' } };
    expect(zonesOfContact(place)).toEqual(['America/Los_Angeles', 'America/New_York']);
    expect(zonesOfContact({ ...place, fields: { state: 'North Dakota' } })).toEqual([
      'America/Chicago',
      'America/Denver',
      'America/New_York',
    ]);
  });

  test('every area code in service, and every country, has zones that the runtime knows', () => {
    const codes = Array.from({ length: 800 }, (_, at) => String(at + 200));
    const known = codes.filter((code) => areaOfCode(code) !== `${code} Area`);
    expect(known.length).toBeGreaterThan(400);
    for (const code of known) {
      const zones = zonesOfNumber(`+1${code}5550123`);
      expect(zones, code).not.toEqual([]);
      for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
    }
    const abroad = ['+33612345678', '+5511912345678', '+79161234567', '+8613812345678', '+254712345678'];
    for (const number of abroad) {
      expect(parsePhoneNumberFromString(number)?.country, number).toBeDefined();
      for (const timeZone of zonesOfNumber(number))
        expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
      expect(zonesOfNumber(number), number).not.toEqual([]);
    }
  });
});
