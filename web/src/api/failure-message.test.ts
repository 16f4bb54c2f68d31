import { AppError } from '@parley/contract/errors';
import { expect, test } from 'vitest';
import { failureMessage, failureTitle, findStatedFailure, statedFailureMessage } from './failure-message.ts';

test('[AGENTS-6] the sentence of the server is shown where it knows the cause', () => {
  const busy = AppError.of('calls_at_limit', { limit: 4 });
  expect(failureMessage(busy, 'test_call_failed')).toBe(
    'All 4 lines are busy. Please try again in a moment.',
  );
});

test("[AGENTS-5][AGENTS-6] a failure that says nothing of its own shows the screen's sentence", () => {
  const expected = 'Failed to initiate test call. Please try again.';
  expect(failureMessage(AppError.of('unexpected'), 'test_call_failed')).toBe(expected);
  expect(failureMessage(AppError.of('network'), 'test_call_failed')).toBe(expected);
  expect(failureMessage(new Error('boom'), 'test_call_failed')).toBe(expected);
  expect(failureMessage(new Error('boom'), 'agent_not_deleted')).toBe('Failed to delete agent.');
});

test('[ERR-1] the title is that of the kind of error', () => {
  expect(failureTitle(AppError.of('network'))).toBe('Network Error');
  expect(failureTitle(AppError.of('credentials_wrong'))).toBe('Invalid Credentials');
  expect(failureTitle(AppError.of('not_signed_in'))).toBe('Authentication Error');
  expect(failureTitle(new Error('boom'))).toBe('Error');
});

test('[KB-2] what another answer says is preferred in the order message, error, first of errors, detail, description', () => {
  const whole = { message: 'm', error: 'e', errors: ['first', 'second'], detail: 'd', description: 'x' };
  expect(findStatedFailure(whole)).toBe('m');
  expect(findStatedFailure({ ...whole, message: '' })).toBe('e');
  expect(findStatedFailure({ ...whole, message: 1, error: null })).toBe('first');
  expect(findStatedFailure({ errors: [{ message: 'in an object' }] })).toBe('in an object');
  expect(findStatedFailure({ errors: [], detail: 'd', description: 'x' })).toBe('d');
  expect(findStatedFailure({ description: 'x' })).toBe('x');
  expect(findStatedFailure({ errors: 'text' })).toBeUndefined();
  expect(findStatedFailure('<html>')).toBeUndefined();

  const error = AppError.of('refused_on_the_way');
  const fallback = 'knowledge_base_not_created';
  expect(statedFailureMessage(error, fallback)).toBe('Failed to create knowledge base');
  error.cause = 'The proxy is full.';
  expect(statedFailureMessage(error, fallback)).toBe('The proxy is full.');
});
