import type { NumberHealth, PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { askApi, openTestProduct, registerUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { codeOf, NumbersTest } from './testing-numbers.ts';

describeOnEachDatabase(
  'Phone numbers',
  (suite) => {
    const it = new NumbersTest(suite);
    const { add, ask, assign, list } = it;

    test('a number is told in its parts, and where a phone rings it when calls are taken', async () => {
      await add('+14155550181', { inboundAgentId: it.agent });
      await add('+442079460018', { name: 'London' });
      const { data, total } = await list();
      expect(total).toBe(2);
      expect(data[0]).toMatchObject({
        name: 'Primary Line',
        phone: '+14155550181',
        number: '4155550181',
        country_code: '+1',
        area_code: '415',
        area: 'California',
        connection_id: null,
        inbound_agent_id: it.agent,
        outbound_agent_id: null,
        sip_address: null,
      });
      expect(data[1]).toMatchObject({
        name: 'London',
        country_code: '+44',
        number: '2079460018',
        area_code: '',
        area: 'United Kingdom',
      });
    });

    test('[NUM-1] a simulated number is added in local mode, once, and only one that no real phone has', async () => {
      const create = (body: object) => ask('POST', '/phone-numbers', body);
      const made = await create({ phone: '+12125550142', name: '  Front desk ' });
      expect([made.status, (made.body as { data: PhoneNumber }).data]).toMatchObject([
        201,
        { name: 'Front desk', phone: '+12125550142', area: 'New York' },
      ]);
      const twice = await Promise.all([1, 2, 3].map(() => create({ phone: '+12125550143' })));
      expect(twice.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      expect((await list()).data.map(({ name }) => name)).toEqual(['Front desk', 'Primary Line']);
      expect(codeOf(await create({ phone: '+12125550142' }))).toBe('number_taken');
      expect(codeOf(await create({ phone: '+14158675309' }))).toBe('number_not_fictional');
      for (const body of [{ phone: '2125550144' }, { phone: '+12125550144', name: '   ' }, {}])
        expect(codeOf(await create(body))).toBe('input_invalid');
      expect((await list()).total).toBe(2);
    });

    test('[NUM-3] a number takes a new name, and keeps it when only agents are chosen', async () => {
      const { id } = await add('+14155550181');
      const agents = { inbound_agent_id: it.agent, outbound_agent_id: null };
      const named = await ask('PUT', `/phone-numbers/${id}`, { ...agents, name: ' Sales ' });
      expect((named.body as { data: PhoneNumber }).data.name).toBe('Sales');
      await assign(id, null, null);
      expect((await list()).data[0]).toMatchObject({ name: 'Sales', inbound_agent_id: null });
      for (const name of ['', ' ', 'x'.repeat(101)])
        expect(codeOf(await ask('PUT', `/phone-numbers/${id}`, { ...agents, name }))).toBe('input_invalid');
    });

    test('[NUM-4] a number is deleted once, and nothing rings it any more', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: it.agent });
      const answers = await Promise.all([1, 2, 3].map(() => ask('DELETE', `/phone-numbers/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect((await list()).total).toBe(0);
      expect(
        await it.product.features.numbers.findNumber(suite.database.queries, '+14155550181'),
      ).toBeUndefined();
      expect(codeOf(await assign(id, null, null))).toBe('number_not_found');
      expect(codeOf(await ask('DELETE', '/phone-numbers/x'))).toBe('input_invalid');
    });

    test('saving and deleting at the same moment leaves either no number or an answer that says so', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await add('+14155550181');
        const [saved, deleted] = await Promise.all([
          assign(id, it.agent, null),
          ask('DELETE', `/phone-numbers/${id}`),
        ]);
        expect([saved.status, deleted.status]).toEqual([expect.toBeOneOf([200, 404]), 200]);
        expect((await list()).total).toBe(0);
      }
    });

    test('the health of a number counts its calls of 30 days, answered and short, without tests', async () => {
      const day = 24 * 3_600_000;
      const addCall = async (agoMs: number, more: { answeredMs?: number; test?: boolean; to?: string }) => {
        const at = new Date(Date.now() - agoMs);
        const answeredAt = more.answeredMs === undefined ? null : at.toISOString();
        const endedAt = new Date(at.getTime() + (more.answeredMs ?? 0)).toISOString();
        await suite.database.queries.execute(sql`
          insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state, is_test,
            created_at, answered_at, ended_at)
          values (${newId('call')}, ${it.user.workspaceId}, 0, 'Reception', '+14155550199',
            ${more.to ?? '+14155550181'}, 'sip', 'ended', ${more.test ?? false}, ${at.toISOString()},
            ${answeredAt}, ${endedAt})`);
        return at;
      };
      const health = async () =>
        (await ask('GET', '/phone-numbers/overview')).body as {
          can_simulate: boolean;
          health: NumberHealth[];
        };
      await add('+14155550181');
      expect(await health()).toEqual({ can_simulate: true, health: [] });
      await addCall(31 * day, { answeredMs: 60_000 });
      await addCall(3 * day, { answeredMs: 60_000 });
      await addCall(2 * day, { answeredMs: 9_999 });
      await addCall(2 * day, { answeredMs: 10_000 });
      const last = await addCall(day, {});
      await addCall(0, { answeredMs: 1_000, test: true });
      await suite.database.queries.execute(sql`select count_past_calls()`);
      expect((await health()).health).toEqual([
        {
          phone: '+14155550181',
          calls: 4,
          answered: 3,
          answer_rate: 0.75,
          short_calls: 1,
          last_used_at: last.toISOString(),
        },
      ]);
      const stranger = await registerUser(it.product, 'nosy@example.com');
      const theirs = await askApi(it.product, 'GET', '/phone-numbers/overview', { token: stranger.token });
      expect((theirs.body as { health: unknown[] }).health).toEqual([]);
    });

    test('numbers come by the page, ten a page, or all at once', async () => {
      for (let count = 0; count < 12; count += 1) await add(`+141555501${String(count).padStart(2, '0')}`);
      const first = await list('?page=1&company_id=someone-else');
      const second = await list('?page=2');
      expect([first.data.length, second.data.length, first.total]).toEqual([10, 2, 12]);
      expect(second.data.map((each) => each.phone)).toEqual(['+14155550110', '+14155550111']);
      expect((await list()).data).toHaveLength(12);
      expect((await list('?page=9')).data).toEqual([]);
      expect(codeOf(await ask('GET', '/phone-numbers?page=0'))).toBe('input_invalid');
    });

    test('a number belongs to one workspace of the installation', async () => {
      await add('+14155550181');
      await expect(add('+14155550181')).rejects.toMatchObject({ code: 'number_taken' });
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

describeOnEachDatabase(
  'Phone numbers in production',
  (suite) => {
    test('no number can be made up', async () => {
      const product = await openTestProduct(suite.database, {
        environment: {
          PARLEY_MODE: 'production',
          PUBLIC_URL: 'https://parley.example.com',
          // Only looked at for being there: the database is the test's own.
          DATABASE_URL: 'postgres://127.0.0.1/parley',
        },
      });
      const { token } = await registerUser(product, 'owner@example.com');
      const made = await askApi(product, 'POST', '/phone-numbers', {
        token,
        body: { phone: '+12125550142' },
      });
      expect([made.status, made.body]).toMatchObject([409, { error: { code: 'numbers_not_simulated' } }]);
      const told = await askApi(product, 'GET', '/phone-numbers/overview', { token });
      expect(told.body).toEqual({ can_simulate: false, health: [] });
      await product.close();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
