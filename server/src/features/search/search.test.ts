import type { SearchResult } from '@parley/contract/search';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

describeOnEachDatabase(
  'The search',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let agentId: string;

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'searcher@example.com');
      const { agents, numbers } = product.features;
      agentId = await agents.insertReadyAgent(suite.database.queries, {
        ...{ workspaceId: user.workspaceId, type: 'inbound', prompt: 'Answer.', welcomeText: 'Hello.' },
        name: 'Riverside 100% reception',
      });
      await numbers.insertNumber(suite.database.queries, {
        workspaceId: user.workspaceId,
        e164: '+12125550142',
        name: 'Main line',
      });
      await meet('+14155550199', 'inbound');
      await meet('+442079460958', 'outbound');
      await meet('', 'inbound');
    });
    afterAll(() => product.close());

    /** A call begins, as the calls feature tells it. */
    const meet = async (other: string, direction: 'inbound' | 'outbound', workspaceId = user.workspaceId) => {
      const id = newId('call');
      const [from, to] = direction === 'inbound' ? [other, '+12125550142'] : ['+12125550142', other];
      await suite.database.transaction(async (tx) => {
        await tx.execute(sql`
          insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, state)
          values (${id}, ${workspaceId}, ${direction === 'inbound' ? 0 : 1}, ${agentId}, 'Reception', ${from}, ${to}, 'sip', 'ringing')`);
        await product.platform.events.publish(tx, workspaceId, {
          type: 'call.started',
          data: {
            call: {
              ...{
                id,
                direction,
                agent_id: agentId,
                agent_name: 'Reception',
                from_number: from!,
                to_number: to!,
              },
              ...{ is_test: false, created_at: new Date().toISOString(), answered_at: null, ended_at: null },
              ...{ duration_ms: 0, end_reason: null, disposition: null, sentiment: null },
              ...{ summary: '', median_response_ms: null, campaign_id: null, contact_id: null },
            },
          },
        });
      });
      return id;
    };
    const find = async (q: string, token = user.token) => {
      const { status, body } = await askApi(product, 'GET', `/search?q=${encodeURIComponent(q)}`, { token });
      expect(status).toBe(200);
      return (body as { results: SearchResult[] }).results;
    };
    const titles = async (q: string) => (await find(q)).map(({ kind, title }) => `${kind} ${title}`);

    test('an agent is found by any part of its name, with whom it spoke last', async () => {
      expect(await titles('river')).toEqual([
        'agent Riverside 100% reception',
        'call +442079460958',
        'call +14155550199',
      ]);
      expect(await titles('RECEPTION')).toContain('agent Riverside 100% reception');
      expect((await find('river'))[0]).toMatchObject({ id: agentId, detail: 'Incoming agent, on' });
    });

    test('what means something in a pattern is taken as it is', async () => {
      expect(await titles('100%')).toContain('agent Riverside 100% reception');
      expect(await titles('%%')).toEqual([]);
      expect(await titles('__')).toEqual([]);
      expect(await titles("'; drop table agents; --")).toEqual([]);
      expect(await titles('\\\\')).toEqual([]);
    });

    test.each(['+14155550199', '(415) 555-0199', '415555', '1415', '0199', '5550199'])(
      'a call is found by %s',
      async (words) => expect(await titles(words)).toContain('call +14155550199'),
    );

    test('a number of the workspace is found by its digits and by its name', async () => {
      expect(await titles('0142')).toEqual(['number +12125550142']);
      expect(await titles('main li')).toEqual(['number +12125550142']);
    });

    test('of several calls with a number the latest is found, and it goes when the call is deleted', async () => {
      await meet('+14155550111', 'inbound');
      const latest = await meet('+14155550111', 'outbound');
      const found = (await find('+14155550111')).filter(({ kind }) => kind === 'call');
      expect(found).toMatchObject([{ id: latest, detail: 'To this number, Reception' }]);
      await suite.database.queries.execute(sql`delete from calls where id = ${latest}`);
      expect(await titles('+14155550111')).toEqual([]);
    });

    test('nothing of another workspace is found', async () => {
      const stranger = await registerUser(product, 'stranger-of-search@example.com');
      for (const words of ['river', '0199', '0142', 'main'])
        expect(await find(words, stranger.token)).toEqual([]);
    });

    test.each(['', 'a', ' a ', 'x'.repeat(101)])('too short or too long is refused: "%s"', async (words) => {
      const { status } = await askApi(product, 'GET', `/search?q=${encodeURIComponent(words)}`, {
        token: user.token,
      });
      expect(status).toBe(422);
    });

    test('among two hundred thousand numbers the index is used, whichever way one asks', async () => {
      const anyCall = await meet('+19995550100', 'inbound');
      await suite.database.queries.execute(sql`
        insert into search_parties (workspace_id, number, agent_name, direction, last_call_id, last_at)
        select ${user.workspaceId}, '+1888' || lpad(n::text, 7, '0'), 'Reception', 'inbound', ${anyCall}, now() - make_interval(secs => n)
        from generate_series(1, 200000) n`);
      await suite.database.queries.execute(sql`analyze search_parties`);
      expect((await titles('+18880123456')).length).toBe(1);
      expect((await titles('888')).length).toBe(5);
      for (const column of ['number', 'reversed']) {
        const { rows } = await suite.database.queries.execute(sql`
          explain select * from search_parties where workspace_id = ${user.workspaceId}
          and ${sql.identifier(column)} >= '888' and ${sql.identifier(column)} < '888~' order by ${sql.identifier(column)} limit 200`);
        const plan = rows.map((row) => Object.values(row).join()).join('\n');
        expect(plan).toMatch(/Index/);
        expect(plan).not.toMatch(/Seq Scan|Sort/);
      }
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
