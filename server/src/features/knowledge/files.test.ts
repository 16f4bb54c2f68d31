import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { KnowledgeBase } from '@parley/contract/knowledge';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { makeDocx, makePdf } from './reading/testing-files.ts';

const path = '/knowledge-base';

describeOnEachDatabase(
  'Files of knowledge bases',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let id = '';
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      const { storage, config } = product.platform;
      Object.assign(storage, await openStorage({ s3: undefined, dataDir: config.dataDir }));
      user = await registerUser(product, 'files@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate knowledge_bases cascade`);
      rmSync(folder(), { recursive: true, force: true });
      ({ id } = dataOf(await ask('POST', path, { name: 'Salon', files_follow: 2 })));
    });
    afterAll(() => product.close());

    const ask = (method: string, at: string, body?: unknown) =>
      askApi(product, method, at, { token: user.token, ...(body !== undefined && { body }) });
    const dataOf = (answer: { body: never }) => (answer.body as { data: KnowledgeBase }).data;
    const errorOf = (answer: { body: never }) =>
      (answer.body as { error: { code: string; message: string } }).error;
    const load = async () => dataOf(await ask('GET', `${path}/${id}`));
    const send = (name: string, bytes: Buffer | string, at = `${path}/${id}/files`, method = 'POST') =>
      askApi(product, method, at, {
        token: user.token,
        headers: { 'content-type': 'multipart/form-data; boundary=edge' },
        body: Buffer.concat([
          Buffer.from(`--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
          Buffer.from(bytes),
          Buffer.from('\r\n--edge--\r\n'),
        ]),
      });
    const search = async (question: string) =>
      (await product.features.knowledge.search(user.workspaceId, [id], question)).map(({ text }) => text);
    const folder = () => join(product.platform.config.dataDir, 'files', 'knowledge', user.workspaceId);
    const storedFiles = () => (existsSync(folder()) ? readdirSync(folder()) : []);

    test('[KB-4] files are taken, read afterwards, and found by what they say', async () => {
      const added = await send('Price list.pdf', makePdf(['Whitening costs 250 dollars.']));
      expect(added.status).toBe(201);
      expect(dataOf(added).items).toEqual([
        expect.objectContaining({
          kind: 'file',
          title: 'Price list',
          source: 'Price list.pdf',
          state: 'waiting',
        }),
      ]);
      await send('Team.docx', makeDocx(['# Team', 'Doctor Weber speaks German.']));
      await product.runJobs();
      const { items } = await load();
      expect(items.map(({ state, passages, problem }) => [state, passages, problem])).toEqual([
        ['ready', 1, ''],
        ['ready', 1, ''],
      ]);
      expect(await search('how much is whitening')).toEqual(['Whitening costs 250 dollars.']);
      expect(await search('who speaks German')).toEqual(['Doctor Weber speaks German.']);
    });

    test('[KB-4] a file that cannot be read says why, and one that is not what it is called is not taken', async () => {
      await send('Scan.pdf', makePdf(['']));
      await product.runJobs();
      const [scan] = (await load()).items;
      expect([scan?.state, scan?.problem]).toEqual([
        'failed',
        'This PDF holds pictures of pages and no text. Make it searchable (OCR) first.',
      ]);
      const before = storedFiles().length;
      const lie = await send('Prices.txt', makePdf(['a']));
      expect([lie.status, errorOf(lie).code]).toEqual([422, 'knowledge_file_refused']);
      expect(errorOf(lie).message).toContain('called TXT, but it holds a PDF document');
      const large = await send('Large.txt', Buffer.alloc(20 * 1024 * 1024 + 1, 'a'));
      expect([large.status, errorOf(large).message]).toEqual([413, 'This file is larger than 20 MB.']);
      expect((await load()).items).toHaveLength(1);
      expect(storedFiles()).toHaveLength(before);
    });

    test('a file is given back as it came, replaced, and gone from the storage when it is removed', async () => {
      const name = 'Öffnungszeiten.txt';
      const [item] = dataOf(await send(name, 'Open from nine.')).items;
      await product.runJobs();
      const at = `${path}/${id}/items/${item?.id}`;
      const given = await product.platform.http.fastify.inject({
        url: `/api/v1${at}/file`,
        headers: { authorization: `Bearer ${user.token}` },
      });
      expect(given.payload).toBe('Open from nine.');
      expect(given.headers['content-disposition']).toBe(
        `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      );
      const stranger = await registerUser(product, 'nosy@example.com');
      const asked = await askApi(product, 'GET', `${at}/file`, { token: stranger.token });
      expect(asked.status).toBe(404);

      const [replaced] = dataOf(await send('Hours.md', 'Closed on Sunday.', `${at}/file`, 'PUT')).items;
      expect(replaced).toMatchObject({ id: item?.id, title: 'Hours', state: 'waiting' });
      expect(storedFiles()).toHaveLength(2);
      await product.runJobs();
      expect(await search('nine')).toEqual([]);
      expect(await search('Sunday')).toEqual(['Closed on Sunday.']);
      expect(storedFiles()).toHaveLength(1);
      await ask('DELETE', at);
      await product.runJobs();
      expect(storedFiles()).toEqual([]);
      await send('Again.md', 'Again.');
      await ask('DELETE', `${path}/${id}`);
      await product.runJobs();
      expect(storedFiles()).toEqual([]);
    });

    test('a file of another workspace, of a text, or too many of them are refused', async () => {
      const stranger = await registerUser(product, 'other@example.com');
      const foreign = await askApi(product, 'POST', `${path}/${id}/files`, { token: stranger.token });
      expect([foreign.status, errorOf(foreign).code]).toEqual([404, 'knowledge_base_not_found']);
      const text = dataOf(await ask('POST', `${path}/${id}/items`, { title: 'T', text: 'Words.' })).items[0];
      const replaced = await send('a.txt', 'a', `${path}/${id}/items/${text?.id}/file`, 'PUT');
      expect(errorOf(replaced).code).toBe('knowledge_item_not_found');
      await suite.database.queries.execute(sql`
        insert into knowledge_items (id, knowledge_base_id, kind, title, state)
        select 'kbi_' || i, ${id}, 'text', 't', 'ready' from generate_series(1, 199) i`);
      const before = storedFiles().length;
      expect(errorOf(await send('a.txt', 'one more')).code).toBe('knowledge_limit_reached');
      expect(storedFiles()).toHaveLength(before);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
