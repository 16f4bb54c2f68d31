import { expect, test } from 'vitest';
import { judgeHealth } from './judge-health.ts';

const judge = (calls: number, answered: number, short = 0) =>
  judgeHealth({
    phone: '+14155550100',
    calls,
    answered,
    short_calls: short,
    answer_rate: 0,
    last_used_at: '2026-11-21T10:00:00Z',
  });

test.each([
  [9, 0, 0, '0% answered', 'gray', 'Too few calls'],
  [10, 4, 0, '40% answered', 'pine', 'does well'],
  [10, 3, 3, '30% answered', 'coral', 'marked as spam'],
  [10, 10, 3, '100% answered', 'pine', 'does well'],
  [10, 10, 4, '40% short', 'coral', 'hang up at once'],
])('%i calls, %i answered, %i short: %s', (calls, answered, short, words, color, about) => {
  expect(judge(calls, answered, short)).toMatchObject({
    words,
    color,
    about: expect.stringContaining(about),
  });
});
