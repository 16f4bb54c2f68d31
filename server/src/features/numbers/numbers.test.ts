import type { NumberHealth, PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import type { NewNumber } from './queries.ts';

describeOnEachDatabase(
  'Phone numbers',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let agent: string;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'ada@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate agents, phone_numbers cascade`);
      agent = await makeAgent();
    });
    afterAll(() => product.close());

    const makeAgent = (workspaceId = user.workspaceId) =>
      product.features.agents.insertReadyAgent(suite.database.queries, {
        workspaceId,
        type: 'inbound',
        name: 'Reception',
        prompt: 'Answer.',
        welcomeText: '',
      });
    const add = (e164: string, more: Partial<NewNumber> = {}) =>
      product.features.numbers.insertNumber(suite.database.queries, {
        workspaceId: user.workspaceId,
        e164,
        ...more,
      });
    const ask = (method: string, path: string, body?: unknown) =>
      askApi(product, method, path, { token: user.token, ...(body !== undefined && { body }) });
    const list = async (query = '') =>
      (await ask('GET', `/phone-numbers${query}`)).body as { data: PhoneNumber[]; total: number };
    const assign = (id: string, inbound: string | null, outbound: string | null) =>
      ask('PUT', `/phone-numbers/${id}`, { inbound_agent_id: inbound, outbound_agent_id: outbound });
    const codeOf = (answer: { body: never }) => (answer.body as { error?: { code: string } }).error?.code;

    test('a number is told in its parts, and where a phone rings it when calls are taken', async () => {
      await add('+14155550181', { inboundAgentId: agent });
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
        inbound_agent_id: agent,
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
      const agents = { inbound_agent_id: agent, outbound_agent_id: null };
      const named = await ask('PUT', `/phone-numbers/${id}`, { ...agents, name: ' Sales ' });
      expect((named.body as { data: PhoneNumber }).data.name).toBe('Sales');
      await assign(id, null, null);
      expect((await list()).data[0]).toMatchObject({ name: 'Sales', inbound_agent_id: null });
      for (const name of ['', ' ', 'x'.repeat(101)])
        expect(codeOf(await ask('PUT', `/phone-numbers/${id}`, { ...agents, name }))).toBe('input_invalid');
    });

    test('[NUM-4] a number is deleted once, and nothing rings it any more', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: agent });
      const answers = await Promise.all([1, 2, 3].map(() => ask('DELETE', `/phone-numbers/${id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
      expect((await list()).total).toBe(0);
      expect(
        await product.features.numbers.findNumber(suite.database.queries, '+14155550181'),
      ).toBeUndefined();
      expect(codeOf(await assign(id, null, null))).toBe('number_not_found');
      expect(codeOf(await ask('DELETE', '/phone-numbers/x'))).toBe('input_invalid');
    });

    test('saving and deleting at the same moment leaves either no number or an answer that says so', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { id } = await add('+14155550181');
        const [saved, deleted] = await Promise.all([
          assign(id, agent, null),
          ask('DELETE', `/phone-numbers/${id}`),
        ]);
        expect([saved.status, deleted.status]).toEqual([expect.toBeOneOf([200, 404]), 200]);
        expect((await list()).total).toBe(0);
      }
    });

    test('the numbers of a trunk come by themselves, move with it, and stay away once taken out', async () => {
      const { workspaceId } = user;
      const adopt = (connectionId: string, ...numbers: string[]) =>
        product.features.numbers.adoptNumbers(
          suite.database.queries,
          numbers.map((e164) => ({ workspaceId, connectionId, e164 })),
        );
      // An extension is no number of the public network: it must not keep the others away.
      product.events.length = 0;
      expect(await adopt('con_1', '+14155550181', '100', '+14155550182', '+14155550181')).toBe(1);
      expect(product.events).toEqual([{ workspaceId, event: { type: 'numbers.changed' } }]);
      const [first, second] = (await list()).data;
      expect([first?.phone, first?.connection_id]).toEqual(['+14155550181', 'con_1']);
      await assign(first!.id, agent, null);
      await ask('DELETE', `/phone-numbers/${second!.id}`);
      expect(await adopt('con_1', '+14155550181', '+14155550182')).toBe(0);
      expect((await list()).total).toBe(1);

      // The trunk was removed and connected anew.
      expect(await adopt('con_2', '+14155550181', '+14155550182')).toBe(1);
      expect((await list()).data).toMatchObject([
        { phone: '+14155550181', connection_id: 'con_2', inbound_agent_id: agent },
        { phone: '+14155550182', connection_id: 'con_2' },
      ]);
    });

    test('a number of a trunk is verified by the first call that comes in through it in time', async () => {
      const { numbers } = product.features;
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
      product.events.length = 0;
      await Promise.all([ring('+14155550191'), ring('+14155550191')]);
      expect(product.events).toEqual([{ workspaceId: user.workspaceId, event: { type: 'numbers.changed' } }]);
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
      const stranger = await registerUser(product, 'ringer@example.com');
      const path = `/phone-numbers/${id}/test-ring`;
      expect(codeOf(await askApi(product, 'POST', path, { token: stranger.token }))).toBe('number_not_found');
    });

    test('a number that moves to another trunk is verified no more', async () => {
      const { numbers } = product.features;
      const { queries } = suite.database;
      const { id } = await add('+14155550181', { connectionId: 'con_1' });
      await ask('POST', `/phone-numbers/${id}/test-ring`);
      await numbers.onRing((await numbers.findNumber(queries, '+14155550181'))!, '');
      expect((await list()).data[0]).toMatchObject({ verified_at: expect.any(String), verified_from: '' });
      const { workspaceId } = user;
      await numbers.adoptNumbers(queries, [{ workspaceId, connectionId: 'con_2', e164: '+14155550181' }]);
      expect((await list()).data[0]).toMatchObject({ connection_id: 'con_2', verified_at: null });
    });

    test('a trunk of one workspace takes no number of another', async () => {
      await add('+14155550181', { connectionId: 'con_1' });
      const stranger = await registerUser(product, 'thief@example.com');
      await product.features.numbers.adoptNumbers(suite.database.queries, [
        { workspaceId: stranger.workspaceId, connectionId: 'con_9', e164: '+14155550181' },
      ]);
      expect((await list()).data[0]?.connection_id).toBe('con_1');
      const theirs = await askApi(product, 'GET', '/phone-numbers', { token: stranger.token });
      expect((theirs.body as { total: number }).total).toBe(0);
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
          values (${newId('call')}, ${user.workspaceId}, 0, 'Reception', '+14155550199',
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
      const stranger = await registerUser(product, 'nosy@example.com');
      const theirs = await askApi(product, 'GET', '/phone-numbers/overview', { token: stranger.token });
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

    test('agents that are on can be chosen, and taken off again', async () => {
      const { id } = await add('+14155550181');
      const answer = await assign(id, agent, agent);
      expect((answer.body as { data: PhoneNumber }).data).toMatchObject({
        inbound_agent_id: agent,
        outbound_agent_id: agent,
      });
      await assign(id, null, agent);
      expect((await list()).data[0]).toMatchObject({ inbound_agent_id: null, outbound_agent_id: agent });
    });

    test('an agent that is off cannot be chosen, but one that was chosen may stay', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: agent });
      const other = await makeAgent();
      for (const each of [agent, other])
        await ask('PATCH', `/voice-agent/${each}`, { agent_state: 'inactive' });
      expect(codeOf(await assign(id, agent, other))).toBe('agent_inactive');
      expect((await assign(id, agent, null)).status).toBe(200);
    });

    test('an agent of another workspace is not there', async () => {
      const { id } = await add('+14155550181');
      const stranger = await registerUser(product, 'grace@example.com');
      expect(codeOf(await assign(id, await makeAgent(stranger.workspaceId), null))).toBe('agent_not_found');
    });

    test('a number belongs to one workspace of the installation', async () => {
      await add('+14155550181');
      await expect(add('+14155550181')).rejects.toMatchObject({ code: 'number_taken' });
    });

    test('an inbound call finds its number however it was dialled', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: agent });
      const { numbers } = product.features;
      for (const dialled of ['+14155550181', '14155550181', '4155550181', '0014155550181'])
        expect(await numbers.findNumber(suite.database.queries, dialled)).toMatchObject({
          id,
          e164: '+14155550181',
          workspaceId: user.workspaceId,
          inboundAgentId: agent,
        });
      for (const dialled of ['+14155550182', 'anonymous', ''])
        expect(await numbers.findNumber(suite.database.queries, dialled)).toBeUndefined();
    });

    test('an agent calls with the number it is assigned to, else with the oldest of its workspace', async () => {
      const { numbers } = product.features;
      const find = (workspaceId = user.workspaceId) =>
        numbers.findOutboundNumber(suite.database.queries, workspaceId, agent);
      expect(await find()).toBeUndefined();
      await add('+14155550181');
      await add('+14155550182', { outboundAgentId: await makeAgent() });
      expect(await find()).toBe('+14155550181');
      await add('+14155550183', { outboundAgentId: agent });
      expect(await find()).toBe('+14155550183');
      expect(await find('wsp_0000000000000000000000')).toBeUndefined();
    });

    test('deleting an agent while it is being chosen leaves no number with an agent that is gone', async () => {
      const { id } = await add('+14155550181');
      for (let round = 0; round < 5; round += 1) {
        const gone = await makeAgent();
        const results = await Promise.all([assign(id, gone, gone), ask('DELETE', `/voice-agent/${gone}`)]);
        expect(results.map((each) => each.status)).toEqual([expect.toBeOneOf([200, 404]), 200]);
        expect((await list()).data[0]).toMatchObject({ inbound_agent_id: null, outbound_agent_id: null });
      }
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
