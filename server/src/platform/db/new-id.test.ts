import { type IdKind, idOf, idPrefixes } from '@parley/contract/ids';
import { describe, expect, it } from 'vitest';
import { newId, newSortableKey } from './new-id.ts';

describe('A new id', () => {
  it('is of its kind, as the contract says', () => {
    for (const kind of Object.keys(idPrefixes) as IdKind[]) {
      expect(idOf(kind).safeParse(newId(kind)).success).toBe(true);
      expect(newId(kind)).toMatch(new RegExp(`^${idPrefixes[kind]}_[0-9A-Za-z]{22}$`));
    }
  });

  it('sorts by the time it was made', () => {
    const early = newSortableKey(Date.now() + 1_000_000);
    const late = newSortableKey(Date.now() + 2_000_000);
    expect(early < late).toBe(true);
  });

  it('is never made twice, and always grows, even when the clock steps back', () => {
    const ids = Array.from({ length: 20_000 }, (_, index) =>
      newSortableKey(Date.now() + 3_000_000 - (index % 7)),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(ids.toSorted());
  });

  it('cannot be guessed from the one before it in another millisecond', () => {
    const base = Date.now() + 10_000_000;
    const tails = Array.from({ length: 200 }, (_, index) => newSortableKey(base + index).slice(-12));
    expect(new Set(tails).size).toBe(200);
  });
});
