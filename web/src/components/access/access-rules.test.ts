import { expect, test } from 'vitest';
import { checkEmail } from './check-email.ts';
import { checkNewPassword } from './check-new-password.ts';

test('an email is asked for, and one that cannot be is told', () => {
  expect(checkEmail('  ')).toBe('Email is required');
  expect(checkEmail(' dana@x.io ')).toBeNull();
  expect(checkEmail('dana+calls@mail.example.co.uk')).toBeNull();
  for (const wrong of [
    'dana',
    'dana@x',
    '@x.io',
    'dana@x.',
    'a b@x.io',
    'dana@x.io, sam@x.io',
    '<script>@x.io',
    `${'a'.repeat(250)}@x.io`,
  ]) {
    expect(checkEmail(wrong), wrong).toBe('Please enter a valid email');
    expect(checkEmail(wrong, 'Please enter a valid business email')).toBe(
      'Please enter a valid business email',
    );
  }
});

test.each([
  ['', 'Password must be at least 8 characters'],
  ['Aa!4567', 'Password must be at least 8 characters'],
  ['Aaaaaaaa', 'Password must contain at least 1 special character'],
  ['Aaaaaaa-', 'Password must contain at least 1 special character'],
  ['aaaaaaa!', 'Password must contain at least 1 uppercase character'],
  ['AAAAAAA!', 'Password must contain at least 1 lowercase character'],
  [`Aa!${'x'.repeat(126)}`, 'Password must be at most 128 characters'],
  ['Aaaaaaa!', null],
  ['Ünïcode|7', null],
])('the first rule that the password "%s" breaks is told', (password, problem) => {
  expect(checkNewPassword(password)).toBe(problem);
});

test('every special character counts, and no other', () => {
  for (const special of '!@#$%^&*(),.?":{}|<>') expect(checkNewPassword(`Passwor${special}d`)).toBeNull();
  for (const other of "-_+=~`;'[]/\\ é1")
    expect(checkNewPassword(`Passwor${other}d`)).toBe('Password must contain at least 1 special character');
});
