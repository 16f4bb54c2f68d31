import { expect, test } from 'vitest';
import { findCountry, findDialled, listCountries, searchCountries, usualCountry } from './countries.ts';

const codes = (search: string) => searchCountries(search).map(({ code }) => code);

test('about 240 countries and territories, each once, with name and calling code', () => {
  const countries = listCountries();
  expect(countries.length).toBeGreaterThan(235);
  expect(countries.length).toBeLessThan(255);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length);
  for (const { code, name, dialCode, fewestDigits } of countries) {
    expect(name, code).toMatch(/^\p{Lu}/u);
    expect(name, code).not.toBe(code);
    expect(dialCode, code).toMatch(/^\+[1-9]\d{0,2}$/);
    expect(fewestDigits, code).toBeGreaterThanOrEqual(4);
    expect(fewestDigits, code).toBeLessThanOrEqual(10);
  }
  expect(findCountry(usualCountry)).toMatchObject({ name: 'United States', dialCode: '+1' });
  expect(findCountry('de')).toMatchObject({ code: 'DE', name: 'Germany', dialCode: '+49', trunk: '0' });
  expect(findCountry('no')).toMatchObject({ fewestDigits: 8, trunk: '' });
  expect(findCountry('ZZ')).toBeUndefined();
});

test('a search finds by name, calling code and ISO code, the likeliest first', () => {
  expect(codes('')).toHaveLength(listCountries().length);
  expect(codes('germ')[0]).toBe('DE');
  expect(codes('GB')[0]).toBe('GB');
  expect(codes('+1')[0]).toBe('US');
  expect(codes('1')[0]).toBe('US');
  expect(codes('+44')).toEqual(['GB', 'GG', 'IM', 'JE']);
  expect(codes(' 7 ').slice(0, 2)).toEqual(['RU', 'KZ']);
  expect(codes('cote d')).toContain('CI');
  expect(codes('kingdom')).toContain('GB');
  expect(codes('+999')).toEqual([]);
  expect(codes('atlantis')).toEqual([]);
  expect(codes('<script>')).toEqual([]);
  expect(codes('(')).toContain('MM');
  expect(codes('ا')).toEqual([]);
});

test('the calling code at the beginning of a number tells the country', () => {
  expect(findDialled('4915112345678')).toMatchObject({ country: { code: 'DE' }, national: '15112345678' });
  expect(findDialled('14155550123')).toMatchObject({ country: { code: 'US' }, national: '4155550123' });
  expect(findDialled('35312345678')).toMatchObject({ country: { code: 'IE' } });
  expect(findDialled('999')).toBeUndefined();
  expect(findDialled('')).toBeUndefined();
});
