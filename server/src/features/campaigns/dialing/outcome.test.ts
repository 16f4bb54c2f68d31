import { Disposition } from '@parley/contract/calls';
import { defaultCampaignRules } from '@parley/contract/campaign-rules';
import { endReasonIds } from '@parley/contract/end-reasons';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideAfterAnalysis, decideOutcome, type EndedAttempt, isAbandoned } from './outcome.ts';

const minuteMs = 60_000;
const nowMs = Date.parse('2026-11-23T15:00:00Z');

function attemptOf(changes: Partial<EndedAttempt> = {}): EndedAttempt {
  return {
    endReason: 'goodbye',
    isAnswered: true,
    attempts: 1,
    rules: defaultCampaignRules,
    nowMs,
    ...changes,
  };
}

describe('the outcome of a call', () => {
  test.each([
    ['goodbye', true, 'done', 'talked', null],
    ['customer_hung_up', true, 'done', 'talked', null],
    ['staff_hung_up', true, 'done', 'talked', null],
    ['silence', true, 'done', 'talked', null],
    ['busy', false, 'waiting', 'retry_busy', 30],
    ['no_answer', false, 'waiting', 'retry_no_answer', 240],
    ['declined', false, 'waiting', 'retry_no_answer', 240],
    ['customer_hung_up', false, 'waiting', 'retry_no_answer', 240],
    ['voicemail', true, 'waiting', 'retry_voicemail', 1440],
    ['screened', true, 'waiting', 'retry_no_answer', 240],
    ['carrier_failed', false, 'waiting', 'retry_failed', 60],
    ['media_lost', true, 'waiting', 'retry_failed', 60],
    ['process_died', true, 'waiting', 'retry_failed', 60],
    ['process_died', false, 'waiting', 'retry_failed', 1],
    ['at_limit', false, 'waiting', 'retry_failed', 1],
    ['staff_hung_up', false, 'waiting', 'retry_failed', 1],
    ['number_unreachable', false, 'failed', 'unreachable', null],
  ] as const)('%s, answered %s: %s (%s)', (endReason, isAnswered, state, reason, minutes) => {
    expect(decideOutcome(attemptOf({ endReason, isAnswered }))).toEqual({
      state,
      reason,
      nextAtMs: minutes === null ? null : nowMs + minutes * minuteMs,
    });
  });

  test('of the last attempt is final', () => {
    const last = { attempts: 3, isAnswered: false };
    expect(decideOutcome(attemptOf({ ...last, endReason: 'busy' }))).toMatchObject({
      state: 'failed',
      reason: 'busy',
    });
    expect(decideOutcome(attemptOf({ ...last, endReason: 'voicemail' }))).toMatchObject({
      reason: 'voicemail',
    });
    expect(decideOutcome(attemptOf({ ...last, endReason: 'carrier_failed' }))).toMatchObject({
      reason: 'call_failed',
    });
    // A process that died before the phone rang takes no attempt from the person, three times at most.
    expect(decideOutcome(attemptOf({ ...last, endReason: 'process_died' }))).toMatchObject({
      state: 'waiting',
    });
    expect(decideOutcome(attemptOf({ ...last, attempts: 6, endReason: 'process_died' }))).toMatchObject({
      state: 'failed',
      reason: 'call_failed',
    });
  });

  test('is always one state, waits exactly when there is a time, and ends after so many attempts', () => {
    const retry = fc.integer({ min: 1, max: 43_200 });
    const given = fc.record({
      endReason: fc.constantFrom(...endReasonIds),
      isAnswered: fc.boolean(),
      attempts: fc.integer({ min: 1, max: 30 }),
      maxAttempts: fc.integer({ min: 1, max: 10 }),
      retry: fc.record({ busy: retry, no_answer: retry, voicemail: retry, failed: retry }),
    });
    fc.assert(
      fc.property(given, ({ maxAttempts, retry, ...attempt }) => {
        const rules = { max_attempts: maxAttempts, retry_after_minutes: retry };
        const outcome = decideOutcome({ ...attempt, rules, nowMs });
        expect(outcome.state === 'waiting').toBe(outcome.nextAtMs !== null);
        if (outcome.nextAtMs !== null) expect(outcome.nextAtMs).toBeGreaterThan(nowMs);
        if (attempt.attempts >= maxAttempts + 3) expect(outcome.state).not.toBe('waiting');
      }),
      { numRuns: 5000 },
    );
  });

  test('is mended by what was said', () => {
    const talked = {
      state: 'done',
      reason: 'talked',
      attempts: 1,
      rules: defaultCampaignRules,
      nowMs,
    } as const;
    expect(decideAfterAnalysis('do_not_call', talked)).toEqual({
      state: 'do_not_call',
      reason: 'opted_out',
      nextAtMs: null,
    });
    expect(decideAfterAnalysis('voicemail', talked)).toMatchObject({
      state: 'waiting',
      reason: 'retry_voicemail',
    });
    expect(decideAfterAnalysis('callback_requested', talked)).toMatchObject({
      state: 'waiting',
      reason: 'callback',
    });
    expect(decideAfterAnalysis('callback_requested', { ...talked, attempts: 3 })).toBe(undefined);
    expect(decideAfterAnalysis('completed', talked)).toBe(undefined);
    // Somebody who is called again already, or was taken off, is left as they are; a wish counts always.
    for (const disposition of Disposition.options) {
      const outcome = decideAfterAnalysis(disposition, {
        ...talked,
        state: 'removed',
        reason: 'removed_by_staff',
      });
      expect(outcome?.state).toBe(disposition === 'do_not_call' ? 'do_not_call' : undefined);
    }
  });

  test('a person who answered and heard nobody was abandoned', () => {
    expect(isAbandoned({ endReason: 'provider_failed', isAnswered: true })).toBe(true);
    expect(isAbandoned({ endReason: 'provider_failed', isAnswered: false })).toBe(false);
    expect(isAbandoned({ endReason: 'goodbye', isAnswered: true })).toBe(false);
  });
});
