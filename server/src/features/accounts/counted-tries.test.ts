import type { FastifyReply } from 'fastify';
import { beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { type Counted, CountedTries } from './counted-tries.ts';
import { accountMigrations } from './index.ts';
import { deleteForgottenTries } from './try-queries.ts';

describeOnEachDatabase(
  'Counted tries',
  (suite) => {
    let nowMs: number;
    let tries: CountedTries;
    const open = (requestsPerMinute = 1_200) =>
      new CountedTries({ db: suite.database, nowMs: () => nowMs, requestsPerMinute });
    beforeEach(() => {
      nowMs = Date.parse('2026-11-21T12:00:00Z');
      tries = open();
    });

    /** The wait that a try is told, in seconds; 0 when it may go on. */
    const claim = async (...counts: Counted[]): Promise<number> => {
      const told = new Map<string, unknown>();
      const reply = { header: (name: string, value: unknown) => told.set(name, value) };
      try {
        await tries.claim(reply as unknown as FastifyReply, counts);
        return 0;
      } catch (error) {
        expect((error as { code: string }).code).toBe('too_many_requests');
        return Number(told.get('retry-after'));
      }
    };
    const pair: Counted = { rule: 'login', of: 'ada@example.com 203.0.113.1' };

    test('five are free, then each doubles the wait up to a minute', async () => {
      for (let count = 0; count < 5; count += 1) expect(await claim(pair)).toBe(0);
      const waits = [];
      for (let count = 0; count < 7; count += 1) {
        const wait = await claim(pair);
        waits.push(wait);
        nowMs += wait * 1000 - 1;
        expect(await claim(pair)).toBe(1);
        nowMs += 1;
        expect(await claim(pair)).toBe(0);
      }
      expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60]);
    });

    test('of tries that come at once, in several processes, no more pass than are free', async () => {
      const other = open();
      const all = await Promise.allSettled(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 ? tries : other).claim({ header: () => undefined } as unknown as FastifyReply, [pair]),
        ),
      );
      expect(all.filter((each) => each.status === 'fulfilled')).toHaveLength(5);
    });

    test('they are forgotten after a quarter of an hour, and by a success', async () => {
      for (let count = 0; count < 5; count += 1) await claim(pair);
      expect(await claim(pair)).toBe(2);
      await tries.onSuccess(suite.database.queries, { giveBack: [], forget: [pair] });
      for (let count = 0; count < 5; count += 1) expect(await claim(pair)).toBe(0);
      expect(await claim(pair)).toBe(2);
      nowMs += 15 * 60_000;
      for (let count = 0; count < 5; count += 1) expect(await claim(pair)).toBe(0);
    });

    test('one that is given back does not count', async () => {
      for (let count = 0; count < 30; count += 1) {
        expect(await claim(pair)).toBe(0);
        await tries.onSuccess(suite.database.queries, { giveBack: [pair], forget: [] });
      }
    });

    test('a try that has to wait for one count is taken from no other', async () => {
      const address: Counted = { rule: 'signup_address', of: '203.0.113.1' };
      for (let count = 0; count < 5; count += 1) await claim(pair);
      for (let count = 0; count < 30; count += 1) expect(await claim(address, pair)).toBeGreaterThan(0);
      for (let count = 0; count < 20; count += 1) expect(await claim(address)).toBe(0);
      expect(await claim(address)).toBe(60);
    });

    test('what is counted for everybody behind an address grows with the limit of requests', async () => {
      tries = open(2_400);
      const address: Counted = { rule: 'signup_address', of: '203.0.113.1' };
      for (let count = 0; count < 40; count += 1) expect(await claim(address)).toBe(0);
      expect(await claim(address)).toBe(60);
      for (let count = 0; count < 5; count += 1) expect(await claim(pair)).toBe(0);
      expect(await claim(pair)).toBe(2);
    });

    test('rows that count no longer are deleted, and none says what it counted', async () => {
      await claim(pair);
      const count = async () => (await suite.database.pool.query('select key from counted_tries')).rows;
      expect(JSON.stringify(await count())).not.toContain('ada');
      await deleteForgottenTries(suite.database.queries, new Date(nowMs));
      expect(await count()).toHaveLength(1);
      await deleteForgottenTries(suite.database.queries, new Date(nowMs + 16 * 60_000));
      expect(await count()).toHaveLength(0);
    });
  },
  { migrations: [accountMigrations], isEmptiedBeforeEach: true },
);
