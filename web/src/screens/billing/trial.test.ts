import { expect, test } from 'vitest';
import { trialAt } from './trial.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

test('a day that has begun is still left, and the last moment is none', () => {
  expect(trialAt(inDays(14), now)).toEqual({ isOver: false, daysLeft: 14, usedPercent: 0 });
  expect(trialAt(inDays(6.2), now)).toMatchObject({ isOver: false, daysLeft: 7 });
  expect(trialAt(inDays(0.01), now)).toMatchObject({ isOver: false, daysLeft: 1 });
  expect(trialAt(inDays(0), now)).toEqual({ isOver: true, daysLeft: 0, usedPercent: 100 });
  expect(trialAt(inDays(-30), now)).toEqual({ isOver: true, daysLeft: 0, usedPercent: 100 });
  expect(trialAt(inDays(7), now).usedPercent).toBeCloseTo(50);
});
