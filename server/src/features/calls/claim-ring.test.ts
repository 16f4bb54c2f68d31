import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { claimRing } from './claim-ring.ts';

describeOnEachDatabase(
  'A network that rings several processes at once',
  (suite) => {
    const claim = (ring: string) => suite.database.transaction((tx) => claimRing(tx, ring));

    test('is answered by one of them', async () => {
      const rings = ['one', 'other', 'one', 'one', 'other'];
      const claimed = await Promise.all(rings.map(async (ring) => ((await claim(ring)) ? ring : 'taken')));
      expect(claimed.toSorted()).toEqual(['one', 'other', 'taken', 'taken', 'taken']);
    });

    test('is left to the others by one that cannot store the call', async () => {
      const failing = suite.database.transaction(async (tx) => {
        await claimRing(tx, 'third');
        throw new Error('no row');
      });
      await expect(failing).rejects.toThrow('no row');
      expect(await claim('third')).toBe(true);
    });
  },
  { migrations: [new URL('./migrations/', import.meta.url)] },
);
