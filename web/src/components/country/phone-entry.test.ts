import { expect, test } from 'vitest';
import { findCountry } from './countries.ts';
import { checkPhone, keepPhoneCharacters, readPhone, wholeNumber } from './phone-entry.ts';

const country = (code: string) => findCountry(code)!;

test('a number has ten digits at least, fewer only where the country has shorter numbers', () => {
  const tooShort = 'Phone number must be at least 10 digits';
  for (const code of ['US', 'GB', 'IN', 'DE', 'CA'])
    expect(checkPhone('123456789', country(code))).toBe(tooShort);
  expect(checkPhone('', country('US'))).toBe(tooShort);
  expect(checkPhone('(((())))+-..', country('US'))).toBe(tooShort);
  expect(checkPhone('(415) 555-0123', country('US'))).toBeNull();
  expect(checkPhone('40612345', country('NO'))).toBeNull();
  expect(checkPhone('4061234', country('NO'))).toBe('Phone number must be at least 8 digits');
  expect(checkPhone('2'.repeat(15), country('US'))).toBe('Phone number must be at most 14 digits');
});

test('a number is put together with its calling code, without what is dialled only at home', () => {
  expect(wholeNumber('(415) 555-0123', country('US'))).toBe('+1 4155550123');
  expect(wholeNumber('1 415 555 0123', country('US'))).toBe('+1 4155550123');
  expect(wholeNumber('07400 123456', country('GB'))).toBe('+44 7400123456');
  expect(wholeNumber('030 1234567', country('DE'))).toBe('+49 301234567');
  expect(wholeNumber('8 912 345-67-89', country('RU'))).toBe('+7 9123456789');
  // Numbers of Italy keep their 0; 800 is a prefix of Russia itself.
  expect(wholeNumber('06 1234 5678', country('IT'))).toBe('+39 0612345678');
  expect(wholeNumber('800 555 35 35', country('RU'))).toBe('+7 8005553535');
});

test('a number in international form brings its own country', () => {
  expect(readPhone('+44 7400 123456', country('US'))).toMatchObject({
    country: { code: 'GB' },
    national: '7400123456',
  });
  expect(readPhone('0049 151 12345678', country('US')).country.code).toBe('DE');
  // Canada shares its calling code with the United States and stays.
  expect(readPhone('+1 416 555 0123', country('CA'))).toMatchObject({
    country: { code: 'CA' },
    national: '4165550123',
  });
  expect(readPhone('+999 123', country('US')).country.code).toBe('US');
});

test('a field takes only what belongs in a phone number', () => {
  expect(keepPhoneCharacters('+1 (415) 555-0123 <b>x</b> 👩‍👩‍👧')).toBe('+1 (415) 555-0123 / ');
  expect(keepPhoneCharacters('9'.repeat(5_000))).toHaveLength(30);
});
