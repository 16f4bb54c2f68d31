import { AppError } from '@parley/contract/errors';
import { expect, test } from 'vitest';
import { checkPassword, loginFailure, returnPath } from './login-rules.ts';

test('[LOGIN-6] a missing password is said', () => {
  expect(checkPassword('')).toBe('Password is required');
  expect(checkPassword(' ')).toBeNull();
});

test('[LOGIN-5] the sentence of the server, else that of the network', () => {
  expect(loginFailure(AppError.of('credentials_wrong'))).toBe('Login failed. Please check your credentials.');
  // What a 401 without a sentence of ours becomes.
  expect(loginFailure(AppError.of('not_signed_in'))).toBe('Login failed. Please check your credentials.');
  expect(loginFailure(AppError.of('network'))).toBe('Network connection error. Please try again!');
  expect(loginFailure(new Error('boom'))).toBe('An unexpected error occurred. Please try again.');
});

test('[ROUTE-4] sign-in leads to the page asked for, and to no other site', () => {
  expect(returnPath('/app/call-history?page=2')).toBe('/app/call-history?page=2');
  expect(returnPath(undefined)).toBe('/app/dashboard');
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example',
    '/login',
    '/application',
    'javascript:alert(1)',
  ])
    expect(returnPath(elsewhere)).toBe('/app/dashboard');
});
