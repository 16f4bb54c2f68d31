import type { Embedding } from '@parley/providers/embedding';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../platform/db/testing.ts';
import { silentLog } from '../../../platform/log/open-log.ts';
import { openTestPlatform, type TestPlatform } from '../../../start/testing-platform.ts';
import { features } from '../../index.ts';
import { cutPassages } from '../cut-passages.ts';
import { PassageIndexes } from '../passage-indexes.ts';
import { insertBase, insertItem, replacePassages } from '../queries.ts';
import { searchPassages } from '../search-passages.ts';
import { embedBase } from './embed-bases.ts';
import { QuestionVectors } from './question-vectors.ts';
import { Vectors } from './vectors.ts';

/** A model that knows two meanings: money, and time. */
class ModelStandIn implements Embedding {
  readonly model: string;
  readonly dimensions: number;
  asked = 0;
  failure: Error | undefined;
  isSilent = false;

  constructor(model = 'small', dimensions = 2) {
    this.model = model;
    this.dimensions = dimensions;
  }

  async embed(texts: readonly string[], signal: AbortSignal) {
    this.asked += 1;
    if (this.failure) throw this.failure;
    if (this.isSilent)
      return await new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    return texts.map((text) => {
      const isMoney = /cost|dollar|expensive|pay/i.test(text);
      return [isMoney ? 1 : 0.05, isMoney ? 0.05 : 1, ...Array<number>(this.dimensions - 2).fill(0)];
    });
  }
}

describeOnEachDatabase(
  'Knowledge by meaning',
  (suite) => {
    let opened: TestPlatform;
    let workspaceId = '';
    let baseId = '';
    let vectors: Vectors;
    let model: ModelStandIn | undefined;
    let questions: QuestionVectors;
    let clock: { nowMs: number };

    beforeAll(async () => {
      opened = await openTestPlatform(suite.database);
      await suite.database.queries.execute(
        sql`insert into workspaces (id, name) values ('wsp_meaning', 'Meaning')`,
      );
      workspaceId = 'wsp_meaning';
    });
    afterAll(() => opened.platform.http.close());
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate knowledge_bases cascade`);
      clock = { nowMs: 1_000_000 };
      model = new ModelStandIn();
      vectors = new Vectors({ db: suite.database, log: silentLog });
      questions = new QuestionVectors({ find: async () => model, nowMs: () => clock.nowMs });
      baseId = (await insertBase(suite.database.queries, workspaceId, 'Salon')).id;
      await write('Prices', 'Whitening costs 250 dollars.');
      await write('Hours', 'Open from nine to six.');
    });

    const write = async (title: string, text: string) => {
      const { queries } = suite.database;
      const item = await insertItem(queries, {
        knowledgeBaseId: baseId,
        kind: 'text',
        title,
        text,
        state: 'ready',
      });
      await replacePassages(queries, item, cutPassages(title, text));
    };
    const embed = () => embedBase(opened.platform, { vectors, questions }, { knowledgeBaseId: baseId });
    const search = async (question: string, meaningMs = 1_000) => {
      const { queries } = suite.database;
      const sources = { queries, indexes: new PassageIndexes(queries), meaning: { vectors, questions } };
      const asked = { workspaceId, knowledgeBaseIds: [baseId], question, limit: 4, meaningMs };
      const { hits, meaning } = await searchPassages(sources, asked);
      return { meaning, found: hits.map(({ title, foundBy }) => `${title}: ${foundBy.join(' ')}`) };
    };
    /** PostgreSQL may be without the extension. */
    const hasVectors = () => vectors.isAvailable();

    test('[KB-4] a question in other words finds what it means; a database without vectors says so', async () => {
      await embed();
      const { meaning, found } = await search('Is it expensive?');
      if (await hasVectors()) expect([meaning, ...found]).toEqual(['used', 'Prices: meaning']);
      else expect([meaning, ...found]).toEqual(['unsupported']);
      expect((await search('whitening dollars')).found[0]).toMatch(/^Prices: words/);
    });

    test('passages get the vectors they lack and no more, and those of another model anew', async () => {
      if (!(await hasVectors())) return expect(suite.database.kind).toBe('postgres');
      await embed();
      await embed();
      expect(model?.asked).toBe(1);
      await write('Payment', 'Pay by card.');
      await embed();
      expect(model?.asked).toBe(2);
      model = new ModelStandIn('large', 4);
      questions.forget();
      expect((await search('Is it expensive?')).found).toEqual([]);
      await embed();
      expect((await search('Is it expensive?')).found.toSorted()).toEqual([
        'Payment: meaning',
        'Prices: meaning',
      ]);
      await suite.database.queries.execute(sql`delete from knowledge_items where title = 'Payment'`);
      expect((await search('Is it expensive?')).found).toEqual(['Prices: meaning']);
    });

    test('a model that fails or is silent costs a turn its time limit, and soon nothing; words are found all the same', async () => {
      model!.isSilent = true;
      expect(await search('whitening', 5)).toEqual({ meaning: 'late', found: ['Prices: words'] });
      model!.isSilent = false;
      model!.failure = new Error('The vendor is down.');
      await search('whitening');
      await search('whitening');
      expect(model!.asked).toBe(3);
      expect(await search('whitening')).toEqual({ meaning: 'late', found: ['Prices: words'] });
      expect(model!.asked).toBe(3);
      clock.nowMs += 30_001;
      model!.failure = undefined;
      expect((await search('whitening')).meaning).not.toBe('late');
      expect(model!.asked).toBe(4);
      await search('whitening');
      expect(model!.asked).toBe(4);
      if (!(await hasVectors())) return;
      model!.failure = new Error('The vendor is down.');
      await expect(embed()).rejects.toThrow('The vendor is down.');
    });

    test('without a model, words are all there is', async () => {
      model = undefined;
      await embed();
      expect(await search('whitening')).toEqual({ meaning: 'off', found: ['Prices: words'] });
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
