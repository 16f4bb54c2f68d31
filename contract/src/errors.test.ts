import { expect, test } from 'vitest';
import { endReasonIds, endReasons } from './end-reasons.ts';
import { AppError, type ErrorCode, errorSentence, errors } from './errors.ts';

test('a sentence carries its parameters, and they cannot inject others', () => {
  expect(errorSentence('call_not_found', { id: 'call_1' })).toBe('There is no call with id call_1.');
  expect(errorSentence('number_invalid', { value: '{limit}' })).toContain('"{limit}" is not a phone number');
});

test('an error goes over the wire and comes back the same', () => {
  const sent = AppError.withDetails('input_invalid', [{ field: 'email', message: 'Email is required' }], {
    fields: 'email',
  });
  const answer = sent.toAnswer('req_1');
  expect(answer).toEqual({
    error: {
      kind: 'VALIDATION_ERROR',
      code: 'input_invalid',
      message: 'Please correct the marked fields: email.',
      details: [{ field: 'email', message: 'Email is required' }],
      requestId: 'req_1',
    },
    message: 'Please correct the marked fields: email.',
  });
  const received = AppError.fromAnswer(answer);
  expect(received).toMatchObject({
    code: 'input_invalid',
    status: 422,
    title: 'Validation Error',
    requestId: 'req_1',
  });
});

test('an answer with a code this version does not know is an unexpected error with its own words', () => {
  const answer = {
    error: { kind: 'SERVER_ERROR' as const, code: 'from_the_future' as ErrorCode, message: 'Later.' },
    message: 'Later.',
  };
  expect(AppError.fromAnswer(answer)).toMatchObject({ code: 'unexpected', message: 'Later.', status: 500 });
});

test('every sentence of the catalogue ends as a sentence or stands in the specification, and none leaves a gap', () => {
  for (const [code, row] of Object.entries(errors)) {
    expect(row.message, code).not.toMatch(/undefined|\s{2}/);
    expect(row.message.length, code).toBeGreaterThan(10);
  }
});

test('every end reason maps to what the call log may show', () => {
  for (const id of endReasonIds) {
    expect(['completed', 'agent_hangup', 'user_hangup', 'unknown']).toContain(
      endReasons[id].disconnectionReason,
    );
    expect(endReasons[id].label).not.toBe('');
  }
});
