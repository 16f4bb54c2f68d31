import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { deleteEntriesBefore } from './queries.ts';

describeOnEachDatabase(
  'The audit trail',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;

    beforeEach(async () => {
      product = await openTestProduct(suite.database);
      owner = await registerUser(product, 'owner@example.com');
    });
    afterEach(() => product.close());

    const read = async (query = '', user = owner) => {
      const answer = await askApi(product, 'GET', `/audit-log${query}`, { token: user.token });
      return answer.body as {
        count: number;
        entries: { action: string; at: string; changes: object[]; subject: object; actor: object }[];
      };
    };
    const create = async (name: string): Promise<string> => {
      const answer = await askApi(product, 'POST', '/voice-agent', {
        token: owner.token,
        body: { agent_name: name, agent_type: 'inbound' },
      });
      return (answer.body as { agent_uuid: string }).agent_uuid;
    };

    test('tells who did what, with what changed where it is short, newest first', async () => {
      const id = await create('Front desk');
      const body = { agent_name: 'Reception', agent_prompt: `Be kind. ${'x'.repeat(300)}` };
      await askApi(product, 'PUT', `/voice-agent/${id}`, { token: owner.token, body });
      const { entries, count } = await read();
      expect(count).toBe(2);
      expect(entries).toMatchObject([
        {
          action: 'agent.changed',
          subject: { id, name: 'Reception' },
          actor: { kind: 'user', id: owner.userId, name: 'Ada Lovelace' },
          changes: expect.arrayContaining([
            { field: 'name', before: 'Front desk', after: 'Reception' },
            { field: 'prompt', before: null, after: null },
          ]),
        },
        { action: 'agent.created', subject: { id, name: 'Front desk' } },
      ]);
      expect(JSON.stringify(entries)).not.toContain('xxx');
    });

    test('is read in pages, and by member, action and day', async () => {
      for (const name of ['One', 'Two', 'Three']) await create(name);
      const first = await read('?page_size=2');
      expect([first.count, first.entries.length]).toEqual([3, 2]);
      expect((await read('?page_size=2&page=2')).entries).toMatchObject([{ subject: { name: 'One' } }]);
      expect((await read('?action=agent.deleted')).count).toBe(0);
      expect((await read(`?member=${owner.userId}&action=agent.created`)).count).toBe(3);
      expect((await read('?member=usr_0000000000000000000000')).count).toBe(0);
      const today = first.entries[0]?.at.slice(0, 10) ?? '';
      expect((await read(`?from=${today}&to=${today}`)).count).toBe(3);
      expect((await read('?to=2020-01-01')).count).toBe(0);
      expect((await read('?from=2099-01-01')).count).toBe(0);
    });

    test('refuses days that are none', async () => {
      for (const query of ['?from=yesterday', '?to=2026-02-31', '?page=0', '?member=x'])
        expect((await askApi(product, 'GET', `/audit-log${query}`, { token: owner.token })).status).toBe(422);
    });

    test('is of one workspace, and nobody else reads it', async () => {
      await create('Front desk');
      const stranger = await registerUser(product, 'stranger@example.com');
      expect((await read('', stranger)).count).toBe(0);
    });

    test('a change that fails leaves nothing, and the old is deleted after two years', async () => {
      const id = await create('Front desk');
      const { queries } = suite.database;
      const failing = await askApi(product, 'PATCH', `/voice-agent/${id}`, {
        token: owner.token,
        body: { agent_state: 'active' },
      });
      expect(failing.status).toBe(409);
      expect((await read()).count).toBe(1);
      await queries.execute(sql`update audit_entries set at = now() - interval '731 days'`);
      await create('Kept');
      await deleteEntriesBefore(queries, new Date(Date.now() - 730 * 24 * 3600 * 1000));
      expect((await read()).entries).toMatchObject([{ subject: { name: 'Kept' } }]);
    });
  },
  { migrations: features.map((feature) => feature.migrations), isEmptiedBeforeEach: true },
);
