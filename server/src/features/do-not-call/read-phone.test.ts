import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPhone } from './read-phone.ts';

const read = (text: string) => readPhone(text, { allowsFictional: true });

describe('Phone numbers as people write them', () => {
  test.each([
    ['+14155550142', '+14155550142'],
    ['(212) 736-5000', '+12127365000'],
    ['212.736.5000', '+12127365000'],
    ['1 212 736 5000', '+12127365000'],
    [' +44 (0)20 7946 0018 ', '+442079460018'],
    ['0044 20 7946 0018', '+442079460018'],
    ['+91 98765 43210', '+919876543210'],
    ['tel:+1-212-736-5000', '+12127365000'],
    ["'+12127365000", '+12127365000'],
    ['="12127365000"', '+12127365000'],
    ['212-736-5000 ext. 12', '+12127365000'],
    ['＋１２１２７３６５０００', '+12127365000'],
  ])('%s is %s', (text, phone) => {
    expect(read(text)).toBe(phone);
  });

  test.each([
    '',
    'n/a',
    '12345',
    '1.41556E+10',
    '1.41556e10',
    '+1 123 456 7890',
    '+1 415 055 1234',
    '2127365000 / 2127365001',
    '2127365000, 2127365001',
    '+44 123',
    'call 2127365000 please',
    '=cmd|calc',
    '+1212736500012345678',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('numbers of simulated people are numbers in local mode only', () => {
    expect(readPhone('+14155550142', { allowsFictional: false })).toBeUndefined();
    expect(readPhone('+14155550242', { allowsFictional: false })).toBe('+14155550242');
  });

  test('whatever is written, what is read is E.164, and reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.mixedCase(fc.string())), (text) => {
        const phone = read(text);
        if (phone === undefined) return;
        expect(phone).toMatch(/^\+[1-9]\d{6,14}$/);
        expect(read(phone)).toBe(phone);
      }),
    );
  });
});
