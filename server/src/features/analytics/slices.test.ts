import { expect, test } from 'vitest';
import { cutSpan, type Slice } from './slices.ts';

const day = (text: string) => new Date(`${text}Z`);
const cut = (from: string, to: string) =>
  cutSpan({ from: day(from), to: day(to) }).map(({ by, ...slice }: Slice) => [
    by,
    slice.from.toISOString().slice(0, 16),
    slice.to.toISOString().slice(0, 16),
  ]);

test('whole days stand between the quarters of an hour at the edges', () => {
  expect(cut('2026-03-01T18:15', '2026-03-31T18:15')).toEqual([
    ['quarter', '2026-03-01T18:15', '2026-03-02T00:00'],
    ['day', '2026-03-02T00:00', '2026-03-31T00:00'],
    ['quarter', '2026-03-31T00:00', '2026-03-31T18:15'],
  ]);
  expect(cut('2026-03-01T00:00', '2026-03-31T00:00')).toEqual([
    ['day', '2026-03-01T00:00', '2026-03-31T00:00'],
  ]);
});

test('a span without a whole day stays as it is', () => {
  for (const [from, to] of [
    ['2026-03-01T00:15', '2026-03-02T23:45'],
    ['2026-03-01T10:00', '2026-03-01T10:00'],
    ['2026-03-01T00:00', '2026-03-01T00:00'],
  ] as const)
    expect(cut(from, to)).toEqual([['quarter', from, to]]);
});
