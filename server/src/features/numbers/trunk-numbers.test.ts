import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { askApi, registerUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { codeOf, NumbersTest } from './testing-numbers.ts';

describeOnEachDatabase(
  'The numbers of a trunk',
  (suite) => {
    const it = new NumbersTest(suite);
    const { add, ask, assign, list } = it;

    test('the numbers of a trunk come by themselves, move with it, and stay away once taken out', async () => {
      const { workspaceId } = it.user;
      const adopt = (connectionId: string, ...numbers: string[]) =>
        it.product.features.numbers.adoptNumbers(
          suite.database.queries,
          numbers.map((e164) => ({ workspaceId, connectionId, e164 })),
        );
      // An extension is no number of the public network: it must not keep the others away.
      it.product.events.length = 0;
      expect(await adopt('con_1', '+14155550181', '100', '+14155550182', '+14155550181')).toBe(1);
      expect(it.product.events).toEqual([{ workspaceId, event: { type: 'numbers.changed' } }]);
      const [first, second] = (await list()).data;
      expect([first?.phone, first?.connection_id]).toEqual(['+14155550181', 'con_1']);
      await assign(first!.id, it.agent, null);
      await ask('DELETE', `/phone-numbers/${second!.id}`);
      expect(await adopt('con_1', '+14155550181', '+14155550182')).toBe(0);
      expect((await list()).total).toBe(1);

      // The trunk was removed and connected anew.
      expect(await adopt('con_2', '+14155550181', '+14155550182')).toBe(1);
      expect((await list()).data).toMatchObject([
        { phone: '+14155550181', connection_id: 'con_2', inbound_agent_id: it.agent },
        { phone: '+14155550182', connection_id: 'con_2' },
      ]);
    });

    test('a number of a trunk is verified by the first call that comes in through it in time', async () => {
      const { numbers } = it.product.features;
      const { queries } = suite.database;
      const ring = async (from: string) => {
        const row = await numbers.findNumber(queries, '+14155550181');
        await numbers.onRing(row!, from);
      };
      const waitFor = (id: string) => ask('POST', `/phone-numbers/${id}/test-ring`);
      const told = async () => (await list()).data[0]!;
      const { id } = await add('+14155550181', { connectionId: 'con_1' });
      await ring('+14155550190');
      expect(await told()).toMatchObject({
        verified_at: null,
        verified_from: null,
        ring_awaited_until: null,
      });

      const waiting = (await waitFor(id)).body as { data: PhoneNumber };
      const untilMs = Date.parse(waiting.data.ring_awaited_until ?? '');
      expect(untilMs - Date.now()).toBeGreaterThan(100_000);
      it.product.events.length = 0;
      await Promise.all([ring('+14155550191'), ring('+14155550191')]);
      expect(it.product.events).toEqual([
        { workspaceId: it.user.workspaceId, event: { type: 'numbers.changed' } },
      ]);
      await ring('+14155550192');
      const verified = await told();
      expect(verified).toMatchObject({ verified_from: '+14155550191', ring_awaited_until: null });
      expect(Math.abs(Date.parse(verified.verified_at ?? '') - Date.now())).toBeLessThan(60_000);

      // The next try forgets the last; what comes in too late is no answer to it.
      await waitFor(id);
      expect((await told()).verified_at).toBeNull();
      await queries.execute(sql`update phone_numbers set ring_awaited_until = now() - interval '1 second'`);
      await ring('+14155550193');
      expect((await told()).verified_at).toBeNull();

      const own = await add('+14155550182');
      expect(codeOf(await waitFor(own.id))).toBe('number_without_trunk');
      expect(codeOf(await waitFor(newId('number')))).toBe('number_not_found');
      const stranger = await registerUser(it.product, 'ringer@example.com');
      const path = `/phone-numbers/${id}/test-ring`;
      expect(codeOf(await askApi(it.product, 'POST', path, { token: stranger.token }))).toBe(
        'number_not_found',
      );
    });

    test('a number that moves to another trunk is verified no more', async () => {
      const { numbers } = it.product.features;
      const { queries } = suite.database;
      const { id } = await add('+14155550181', { connectionId: 'con_1' });
      await ask('POST', `/phone-numbers/${id}/test-ring`);
      await numbers.onRing((await numbers.findNumber(queries, '+14155550181'))!, '');
      expect((await list()).data[0]).toMatchObject({ verified_at: expect.any(String), verified_from: '' });
      const { workspaceId } = it.user;
      await numbers.adoptNumbers(queries, [{ workspaceId, connectionId: 'con_2', e164: '+14155550181' }]);
      expect((await list()).data[0]).toMatchObject({ connection_id: 'con_2', verified_at: null });
    });

    test('a trunk of one workspace takes no number of another', async () => {
      await add('+14155550181', { connectionId: 'con_1' });
      const stranger = await registerUser(it.product, 'thief@example.com');
      await it.product.features.numbers.adoptNumbers(suite.database.queries, [
        { workspaceId: stranger.workspaceId, connectionId: 'con_9', e164: '+14155550181' },
      ]);
      expect((await list()).data[0]?.connection_id).toBe('con_1');
      const theirs = await askApi(it.product, 'GET', '/phone-numbers', { token: stranger.token });
      expect((theirs.body as { total: number }).total).toBe(0);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
