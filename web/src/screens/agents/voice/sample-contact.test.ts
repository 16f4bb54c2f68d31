import { expect, test } from 'vitest';
import { fieldLabel, sampleFields } from './sample-contact.ts';

test('a sample contact has what the text names, and what was typed goes before', () => {
  expect(sampleFields('Hello {first_name} of {company_name}, your {plan}…', { first_name: 'Ana' })).toEqual({
    first_name: 'Ana',
    company_name: 'Morgan Bakery',
    plan: '',
  });
  expect(sampleFields('Hello.', { first_name: 'Ana' })).toEqual({});
  expect(sampleFields('{first_name}', { first_name: '' })).toEqual({ first_name: '' });
});

test('a field is labelled in words', () => {
  expect(fieldLabel('first_name')).toBe('First name');
});
