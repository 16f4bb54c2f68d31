import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { roleNames } from '../../config.ts';
import { silentLog } from '../log/open-log.ts';
import { openDatabase } from './open-database.ts';
import { describeOnEachDatabase, emptyTables, listDatabaseKinds } from './testing.ts';
import { makeDirectory } from './testing-templates.ts';
import { waitForPostgres } from './wait-for-postgres.ts';

describeOnEachDatabase('A database', (test) => {
  // The embedded database has one process and one transaction at a time.
  const itOnPostgres = test.kind === 'postgres' ? it : () => undefined;
  it('answers', async () => {
    expect(await test.database.isReady()).toBe(true);
    const { rows } = await test.database.queries.execute(sql`select 1 + ${1}::int as two`);
    expect(rows).toEqual([{ two: 2 }]);
  });

  it('keeps what a transaction wrote, and nothing of one that failed', async () => {
    await test.database.queries.execute(sql`create table notes (id int)`);
    await test.database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (1)`);
    });
    const failed = test.database.transaction(async (tx) => {
      await tx.execute(sql`insert into notes values (2)`);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    const { rows } = await test.database.queries.execute(sql`select id from notes`);
    expect(rows).toEqual([{ id: 1 }]);
  });

  it('keeps times to the millisecond', async () => {
    const { rows } = await test.database.pool.query<{ same: boolean }>(
      `select applied_at = date_trunc('milliseconds', applied_at) as same from migrations`,
    );
    expect(rows.every(({ same }) => same)).toBe(true);
  });

  it('hears notifications of several listeners until they stop', async () => {
    const heard: string[] = [];
    const stop = await test.database.listen('news', (payload) => heard.push(`a ${payload}`));
    await test.database.listen('news', (payload) => heard.push(`b ${payload}`));
    await test.database.listen('other', (payload) => heard.push(`c ${payload}`));
    const notify = (channel: string, payload: string) =>
      test.database.pool.query('select pg_notify($1, $2)', [channel, payload]);
    await notify('news', '1');
    await notify('other', '2');
    await expect.poll(() => heard).toEqual(['a 1', 'b 1', 'c 2']);
    await stop();
    await notify('news', '3');
    await expect.poll(() => heard).toEqual(['a 1', 'b 1', 'c 2', 'b 3']);
  });

  itOnPostgres(
    'hears again after its listening connection was lost, and says that something may be missing',
    async () => {
      const heard: string[] = [];
      let gaps = 0;
      await test.database.listen('lost', (payload) => heard.push(payload));
      const stopGap = test.database.onListenGap(() => {
        gaps += 1;
      });
      await test.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'parley listener' and datname = current_database()`,
      );
      await expect.poll(() => gaps).toBe(1);
      await test.database.pool.query(`select pg_notify('lost', 'back')`);
      await expect.poll(() => heard).toEqual(['back']);
      stopGap();
    },
  );

  it('goes on after a listener threw', async () => {
    const heard: string[] = [];
    await test.database.listen('thrown', () => {
      throw new Error('a mistake');
    });
    await test.database.listen('thrown', (payload) => heard.push(payload));
    await test.database.pool.query(`select pg_notify('thrown', 'x')`);
    await expect.poll(() => heard).toEqual(['x']);
  });

  it('empties every table for the next test', async () => {
    await test.database.pool.query('create table filled as select 1 as n');
    await emptyTables(test.database);
    expect((await test.database.pool.query('select * from filled')).rows).toEqual([]);
    expect((await test.database.pool.query('select * from migrations')).rows).not.toEqual([]);
  });
});

describe('Opening a database', () => {
  const serverUrl = process.env['TEST_DATABASE_URL'];
  const itWithServer = serverUrl ? it : () => undefined;

  it('is not ready once it is closed, and closes twice', async () => {
    const { dataDir, remove } = await makeDirectory();
    const config = { databaseUrl: undefined, dataDir, roles: new Set(roleNames) };
    const database = await openDatabase({
      config,
      log: silentLog,
      migrations: [],
      embedded: { isDurable: false },
    });
    await Promise.all([database.close(), database.close()]);
    expect(await database.isReady()).toBe(false);
    await remove();
  });

  it('closes the embedded database again when a migration fails', async () => {
    const { dataDir, remove } = await makeDirectory();
    const config = { databaseUrl: undefined, dataDir, roles: new Set(roleNames) };
    const open = () =>
      openDatabase({ config, log: silentLog, migrations: [new URL('file:///nowhere/at/all/')] });
    await expect(open()).rejects.toThrow('ENOENT');
    await expect(open()).rejects.toThrow('ENOENT');
    await remove();
  });

  it('says which server it cannot reach, without the password', async () => {
    const connectionString = 'postgres://someone:secret-word@127.0.0.1:1/calls';
    const failed = waitForPostgres({ connectionString }, { log: silentLog, waitMs: 0 });
    await expect(failed).rejects.toThrow(
      /^The database calls at 127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED/,
    );
    await expect(failed).rejects.not.toThrow('secret-word');
  });

  itWithServer('does not wait for a server that refuses it', async () => {
    const connectionString = new URL('/missing_database', serverUrl).href;
    const failed = waitForPostgres({ connectionString }, { log: silentLog, waitMs: 60_000 });
    await expect(failed).rejects.toThrow('"missing_database" does not exist');
  });
});

describe('The databases of the tests', () => {
  it('must include PostgreSQL under CI', () => {
    expect(() => listDatabaseKinds({ CI: 'true' })).toThrow('Under CI the tests need TEST_DATABASE_URL.');
    expect(listDatabaseKinds({ CI: 'true', TEST_DATABASE_URL: 'postgres://x' })).toEqual([
      'embedded',
      'postgres',
    ]);
    expect(listDatabaseKinds({})).toEqual(['embedded']);
  });
});
