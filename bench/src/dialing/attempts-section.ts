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

const contacts = 9_000;
const seconds = 15;

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
      `One process with every role dials ${contacts.toLocaleString('en')} people of the simulated network whose lines are busy or decline, as fast as it can: each call has its attempt, its row, its events, its end and its analysis. The database shares the cores.`,
      table(['database', 'calls started/s', 'calls ended/s', 'jobs left waiting'], rows),
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
        lines: [65, 66, 67, 68, 69, 90, 91, 92],
      });
      await pool.query(`update campaigns set status = 'running' where id = $1`, [campaignId]);
    });
    const server = await startServer({ dataDir, environment });
    await sleep(seconds * 1000);
    // Killed lines would count as ended: look before it drains.
    await server.stop();
    return await withDatabase(async ({ pool }) => {
      const { rows } = await pool.query<{ started: number; ended: number; waiting: number }>(
        `with span as (select min(created_at) + interval '2 seconds' as from_at, min(created_at) + interval '12 seconds' as to_at from calls)
         select
           (select count(*) from calls, span where created_at between from_at and to_at)::float8 / 10 as started,
           (select count(*) from calls, span where ended_at between from_at and to_at)::float8 / 10 as ended,
           (select count(*) from pgboss.job where state = 'created')::float8 as waiting`,
      );
      const { started, ended, waiting } = rows[0]!;
      progress(`${database}: ${figure(started)} calls started per second`);
      return [database, figure(started), figure(ended), String(waiting)];
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
