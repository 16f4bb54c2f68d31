import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { roleNames } from '../../config.ts';
import type { Log } from '../log/log.ts';
import { silentLog } from '../log/open-log.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open-database.ts';
import { makeDirectory, makePostgres, type TestSource } from './testing-templates.ts';

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
      let source: TestSource | undefined;
      const open = async (): Promise<Database> => {
        if (source === undefined) throw new Error('The test database opens in beforeAll.');
        const database = await openFrom(source, options);
        opened.push(database);
        return database;
      };
      beforeAll(async () => {
        const { migrations = [] } = options;
        source = kind === 'embedded' ? await makeDirectory(migrations) : await makePostgres(migrations);
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

/**
 * Deletes every row of every table but the list of migrations, and numbers begin at 1 again. Tests fill few rows
 * of few tables: deleting them takes a fiftieth of what `truncate` does, which makes every file of every table anew.
 * No trigger runs, foreign keys included, so the order of the tables does not matter.
 */
export async function emptyTables(database: Database): Promise<void> {
  for (;;) {
    try {
      await database.pool.query(emptying);
      return;
    } catch (error) {
      // What a test left running may still write, in an order of its own; its transaction is over by now.
      if ((error as { code?: string }).code !== deadlock) throw error;
    }
  }
}

/** SQLSTATE of a transaction ended because it and another waited for each other. */
const deadlock = '40P01';
const emptying = `do $$
    declare name text;
    begin
      set local session_replication_role = replica;
      for name in select format('%I.%I', schemaname, tablename) from pg_tables
        where schemaname = 'public' and tablename <> 'migrations'
      loop
        execute 'delete from ' || name;
      end loop;
      for name in select format('%I.%I', schemaname, sequencename) from pg_sequences
        where schemaname = 'public' and last_value is not null
      loop
        execute 'alter sequence ' || name || ' restart';
      end loop;
    end $$`;

function openFrom(
  source: TestSource,
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
