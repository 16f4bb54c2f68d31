import { expect, test } from 'vitest';
import { callStatuses, endReasonOfRefusal, endReasonOfStatus, finalStatuses } from './end-reason-of.ts';

const reasonOf = (status: (typeof callStatuses)[number], more: object = {}) =>
  endReasonOfStatus(status, { hadMedia: false, sipResponse: 0, error: 0, ...more });

test.each([
  ['completed', { hadMedia: true }, 'customer_hung_up'],
  ['completed', {}, 'canceled'],
  ['busy', {}, 'busy'],
  ['busy', { sipResponse: 486 }, 'busy'],
  ['busy', { sipResponse: 603 }, 'declined'],
  ['no-answer', { sipResponse: 487 }, 'no_answer'],
  ['canceled', {}, 'no_answer'],
  ['failed', { sipResponse: 404 }, 'number_unreachable'],
  ['failed', { sipResponse: 480 }, 'no_answer'],
  ['failed', { sipResponse: 503 }, 'carrier_failed'],
  ['failed', { error: 21211 }, 'number_unreachable'],
  ['failed', { error: 99999 }, 'carrier_failed'],
  ['failed', {}, 'carrier_failed'],
] as const)('a call that is %s with %j ended with %s', (status, more, expected) => {
  expect(reasonOf(status, more).endReason).toBe(expected);
});

test('what staff can mend is said in words, and the marks of the network stand beside it', () => {
  expect(reasonOf('failed', { error: 13227, sipResponse: 403 }).detail).toBe(
    'Calls to this country are not allowed in the Twilio account (Voice, Geo Permissions). (Twilio: failed, SIP 403, error 13227)',
  );
  expect(endReasonOfRefusal({ code: 21219, message: 'unverified' }).detail).toContain(
    'A trial account may call',
  );
  expect(endReasonOfRefusal({ code: 21211, message: 'not valid' }).endReason).toBe('number_unreachable');
  expect(endReasonOfRefusal({ code: 0, message: 'Twilio cannot be reached.' })).toEqual({
    endReason: 'carrier_failed',
    detail: 'Twilio cannot be reached.',
  });
});

test('a call is over in five ways', () => {
  expect([...callStatuses].filter((status) => finalStatuses.has(status))).toHaveLength(5);
});
