import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { Pool, PoolClient } from 'pg';
import type { Log } from '../log/log.ts';

/** One SQL file. */
export type Migration = { name: string; sql: string; sha256: string };

/** Any constant number will do, as long as every process of the product takes the same. */
const lockKey = 7_270_539;

/**
 * Runs every SQL file of the folders that the database does not know yet, ordered by name, all in one
 * transaction under a lock: processes that start together migrate once, and a failure changes nothing.
 * Rejects when a file that was run before has been changed since. Returns the names it ran.
 */
export async function migrate(
  pool: Pool,
  { folders, log }: { folders: readonly URL[]; log: Log },
): Promise<readonly string[]> {
  const migrations = await readMigrations(folders);
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
    const applied = await runMissing(client, migrations, log);
    await client.query('commit');
    if (applied.length > 0) log.info('The database was migrated.', { count: applied.length });
    return applied;
  } catch (error) {
    // The connection may be what failed; the first error says more.
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Reads the folders. Rejects a file name out of order and two files of one name. */
export async function readMigrations(folders: readonly URL[]): Promise<readonly Migration[]> {
  const unique = [...new Map(folders.map((folder) => [folder.href, folder])).values()];
  const found = await Promise.all(
    unique.map(async (folder) => {
      const base = folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
      const names = (await readdir(base)).filter((name) => name.endsWith('.sql'));
      return Promise.all(names.map((name) => readMigration(name, base)));
    }),
  );
  const migrations = found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
  migrations.forEach((migration, index) => {
    if (migration.name === migrations[index + 1]?.name) {
      throw new Error(`Two migrations are called ${migration.name}; rename one.`);
    }
  });
  return migrations;
}

async function readMigration(name: string, base: URL): Promise<Migration> {
  if (!/^\d{8}T\d{4}_[a-z0-9_]+\.sql$/.test(name)) {
    throw new Error(`The migration ${name} must be called YYYYMMDDTHHMM_name.sql.`);
  }
  const sql = await readFile(new URL(name, base), 'utf8');
  // A checkout with other line ends is the same file.
  const sha256 = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
  return { name, sql, sha256 };
}

async function runMissing(client: PoolClient, migrations: readonly Migration[], log: Log): Promise<string[]> {
  await client.query(
    `create table if not exists migrations (
       name text collate "C" primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`,
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from migrations',
  );
  const known = new Map(rows.map((row) => [row.name, row.sha256]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const sha256 = known.get(migration.name);
    known.delete(migration.name);
    if (sha256 === migration.sha256) continue;
    if (sha256 !== undefined) {
      throw new Error(
        `The migration ${migration.name} was changed after it was run; put what changes into a new file.`,
      );
    }
    await runOne(client, migration);
    applied.push(migration.name);
  }
  if (known.size > 0) {
    log.warn('The database holds migrations this version does not know: a newer version has run on it.', {
      count: known.size,
    });
  }
  return applied;
}

async function runOne(client: PoolClient, { name, sql, sha256 }: Migration): Promise<void> {
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
  } catch (error) {
    throw new Error(
      `The migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
