import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
        inbound_agent_id: agent,
        outbound_agent_id: null,
        sip_address: null,
      });
      expect(data[1]).toMatchObject({
        name: 'London',
        country_code: '+44',
        number: '2079460018',
        area_code: '',
      });
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
