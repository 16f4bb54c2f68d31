import { expect, test } from 'vitest';
import { highestHeld, ramp } from './ramp.ts';

const rules = {
  isHeld: (lateMs: number) => lateMs <= 5,
  isBetter: (one: number, other: number) => one < other,
};

test('it stops at the first number that is not held', async () => {
  const asked: number[] = [];
  const tried = await ramp({
    ...rules,
    steps: [100, 200, 300, 400],
    tries: 2,
    measure: async (calls) => {
      asked.push(calls);
      return calls / 50;
    },
  });
  expect(asked).toEqual([100, 200, 300, 300]);
  expect(highestHeld(tried)).toBe(200);
});

test('a spoilt try is made again, and the better one counts', async () => {
  const results = [3, 90, 4, 70, 60];
  const tried = await ramp({
    ...rules,
    steps: [1, 2, 3],
    tries: 2,
    measure: async () => results.shift()!,
  });
  expect(tried.map(({ figures }) => figures)).toEqual([3, 4, 60]);
  expect(highestHeld(tried)).toBe(2);
});

test('when nothing is held, nothing is claimed', async () => {
  const tried = await ramp({ ...rules, steps: [1, 2], tries: 1, measure: async () => 9 });
  expect(highestHeld(tried)).toBe(0);
});
