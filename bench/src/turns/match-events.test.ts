import { expect, test } from 'vitest';
import type { LineEvent } from '../calls/phone.ts';
import { matchAnswers, matchInterruptions } from './match-events.ts';

const event = (call: number, kind: LineEvent['kind'], atMs: number): LineEvent => ({
  call,
  kind,
  atMs,
  ...(kind === 'customer.began' ? { clip: 'stop' } : {}),
});

test('an answer belongs to the final text of its own call', () => {
  const events = [
    event(1, 'agent.began', 1012),
    event(2, 'agent.began', 1018),
    event(1, 'agent.began', 5000),
  ];
  const finals = [
    { call: 1, atMs: 1000 },
    { call: 2, atMs: 1001 },
  ];
  expect(matchAnswers({ finals, events, withinMs: 500 })).toEqual({ delaysMs: [12, 17], unanswered: 0 });
});

test('a final text without an answer in time is counted, not measured', () => {
  const finals = [{ call: 1, atMs: 1000 }];
  const events = [event(1, 'agent.began', 900), event(1, 'agent.began', 1800)];
  expect(matchAnswers({ finals, events, withinMs: 500 })).toEqual({ delaysMs: [], unanswered: 1 });
});

test('an interruption lasts from the first word to the silence of the agent', () => {
  const events = [
    event(1, 'customer.began', 1000),
    event(1, 'agent.fell-silent', 1120),
    event(1, 'agent.began', 2000),
    event(1, 'customer.began', 4000),
    event(1, 'agent.fell-silent', 5500),
    event(2, 'customer.began', 9000),
  ];
  expect(matchInterruptions({ events, withinMs: 1000 })).toEqual([
    { clip: 'stop', delayMs: 120 },
    { clip: 'stop', delayMs: null },
  ]);
});

test('a customer who begins when the agent is silent already has interrupted nobody', () => {
  const events = [
    event(1, 'agent.began', 500),
    event(1, 'agent.fell-silent', 990),
    event(1, 'customer.began', 1000),
    event(1, 'agent.began', 2000),
    event(1, 'customer.began', 3000),
    event(1, 'agent.fell-silent', 3100),
    event(1, 'agent.began', 9000),
  ];
  expect(matchInterruptions({ events, withinMs: 1000 })).toEqual([{ clip: 'stop', delayMs: 100 }]);
});
