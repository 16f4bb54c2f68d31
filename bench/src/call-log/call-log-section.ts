import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { features } from '@parley/server/features/index';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { waitForQuiet } from '../measuring/core-load.ts';
import { figure, table } from '../measuring/markdown.ts';
import { PinnedProcess } from '../measuring/pinned-process.ts';
import type { Section } from '../section.ts';
import { type RunningServer, startServer } from '../server-start/running-server.ts';
import { loadCallRows } from './load-rows.ts';
import type { RequestsFigures, RequestsOptions } from './requests-process.ts';
import { signInDemo } from './sign-in-demo.ts';
import { startPostgres } from './start-postgres.ts';

const rows = 100_000;
const pageSize = 10;
const deepPage = 9_000;
const seconds = 5;

/** How fast the call log is listed when it is long. */
export const callLogSection: Section = {
  id: 'call-log',
  title: `Call log of ${rows.toLocaleString('en')} calls`,
  async run(progress) {
    const cells = await measureDatabase('embedded', undefined, progress);
    const postgres = await startPostgres();
    if ('missing' in postgres) return `${write(cells)}\n\nPostgreSQL was not measured: ${postgres.missing}.`;
    try {
      return write([...cells, ...(await measureDatabase('PostgreSQL', postgres.url, progress))]);
    } finally {
      await postgres.stop();
    }
  },
};

type Row = { database: string; page: string; clients: number; figures: RequestsFigures };

async function measureDatabase(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-log-'));
  const environment = {
    REQUESTS_PER_MINUTE: '100000000',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  let server: RunningServer | undefined;
  const load = new PinnedProcess({ module: new URL('./requests-process.ts', import.meta.url), core: 1 });
  try {
    // The first start makes the tables and the workspace.
    await (await startServer({ dataDir, environment })).stop();
    const config = { databaseUrl, dataDir, roles: new Set(['api'] as const) };
    const opened = await openDatabase({
      config,
      log: openLog({ level: 'error' }),
      migrations: features.map(({ migrations }) => migrations),
    });
    await loadCallRows(opened, rows);
    await opened.close();
    progress(`${database}: ${rows} calls are in`);
    server = await startServer({ dataDir, environment });
    const cookie = await signInDemo(server.url, dataDir);
    const measured: Row[] = [];
    for (const [page, name] of [
      [1, 'first'],
      [deepPage, `${deepPage}th`],
    ] as const) {
      const url = `${server.url}/api/v1/call-logs?page=${page}&page_size=${pageSize}`;
      await load.ask('run', { url, cookie, connections: 8, seconds: 2 } satisfies RequestsOptions);
      await waitForQuiet(15_000);
      for (const clients of [1, 16]) {
        const figures = await load.ask<RequestsFigures>('run', {
          url,
          cookie,
          connections: clients,
          seconds,
        } satisfies RequestsOptions);
        if (figures.failed > 0) throw new Error(`${figures.failed} requests of the call log failed.`);
        measured.push({ database, page: name, clients, figures });
        progress(`${database}, ${name} page, ${clients} at a time: ${figure(figures.perSecond)} per second`);
      }
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
    ['database', 'page of 10', 'at a time', 'requests/s', 'p50 ms', 'p99 ms', 'answer KiB'],
    measured.map(({ database, page, clients, figures }) => [
      database,
      page,
      clients,
      figure(figures.perSecond),
      figure(figures.ms.p50),
      figure(figures.ms.p99),
      figure(figures.bytes / 1024),
    ]),
  );
}
