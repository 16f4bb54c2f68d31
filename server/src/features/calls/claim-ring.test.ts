import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { claimRing } from './claim-ring.ts';
import { insertCall } from './queries.ts';
import { newCall } from './testing-calls.ts';

describeOnEachDatabase(
  'A network that rings several processes at once',
  (suite) => {
    const claim = (ring: string, callId = 'call_none') =>
      suite.database.transaction((tx) => claimRing(tx, { ring, callId }));

    test('is answered by one of them', async () => {
      const rings = ['one', 'other', 'one', 'one', 'other'];
      const claimed = await Promise.all(rings.map(async (ring) => ((await claim(ring)) ? ring : 'taken')));
      expect(claimed.toSorted()).toEqual(['one', 'other', 'taken', 'taken', 'taken']);
    });

    test('is left to the others by one that cannot store the call', async () => {
      const failing = suite.database.transaction(async (tx) => {
        await claimRing(tx, { ring: 'third', callId: 'call_none' });
        throw new Error('no row');
      });
      await expect(failing).rejects.toThrow('no row');
      expect(await claim('third')).toBe(true);
    });

    test('is left to the next when the first could not take the call, and not when its caller is gone', async () => {
      const { queries } = suite.database;
      const first = await insertCall(queries, newCall({ state: 'ringing' }));
      expect(await claim('fourth', first.id)).toBe(true);
      expect(await claim('fourth', 'call_second')).toBe(false);
      await queries.execute(
        sql`update calls set state = 'ended', end_reason = 'canceled' where id = ${first.id}`,
      );
      expect(await claim('fourth', 'call_second')).toBe(false);
      await queries.execute(sql`update calls set end_reason = 'internal_error' where id = ${first.id}`);
      expect(await claim('fourth', 'call_second')).toBe(true);
      expect(await claim('fourth', 'call_third')).toBe(false);
    });
  },
  { migrations: [new URL('./migrations/', import.meta.url)] },
);
