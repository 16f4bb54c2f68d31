import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { features } from '@parley/server/features/index';
import type { Database } from '@parley/server/platform/db/database';
import { openDatabase } from '@parley/server/platform/db/open-database';
import { openLog } from '@parley/server/platform/log/open-log';
import { startPostgres } from '../call-log/start-postgres.ts';
import { campaignId, insertCampaign } from '../chaos/insert-campaign.ts';
import { figure, table } from '../measuring/markdown.ts';
import type { Section } from '../section.ts';
import { startServer } from '../server-start/running-server.ts';

/** As many as the simulated network has such lines. */
const contacts = 8_000;
const warmUpSeconds = 2;
const seconds = 10;

/** How many calls a second a dialer starts: a claim, a call row and a call of the simulated network each. */
export const attemptsSection: Section = {
  id: 'attempts',
  title: 'Campaign calls started a second',
  async run(progress) {
    const rows: string[][] = [await measure('embedded', undefined, progress)];
    const postgres = await startPostgres();
    if (!('missing' in postgres)) {
      try {
        rows.push(await measure('PostgreSQL', postgres.url, progress));
      } finally {
        await postgres.stop();
      }
    }
    return [
      `One process with every role dials ${contacts.toLocaleString('en')} people of the simulated network whose lines are busy, decline or are not in service, as fast as it can: each call has its attempt, its row, its events, its end and its analysis. The database shares the cores; the embedded one is part of the process.`,
      table(
        [
          'database',
          'calls started/s',
          'calls ended and analysed/s',
          'CPU ms a call, our process',
          'jobs left waiting',
        ],
        rows,
      ),
    ].join('\n\n');
  },
};

async function measure(
  database: string,
  databaseUrl: string | undefined,
  progress: (text: string) => void,
): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-attempts-'));
  const environment = {
    MAX_LIVE_CALLS: '4000',
    CALL_THREADS: '1',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  };
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase({
      config: { databaseUrl, dataDir, roles: new Set(['api'] as const) },
      log: openLog({ level: 'error' }),
      migrations: features.map(({ migrations }) => migrations),
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  };
  try {
    // The first start makes the tables and the workspace.
    await (await startServer({ dataDir, environment })).stop();
    await withDatabase(async ({ pool }) => {
      await insertCampaign(pool, {
        contacts,
        maxLiveCalls: 4_000,
        workspaceMaxLiveCalls: 4_000,
        callsPerSecond: 1_000,
        maxAttempts: 1,
        lines: [65, 66, 67, 68, 69, 90, 91, 92, 93, 94],
      });
      await pool.query(`update campaigns set status = 'running' where id = $1`, [campaignId]);
    });
    const server = await startServer({ dataDir, environment });
    await sleep(warmUpSeconds * 1000);
    const [fromAt, fromCpuMs] = [new Date(), await readCpuMs(server.url)];
    await sleep(seconds * 1000);
    const [toAt, toCpuMs] = [new Date(), await readCpuMs(server.url)];
    await server.stop();
    return await withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ started: number; analysed: number; waiting: number }>(
        `select
           (select count(*) from calls where created_at between $1 and $2)::float8 as started,
           (select count(*) from calls where ended_at between $1 and $2 and analysed_at <= $2)::float8 as analysed,
           (select count(*) from pgboss.job where state = 'created')::float8 as waiting`,
        [fromAt, toAt],
      );
      const { started, analysed, waiting } = rows[0]!;
      const spanSeconds = (toAt.getTime() - fromAt.getTime()) / 1000;
      const [startedRate, analysedRate] = [figure(started / spanSeconds), figure(analysed / spanSeconds)];
      const cpuMs = figure((2 * (toCpuMs - fromCpuMs)) / (started + analysed));
      progress(`${database}: ${startedRate} calls started per second, ${cpuMs} ms of CPU each`);
      return [database, startedRate, analysedRate, cpuMs, String(waiting)];
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** What the process has used of the cores since it began. */
async function readCpuMs(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const found = /^process_cpu_seconds_total (\S+)/m.exec(metrics);
  if (!found) throw new Error('The server does not tell its CPU time.');
  return Number(found[1]) * 1000;
}
