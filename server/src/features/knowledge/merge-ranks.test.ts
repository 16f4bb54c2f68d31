import { expect, test } from 'vitest';
import { mergeRanks } from './merge-ranks.ts';

const rank = (...ids: string[]) => ids.map((id, at) => ({ id, score: 1 / (at + 1) }));

test('what both searches find comes first, then what either has in front', () => {
  const merged = mergeRanks(rank('a', 'b', 'c'), rank('d', 'b'));
  expect(merged.map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
  expect(merged[0]).toMatchObject({ foundBy: ['words', 'meaning'] });
  expect(merged.map(({ foundBy }) => foundBy.length)).toEqual([2, 1, 1, 1]);
  expect(mergeRanks(rank('a'), rank('a'))[0]?.score).toBe(1);
});

test('without meaning, words keep their order and their scores', () => {
  expect(mergeRanks(rank('a', 'b'), [])).toEqual([
    { id: 'a', score: 1, foundBy: ['words'] },
    { id: 'b', score: 0.5, foundBy: ['words'] },
  ]);
  expect(mergeRanks([], rank('m'))).toEqual([{ id: 'm', score: 0.5, foundBy: ['meaning'] }]);
});
