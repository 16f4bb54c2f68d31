import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '@parley/server/features/index';
import { QuestionVectors } from '@parley/server/features/knowledge/meaning/question-vectors';
import { Vectors } from '@parley/server/features/knowledge/meaning/vectors';
import { PassageIndexes } from '@parley/server/features/knowledge/passage-indexes';
import { type SearchSources, searchPassages } from '@parley/server/features/knowledge/search-passages';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { startPostgres } from '../call-log/start-postgres.ts';
import { Distribution } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import type { Section } from '../section.ts';
import { insertPassages, knowledgeBaseId, makeQuestions, RandomVectors, workspaceId } from './passages.ts';

const passages = 10_000;
const questions = 200;
const vectorsAtOnce = 200;
const model = 'bench';

/** How fast an agent finds what its answer needs in a large knowledge base. */
export const knowledgeSection: Section = {
  id: 'knowledge',
  title: `Look-ups in a knowledge base of ${passages.toLocaleString('en')} passages`,
  async run(progress) {
    const rows = await measureDatabase('embedded', undefined, progress);
    const postgres = await startPostgres();
    if ('missing' in postgres) return `${write(rows)}\n\nPostgreSQL was not measured: ${postgres.missing}.`;
    try {
      return write([...rows, ...(await measureDatabase('PostgreSQL', postgres.url, progress))]);
    } finally {
      await postgres.stop();
    }
  },
};

type Row = { database: string; how: string; prepareMs: number; ms: readonly number[]; found: number };

async function measureDatabase(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-knowledge-'));
  const log = openLog({ level: 'error' });
  const opened = await openDatabase({
    config: { databaseUrl, dataDir, roles: new Set(['api'] as const) },
    log,
    migrations: features.map(({ migrations }) => migrations),
  });
  try {
    await insertPassages(opened.pool, passages);
    progress(`${database}: ${passages} passages are in`);
    const sources = { queries: opened.queries, indexes: new PassageIndexes(opened.queries) };
    const startMs = performance.now();
    await sources.indexes.prepare(workspaceId, [knowledgeBaseId]);
    const prepareMs = performance.now() - startMs;
    const rows = [{ database, how: 'by words', prepareMs, ...(await ask(sources)) }];
    const vectors = new Vectors({ db: opened, log });
    if (!(await vectors.isAvailable())) return rows;
    const random = new RandomVectors();
    for (let done = 0; done < passages; done += vectorsAtOnce) {
      const missing = await vectors.listMissing(knowledgeBaseId, model, vectorsAtOnce);
      await vectors.save(
        model,
        missing.map(({ id }) => ({ id, vector: random.next() })),
      );
    }
    progress(`${database}: their vectors are in`);
    const embedding = { model, dimensions: undefined, embed: async () => [random.next()] };
    const meaning = { vectors, questions: new QuestionVectors({ find: async () => embedding }) };
    const asked = await ask({ ...sources, meaning });
    return [...rows, { database, how: 'by words and meaning', prepareMs, ...asked }];
  } finally {
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask(sources: SearchSources): Promise<{ ms: number[]; found: number }> {
  const ms: number[] = [];
  let found = 0;
  for (const [at, question] of makeQuestions(questions + 20).entries()) {
    const startMs = performance.now();
    const given = { workspaceId, knowledgeBaseIds: [knowledgeBaseId], question, limit: 4, meaningMs: 1_000 };
    const { hits } = await searchPassages(sources, given);
    // The first ones warm the connection and the caches.
    if (at < 20) continue;
    ms.push(performance.now() - startMs);
    if (hits.length > 0) found += 1;
  }
  return { ms, found };
}

function write(rows: readonly Row[]): string {
  return table(
    [
      'database',
      'found',
      'questions',
      'found something',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'made ready at the start of a call, ms',
    ],
    rows.map(({ database, how, prepareMs, ms, found }) => {
      const { p50, p95, p99 } = Distribution.of(ms).summary;
      return [database, how, ms.length, found, figure(p50), figure(p95), figure(p99), figure(prepareMs)];
    }),
  );
}
