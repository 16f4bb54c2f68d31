import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '@parley/server/features/index';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import type { RequestsFigures, RequestsOptions } from '../call-log/requests-process.ts';
import { signInDemo } from '../call-log/sign-in-demo.ts';
import { startPostgres } from '../call-log/start-postgres.ts';
import { waitForQuiet } from '../measuring/core-load.ts';
import { figure, table } from '../measuring/markdown.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { Section } from '../section.ts';
import { type RunningServer, startServer } from '../server-start/running-server.ts';
import { loadCountedCalls } from './load-counted-calls.ts';

const calls = Number(process.env['FIGURES_CALLS'] ?? 1_000_000);
const seconds = 4;

const agent = `agent_id=agt_${'0'.repeat(21)}7`;
const number = `phone_number=${encodeURIComponent('+15550000001')}`;
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const year = `period=custom&from=${day(364)}&to=${day(0)}`;

const questions: readonly { name: string; path: string }[] = [
  { name: 'dashboard, today', path: 'dashboard?period=today' },
  { name: 'dashboard, month', path: 'dashboard?period=month' },
  { name: 'dashboard, month, one agent and number', path: `dashboard?period=month&${agent}&${number}` },
  { name: 'dashboard, a year', path: `dashboard?${year}` },
  { name: 'calls of a figure, month', path: 'calls?metric=calls_connected&period=month' },
  { name: 'calls of a figure, a year, one agent', path: `calls?metric=voicemail_dropped&${year}&${agent}` },
  { name: 'analytics, week', path: 'overview?period=week' },
  { name: 'analytics, month', path: 'overview?period=month' },
  { name: 'analytics, a year', path: `overview?${year}` },
];

/** How fast figures are answered when very many calls are counted. */
export const figuresSection: Section = {
  id: 'figures',
  title: `Figures of ${calls.toLocaleString('en')} calls`,
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

type Row = { database: string; name: string; figures: RequestsFigures };

async function measureDatabase(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-figures-'));
  const environment = {
    REQUESTS_PER_MINUTE: '100000000',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  let server: RunningServer | undefined;
  const load = new PinnedProcess({
    module: new URL('../call-log/requests-process.ts', import.meta.url),
    core: 1,
  });
  try {
    // The first start makes the tables and the workspace.
    await (await startServer({ dataDir, environment })).stop();
    const opened = await openDatabase({
      config: { databaseUrl, dataDir, roles: new Set(['api'] as const) },
      log: openLog({ level: 'error' }),
      migrations: features.map(({ migrations }) => migrations),
    });
    await loadCountedCalls(opened, calls, (text) => progress(`${database}: ${text}`));
    await opened.close();
    server = await startServer({ dataDir, environment });
    const cookie = await signInDemo(server.url, dataDir);
    const measured: Row[] = [];
    for (const { name, path } of questions) {
      const url = `${server.url}/api/v1/analytics/${path}`;
      const ask = (forSeconds: number) =>
        load.ask<RequestsFigures>('run', {
          url,
          cookie,
          connections: 1,
          seconds: forSeconds,
        } satisfies RequestsOptions);
      await ask(1);
      await waitForQuiet(10_000);
      const figures = await ask(seconds);
      if (figures.failed > 0) throw new Error(`${figures.failed} requests for ${name} failed.`);
      measured.push({ database, name, figures });
      progress(`${database}, ${name}: ${figure(figures.ms.p50)} ms`);
    }
    return measured;
  } finally {
    await load.stop();
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function write(measured: readonly Row[]): string {
  return table(
    ['database', 'question', 'p50 ms', 'p99 ms', 'answer KiB'],
    measured.map(({ database, name, figures }) => [
      database,
      name,
      figure(figures.ms.p50),
      figure(figures.ms.p99),
      figure(figures.bytes / 1024),
    ]),
  );
}
