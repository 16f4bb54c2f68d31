import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Breaker,
  type BreakerCall,
  closedBreaker,
  linesThrough,
  moveBreaker,
} from './circuit-breaker.ts';

const nowMs = 1_000_000_000;
const calls = (pattern: string, endedAtMs = nowMs - 1000): BreakerCall[] =>
  [...pattern].map((letter, at) => ({
    callId: `call_${at}`,
    endedAtMs: endedAtMs + at,
    isFailure: letter === 'x',
  }));

describe('the circuit breaker', () => {
  test('opens when half of five calls failed, and says which', () => {
    expect(moveBreaker(closedBreaker, calls('xxxx'), nowMs).breaker.state).toBe('closed');
    expect(moveBreaker(closedBreaker, calls('xxooo'), nowMs).breaker.state).toBe('closed');
    const { breaker, isGivenUp } = moveBreaker(closedBreaker, calls('xoxox'), nowMs);
    expect(breaker).toMatchObject({ state: 'open', trips: 1, calls: ['call_0', 'call_2', 'call_4'] });
    expect(isGivenUp).toBe(false);
    expect(linesThrough(breaker)).toBe(0);
  });

  test('forgets what is older than two minutes', () => {
    expect(moveBreaker(closedBreaker, calls('xxxxxx', nowMs - 121_000), nowMs).breaker.state).toBe('closed');
  });

  test('lets one call through after a minute: a good one closes it, a bad one opens it for five', () => {
    const open = moveBreaker(closedBreaker, calls('xxxxx'), nowMs).breaker;
    expect(moveBreaker(open, [], nowMs + 59_999).breaker.state).toBe('open');
    const probing = moveBreaker(open, calls('xxxxx'), nowMs + 60_000).breaker;
    expect(probing.state).toBe('probing');
    expect(linesThrough(probing)).toBe(1);
    // Calls that were under way when it opened say nothing new.
    expect(moveBreaker(probing, calls('xxxxx'), nowMs + 61_000).breaker).toEqual(probing);
    const good = calls('o', nowMs + 70_000);
    expect(moveBreaker(probing, good, nowMs + 71_000).breaker).toMatchObject({ state: 'closed', trips: 0 });
    const again = moveBreaker(probing, calls('x', nowMs + 70_000), nowMs + 71_000);
    expect(again.breaker).toMatchObject({ state: 'open', trips: 2, untilMs: nowMs + 371_000 });
    expect(again.isGivenUp).toBe(false);
    const third = moveBreaker(
      { ...again.breaker, state: 'probing', sinceMs: nowMs + 371_000 },
      calls('x', nowMs + 380_000),
      nowMs + 381_000,
    );
    expect(third.isGivenUp).toBe(true);
  });

  test('never lets calls through while open, and needs failures to open', () => {
    const step = fc.record({
      waitMs: fc.integer({ min: 1, max: 90_000 }),
      isFailure: fc.boolean(),
      ends: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let [breaker, atMs]: [Breaker, number] = [closedBreaker, nowMs];
        const ended: BreakerCall[] = [];
        for (const { waitMs, isFailure, ends } of steps) {
          atMs += waitMs;
          if (ends && linesThrough(breaker) > 0)
            ended.push({ callId: `call_${ended.length}`, endedAtMs: atMs, isFailure });
          const before = breaker;
          breaker = moveBreaker(breaker, ended, atMs).breaker;
          if (breaker.state === 'open' && before.state !== 'open')
            expect(
              ended.filter((call) => breaker.calls.includes(call.callId)).every((call) => call.isFailure),
            ).toBe(true);
          if (before.state === 'open' && breaker.state !== 'open')
            expect(atMs).toBeGreaterThanOrEqual(before.untilMs);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
