import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { areaOfCode } from './area-codes.ts';

test.each([
  ['512', 'Texas'],
  ['415', 'California'],
  ['212', 'New York'],
  ['202', 'District of Columbia'],
  ['803', 'South Carolina'],
  ['867', 'Northern Canada'],
  ['902', 'Nova Scotia and Prince Edward Island'],
  ['784', 'Saint Vincent and the Grenadines'],
  ['888', 'Toll-free'],
  ['211', '211 Area'],
  ['999', '999 Area'],
])('[NUM-1] the area code %s lies in %s', (code, area) => {
  expect(areaOfCode(code)).toBe(area);
});

test('[NUM-1] every state has its codes, and what is reserved has none', () => {
  const all = Array.from({ length: 800 }, (_, at) => String(at + 200));
  const known = all.filter((code) => areaOfCode(code) !== `${code} Area`);
  // 50 states, the district, 5 territories, Canada's 11 regions, 18 countries and what has no place.
  expect(new Set(known.map(areaOfCode)).size).toBe(50 + 1 + 5 + 11 + 18 + 4);
  // N9X is kept for longer numbers, and N11 for services (NANPA, "NPA codes").
  expect(known.filter((code) => code[1] === '9' || code.endsWith('11'))).toEqual([]);
});

test('[NUM-1] every area code in which the phone number library knows numbers has its region', () => {
  const without = Array.from({ length: 800 }, (_, at) => String(at + 200)).filter((code) => {
    const isInService = ['2345678', '9771234'].some((rest) =>
      parsePhoneNumberFromString(`+1${code}${rest}`)?.isValid(),
    );
    return isInService && areaOfCode(code) === `${code} Area`;
  });
  expect(without).toEqual([]);
});
