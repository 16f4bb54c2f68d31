import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '@parley/server/features/index';
import { PassageIndexes } from '@parley/server/features/knowledge/passage-indexes';
import { searchPassages } from '@parley/server/features/knowledge/search-passages';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { startPostgres } from '../call-log/start-postgres.ts';
import { Distribution } from '../measuring/distribution.ts';
import { figure, table } from '../measuring/markdown.ts';
import type { Section } from '../section.ts';
import { insertPassages, knowledgeBaseId, makeQuestions, workspaceId } from './passages.ts';

const passages = 10_000;
const questions = 200;

/** How fast an agent finds what its answer needs in a large knowledge base. */
export const knowledgeSection: Section = {
  id: 'knowledge',
  title: `Look-ups in a knowledge base of ${passages.toLocaleString('en')} passages`,
  async run(progress) {
    const rows = [await measureDatabase('embedded', undefined, progress)];
    const postgres = await startPostgres();
    if ('missing' in postgres) return `${write(rows)}\n\nPostgreSQL was not measured: ${postgres.missing}.`;
    try {
      return write([...rows, await measureDatabase('PostgreSQL', postgres.url, progress)]);
    } finally {
      await postgres.stop();
    }
  },
};

type Row = { database: string; prepareMs: number; ms: readonly number[]; found: number };

async function measureDatabase(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<Row> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-knowledge-'));
  const opened = await openDatabase({
    config: { databaseUrl, dataDir, roles: new Set(['api'] as const) },
    log: openLog({ level: 'error' }),
    migrations: features.map(({ migrations }) => migrations),
  });
  try {
    await insertPassages(opened.pool, passages);
    progress(`${database}: ${passages} passages are in`);
    const from = { queries: opened.queries, indexes: new PassageIndexes(opened.queries) };
    const prepareStartMs = performance.now();
    await from.indexes.prepare(workspaceId, [knowledgeBaseId]);
    const prepareMs = performance.now() - prepareStartMs;
    const row: Row & { ms: number[] } = { database, prepareMs, ms: [], found: 0 };
    for (const [at, question] of makeQuestions(questions + 20).entries()) {
      const startMs = performance.now();
      const given = { workspaceId, knowledgeBaseIds: [knowledgeBaseId], question, limit: 4, meaningMs: 0 };
      const { hits } = await searchPassages(from, given);
      // The first ones warm the connection and the caches.
      if (at < 20) continue;
      row.ms.push(performance.now() - startMs);
      if (hits.length > 0) row.found += 1;
    }
    return row;
  } finally {
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function write(rows: readonly Row[]): string {
  return table(
    [
      'database',
      'questions',
      'found something',
      'p50 ms',
      'p95 ms',
      'p99 ms',
      'made ready at the start of a call, ms',
    ],
    rows.map(({ database, prepareMs, ms, found }) => {
      const { p50, p95, p99 } = Distribution.of(ms).summary;
      return [database, ms.length, found, figure(p50), figure(p95), figure(p99), figure(prepareMs)];
    }),
  );
}
