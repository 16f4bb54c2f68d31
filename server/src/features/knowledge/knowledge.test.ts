import type { KnowledgeBase } from '@parley/contract/knowledge';
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

const path = '/knowledge-base';
const hours = { title: 'Opening hours', text: 'We are open Monday to Friday from nine to six.' };
const prices = { title: 'Prices', text: 'A haircut costs 20 dollars. Colouring costs 60 dollars.' };

describeOnEachDatabase(
  'Knowledge bases',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'knowledge@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate knowledge_bases, agents cascade`);
    });
    afterAll(() => product.close());

    const ask = (method: string, at: string, body?: unknown) =>
      askApi(product, method, at, { token: user.token, ...(body !== undefined && { body }) });
    const dataOf = (answer: { body: never }) => (answer.body as { data: KnowledgeBase }).data;
    const create = async (body: object = { name: 'Salon', knowledge_base_texts: [hours, prices] }) =>
      dataOf(await ask('POST', path, body));
    const messagesOf = (answer: { body: never }) =>
      (answer.body as { error: { details: { message: string }[] } }).error.details.map(
        ({ message }) => message,
      );

    test('[KB-1][KB-2] texts are found at once, pages wait to be read, and the list names both as specified', async () => {
      const made = await create({
        name: ' Salon ',
        knowledge_base_texts: [hours],
        knowledge_base_urls: ['https://example.com/a', 'https://example.com/a'],
      });
      expect(made).toMatchObject({ name: 'Salon', type: 0, kb_urls: '["https://example.com/a"]', agents: 0 });
      expect(JSON.parse(made.kb_text)).toEqual([hours]);
      expect(made.items.map(({ kind, state, passages }) => [kind, state, passages])).toEqual([
        ['text', 'ready', 1],
        ['url', 'waiting', 0],
      ]);
      const { data } = (await ask('GET', path)).body as { data: KnowledgeBase[] };
      expect(data).toEqual([made]);
    });

    test.each([
      [{ knowledge_base_texts: [hours] }, 'name', undefined],
      [{ name: '', knowledge_base_texts: [hours] }, 'name', 'Knowledge base name is required'],
      [
        { name: 'x'.repeat(101), knowledge_base_texts: [hours] },
        'name',
        'Knowledge base name must be 100 characters or less',
      ],
      [{ name: 'Empty' }, 'body', 'Please add at least one document or web page'],
      [{ name: 'A', knowledge_base_urls: [''] }, 'url', 'URL is required'],
      [
        { name: 'A', knowledge_base_urls: ['ftp://example.com'] },
        'url',
        'Please enter a valid URL (starting with http:// or https://)',
      ],
      [{ name: 'A', knowledge_base_texts: [{ title: 'x'.repeat(201), text: 'a' }] }, 'title', undefined],
      [{ name: 'A', knowledge_base_texts: [{ title: 'x', text: 'a'.repeat(10_001) }] }, 'text', undefined],
    ])('[KB-3] %j is refused by its %s', async (body, _field, message) => {
      const answer = await ask('POST', path, body);
      expect(answer.status).toBe(422);
      if (message !== undefined) expect(messagesOf(answer)).toContain(message);
    });

    test('a question finds the passage that answers it, though it names more than the passage holds', async () => {
      const { id } = await create();
      const find = async (question: string) => {
        const { body } = await ask('GET', `${path}/${id}/search?q=${encodeURIComponent(question)}`);
        return (body as { passages: { title: string }[] }).passages.map(({ title }) => title);
      };
      expect((await find('how much do you charge for a haircut these days'))[0]).toBe('Prices');
      expect((await find('are you open on Friday evening'))[0]).toBe('Opening hours');
      expect(await find('quantum chromodynamics')).toEqual([]);
      expect(await find("'); drop table agents; -- & | ! :*")).toEqual([]);
    });

    test('texts are changed, removed and added, and what was found before is found no more', async () => {
      const { id, items } = await create();
      const [first] = items;
      const changed = dataOf(
        await ask('PUT', `${path}/${id}/items/${first?.id}`, { title: 'Hours', text: 'We never close.' }),
      );
      expect(changed.items[0]).toMatchObject({ title: 'Hours', state: 'ready', passages: 1 });
      const search = async (question: string) =>
        await product.features.knowledge.search(user.workspaceId, [id], question);
      expect(await search('open on Monday')).toEqual([]);
      expect((await search('when do you close'))[0]).toMatchObject({ title: 'Hours' });
      await ask('POST', `${path}/${id}/items`, { title: 'Parking', text: 'Parking is behind the house.' });
      expect(await search('parking')).toHaveLength(1);
      await ask('DELETE', `${path}/${id}/items/${first?.id}`);
      expect(await search('close')).toEqual([]);
      expect((await ask('DELETE', `${path}/${id}/items/${first?.id}`)).status).toBe(404);
      expect(dataOf(await ask('PATCH', `${path}/${id}`, { name: 'Shop' })).name).toBe('Shop');
    });

    test('agents use it in their calls, and a deleted one is taken off them', async () => {
      const { id } = await create();
      const { agent_uuid } = (await ask('POST', '/voice-agent', { agent_name: 'Mia', agent_type: 'inbound' }))
        .body as { agent_uuid: string };
      await ask('PUT', `/voice-agent/${agent_uuid}`, { agent_prompt: 'Answer.', agent_kb: [id] });
      const agent = async () =>
        ((await ask('GET', `/voice-agent/${agent_uuid}`)).body as { agent: { agent_kb: object[] } }).agent;
      expect((await agent()).agent_kb).toEqual([{ id, name: 'Salon' }]);
      expect(dataOf(await ask('GET', `${path}/${id}`)).agents).toBe(1);
      expect((await ask('DELETE', `${path}/${id}`)).body).toEqual({ success: true });
      expect((await agent()).agent_kb).toEqual([]);
      expect((await ask('GET', `${path}/${id}`)).status).toBe(404);
    });

    test('nobody finds what another workspace knows', async () => {
      const { id } = await create();
      const stranger = await registerUser(product, 'stranger@example.com');
      expect(await product.features.knowledge.search(stranger.workspaceId, [id], 'haircut')).toEqual([]);
    });

    test('the list shows how texts begin, and one knowledge base shows them whole', async () => {
      const long = { title: 'Long', text: 'Word. '.repeat(200).trim() };
      const { id } = await create({ name: 'Long', knowledge_base_texts: [long] });
      const [listed] = ((await ask('GET', path)).body as { data: KnowledgeBase[] }).data;
      expect(listed?.items[0]?.text).toBe(long.text.slice(0, 200));
      expect(listed?.kb_text.length).toBeLessThan(300);
      const whole = dataOf(await ask('GET', `${path}/${id}`));
      expect(JSON.parse(whole.kb_text)).toEqual([long]);
    });

    test('[KB-4] a page is read again when its week is over, if staff want that', async () => {
      const { id, items } = await create({ name: 'Site', knowledge_base_urls: ['http://127.0.0.1:9/a'] });
      const at = `${path}/${id}/items/${items[0]?.id}`;
      const page = async () => dataOf(await ask('GET', `${path}/${id}`)).items[0];
      const due = () => product.runJob('knowledge.read-due-pages', {});
      const weekPasses = () =>
        suite.database.queries.execute(sql`update knowledge_items set read_at = now() - interval '8 days'`);
      await product.runJobs();
      expect(await page()).toMatchObject({ state: 'failed', weekly: false, readAt: expect.any(String) });
      await weekPasses();
      await due();
      expect((await page())?.state).toBe('failed');
      expect(dataOf(await ask('PATCH', at, { weekly: true })).items[0]?.weekly).toBe(true);
      await due();
      await due();
      expect((await page())?.state).toBe('waiting');
      expect(product.jobs.map(({ name }) => name)).toEqual(['knowledge.read-item']);
      await product.runJobs();
      expect((await page())?.state).toBe('failed');
      await due();
      expect(product.jobs).toEqual([]);
      const text = (await create()).items[0]?.id;
      expect((await ask('PATCH', `${path}/${id}/items/${text}`, { weekly: true })).status).toBe(404);
    });

    test('a knowledge base has room for 200 things', async () => {
      const { id } = await create();
      await suite.database.queries.execute(sql`
        insert into knowledge_items (id, knowledge_base_id, kind, title, state)
        select 'kbi_' || i, ${id}, 'text', 't', 'ready' from generate_series(1, 198) i`);
      const { status, body } = await ask('POST', `${path}/${id}/items`, hours);
      expect([status, (body as { error: { code: string } }).error.code]).toEqual([
        409,
        'knowledge_limit_reached',
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
