import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { roleNames } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { silentLog } from '../log/open-log.ts';
import type { Database } from './database.ts';
import { engineMajorVersion } from './embedded/open-engine.ts';
import { newSortableKey } from './new-id.ts';
import { openDatabase } from './open-database.ts';

/** A database of one test file. `database` may be used in hooks and tests, not while they are collected. */
export type TestDatabase = {
  readonly kind: Database['kind'];
  readonly database: Database;
  /** A second process' view of the same database; PostgreSQL only. Closed with the suite. */
  openSecond(): Promise<Database>;
};

export type TestDatabaseOptions = {
  /** Folders of migrations besides the platform's. */
  migrations?: readonly URL[];
  /** Empties every table before each test. */
  isEmptiedBeforeEach?: boolean;
  log?: Log;
};

/**
 * Runs the same tests on each database of the product: the embedded one always, PostgreSQL when
 * TEST_DATABASE_URL is set (under CI it must be).
 *
 *     describeOnEachDatabase('The call log', (test) => {
 *       it('lists the newest first', async () => { await insertCall(test.database.queries, ...); });
 *     }, { migrations: [new URL('./migrations/', import.meta.url)] });
 */
export function describeOnEachDatabase(
  name: string,
  define: (test: TestDatabase) => void,
  options: TestDatabaseOptions = {},
): void {
  for (const kind of listDatabaseKinds(process.env)) {
    describe(`${name} (${kind})`, () => {
      const opened: Database[] = [];
      let source: Source | undefined;
      const open = async (): Promise<Database> => {
        if (source === undefined) throw new Error('The test database opens in beforeAll.');
        const database = await openFrom(source, options);
        opened.push(database);
        return database;
      };
      beforeAll(async () => {
        source = kind === 'embedded' ? await makeDirectory() : await makePostgres();
        await open();
      });
      afterAll(async () => {
        for (const database of opened) await database.close();
        await source?.remove();
      });
      if (options.isEmptiedBeforeEach) beforeEach(() => emptyTables(opened[0]!));
      define({
        kind,
        get database() {
          const database = opened[0];
          if (database === undefined) throw new Error('The test database opens in beforeAll.');
          return database;
        },
        openSecond: open,
      });
    });
  }
}

/** The databases to test on. Throws under CI when PostgreSQL is missing, so that it is never left out unseen. */
export function listDatabaseKinds(environment: NodeJS.ProcessEnv): readonly Database['kind'][] {
  if (environment['TEST_DATABASE_URL']) return ['embedded', 'postgres'];
  if (environment['CI'] === 'true') throw new Error('Under CI the tests need TEST_DATABASE_URL.');
  return ['embedded'];
}

/** Deletes every row of every table but the list of migrations. */
export async function emptyTables(database: Database): Promise<void> {
  const { rows } = await database.pool.query<{ list: string | null }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as list from pg_tables
     where schemaname = 'public' and tablename <> 'migrations'`,
  );
  if (rows[0]?.list) await database.pool.query(`truncate ${rows[0].list} restart identity cascade`);
}

type Source = { databaseUrl: string | undefined; dataDir: string; remove(): Promise<void> };

function openFrom(
  source: Source,
  { migrations = [], log = silentLog }: TestDatabaseOptions,
): Promise<Database> {
  const { databaseUrl, dataDir } = source;
  return openDatabase({
    config: { databaseUrl, dataDir, roles: new Set(roleNames) },
    log,
    migrations,
    embedded: { isDurable: false },
  });
}

/** A data directory with an empty embedded database: making one takes 3 s, copying it a tenth of that. */
export async function makeDirectory(): Promise<Source> {
  const template = await findTemplate();
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  await cp(template, join(dataDir, `pg${engineMajorVersion}`), { recursive: true });
  return {
    databaseUrl: undefined,
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** The directory is named by the code that makes it, so another version makes its own. */
async function findTemplate(): Promise<string> {
  const source = await readFile(new URL('./embedded/open-engine.ts', import.meta.url), 'utf8');
  const pglite = await readFile(
    new URL('../package.json', import.meta.resolve('@electric-sql/pglite')),
    'utf8',
  );
  const version = createHash('sha256').update(source).update(pglite).digest('hex').slice(0, 16);
  const template = join(tmpdir(), `parley-test-template-${process.getuid?.() ?? 'user'}-${version}`);
  if (existsSync(template)) return template;
  await mkdir(tmpdir(), { recursive: true });
  const making = await mkdtemp(join(tmpdir(), 'parley-test-'));
  const made = await openDatabase({
    config: { databaseUrl: undefined, dataDir: making, roles: new Set(roleNames) },
    log: silentLog,
    migrations: [],
    embedded: { isDurable: false },
  });
  await made.pool.query('drop table migrations, live_events, outbox_mails');
  await made.close();
  // Test files start together; the first to finish gives the template, the others' rename fails.
  await rename(join(making, `pg${engineMajorVersion}`), template).catch(() => undefined);
  await rm(making, { recursive: true, force: true });
  return template;
}

async function makePostgres(): Promise<Source> {
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const name = `parley_test_${newSortableKey().toLowerCase()}_${process.pid}`;
  await runOnServer(url, `create database ${name} template template0`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  return {
    databaseUrl: own.href,
    dataDir,
    remove: async () => {
      await runOnServer(url, `drop database if exists ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function runOnServer(url: URL, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
