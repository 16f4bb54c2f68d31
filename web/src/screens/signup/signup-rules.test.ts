import { AppError } from '@parley/contract/errors';
import { expect, test } from 'vitest';
import { fieldProblems, type SignupValues, signupRules, toNewAccount } from './signup-rules.ts';

const values: SignupValues = {
  email: ' ada@example.com ',
  firstName: ' Ada ',
  lastName: 'Lovelace',
  countryCode: 'GB',
  phone: '07400 123456',
  password: 'Passw0rd!',
};

test('each field says what is wrong with it, in the words of the specification', () => {
  expect(signupRules.email('')).toBe('Email is required');
  expect(signupRules.email('ada')).toBe('Please enter a valid business email');
  expect(signupRules.firstName(' ')).toBe('First name is required');
  expect(signupRules.lastName('')).toBe('Last name is required');
  expect(signupRules.firstName('x'.repeat(81))).toBe('First name must be at most 80 characters');
  expect(signupRules.firstName('‮𝕦𝖓𝚒 👩‍👩‍👧‍👦 <script>')).toBeNull();
  expect(signupRules.countryCode('')).toBe('Country code is required');
  expect(signupRules.countryCode('US')).toBeNull();
  expect(signupRules.phone('555', { ...values, countryCode: 'US' })).toBe(
    'Phone number must be at least 10 digits',
  );
  expect(signupRules.password('short')).toBe('Password must be at least 8 characters');
});

test('an account is asked for with the number as calling code and digits', () => {
  expect(toNewAccount(values)).toEqual({
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'Passw0rd!',
    phone: '+44 7400123456',
    countryCode: '+44',
  });
  expect(toNewAccount({ ...values, countryCode: 'US', phone: '+49 151 1234567' })).toMatchObject({
    phone: '+49 1511234567',
    countryCode: '+49',
  });
  expect(toNewAccount(values, 'proof')).toMatchObject({ recaptchaToken: 'proof' });
});

test('what the server has against a field is told at the field', () => {
  const refusal = AppError.withDetails(
    'input_invalid',
    [
      { field: 'phone', message: 'Phone number must be at least 10 digits' },
      { field: 'somewhere', message: 'Invalid input' },
    ],
    { fields: 'phone, somewhere' },
  );
  expect(fieldProblems(refusal)).toEqual({ phone: 'Phone number must be at least 10 digits' });
  expect(fieldProblems(AppError.of('email_taken'))).toEqual({
    email: 'This email cannot be used to sign up. Log in, or reset your password.',
  });
  expect(fieldProblems(AppError.of('network'))).toEqual({});
  expect(fieldProblems(new Error('boom'))).toEqual({});
});
