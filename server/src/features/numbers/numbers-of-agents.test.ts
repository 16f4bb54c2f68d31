import type { PhoneNumber } from '@parley/contract/numbers';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { registerUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { codeOf, NumbersTest } from './testing-numbers.ts';

describeOnEachDatabase(
  'Phone numbers and their agents',
  (suite) => {
    const it = new NumbersTest(suite);
    const { add, ask, assign, list, makeAgent } = it;

    test('agents that are on can be chosen, and taken off again', async () => {
      const { id } = await add('+14155550181');
      const answer = await assign(id, it.agent, it.agent);
      expect((answer.body as { data: PhoneNumber }).data).toMatchObject({
        inbound_agent_id: it.agent,
        outbound_agent_id: it.agent,
      });
      await assign(id, null, it.agent);
      expect((await list()).data[0]).toMatchObject({ inbound_agent_id: null, outbound_agent_id: it.agent });
    });

    test('an agent that is off cannot be chosen, but one that was chosen may stay', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: it.agent });
      const other = await makeAgent();
      for (const each of [it.agent, other])
        await ask('PATCH', `/voice-agent/${each}`, { agent_state: 'inactive' });
      expect(codeOf(await assign(id, it.agent, other))).toBe('agent_inactive');
      expect((await assign(id, it.agent, null)).status).toBe(200);
    });

    test('an agent of another workspace is not there', async () => {
      const { id } = await add('+14155550181');
      const stranger = await registerUser(it.product, 'grace@example.com');
      expect(codeOf(await assign(id, await makeAgent(stranger.workspaceId), null))).toBe('agent_not_found');
    });

    test('an inbound call finds its number however it was dialled', async () => {
      const { id } = await add('+14155550181', { inboundAgentId: it.agent });
      const { numbers } = it.product.features;
      for (const dialled of ['+14155550181', '14155550181', '4155550181', '0014155550181'])
        expect(await numbers.findNumber(suite.database.queries, dialled)).toMatchObject({
          id,
          e164: '+14155550181',
          workspaceId: it.user.workspaceId,
          inboundAgentId: it.agent,
        });
      for (const dialled of ['+14155550182', 'anonymous', ''])
        expect(await numbers.findNumber(suite.database.queries, dialled)).toBeUndefined();
    });

    test('an agent calls with the number it is assigned to, else with the oldest of its workspace', async () => {
      const { numbers } = it.product.features;
      const find = (workspaceId = it.user.workspaceId, toNumber = '+14155550123') =>
        numbers.findOutboundNumber(suite.database.queries, { workspaceId, agentId: it.agent, toNumber });
      expect(await find()).toBeUndefined();
      await add('+14155550181');
      await add('+14155550182', { outboundAgentId: await makeAgent() });
      expect(await find()).toBe('+14155550181');
      await add('+14155550183', { outboundAgentId: it.agent });
      expect(await find()).toBe('+14155550183');
      expect(await find('wsp_0000000000000000000000')).toBeUndefined();
      // No network shows a number of fiction, but where there is no other it is better than none.
      const real = '+13035552345';
      expect(await find(undefined, real)).toBe('+14155550183');
      await add('+13035550201');
      expect(await find(undefined, real)).toBe('+13035550201');
      expect(await find()).toBe('+14155550183');
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
