import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { silentLog } from '../log/open-log.ts';
import { migrate, readMigrations } from './migrate.ts';
import { describeOnEachDatabase } from './testing.ts';

const folders: string[] = [];

async function makeFolder(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-migrations-'));
  folders.push(folder);
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return pathToFileURL(`${folder}/`);
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('Migration files', () => {
  it('are ordered by name across folders', async () => {
    const one = await makeFolder({ '20260102T0000_b.sql': '', '20260104T0000_d.sql': '' });
    const two = await makeFolder({ '20260101T0000_a.sql': '', '20260103T0000_c.sql': '', 'notes.txt': '' });
    const names = (await readMigrations([one, two, one])).map(({ name }) => name.slice(14, 15));
    expect(names).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are refused when their name has no time', async () => {
    const folder = await makeFolder({ 'first.sql': '' });
    await expect(readMigrations([folder])).rejects.toThrow('must be called YYYYMMDDTHHMM_name.sql');
  });

  it('are refused when two folders hold one name', async () => {
    const one = await makeFolder({ '20260101T0000_a.sql': '' });
    const two = await makeFolder({ '20260101T0000_a.sql': '' });
    await expect(readMigrations([one, two])).rejects.toThrow('Two migrations are called 20260101T0000_a.sql');
  });
});

describeOnEachDatabase('Migrating', (test) => {
  const run = (...given: URL[]) => migrate(test.database.pool, { folders: given, log: silentLog });
  const exists = async (table: string): Promise<boolean> =>
    (await test.database.pool.query('select to_regclass($1) as found', [table])).rows[0].found !== null;

  it('runs each file once, later ones of other folders too', async () => {
    const one = await makeFolder({
      '20260101T0000_first.sql': 'create table first (id int); create table second (id int)',
    });
    expect(await run(one)).toEqual(['20260101T0000_first.sql']);
    expect(await run(one)).toEqual([]);
    const two = await makeFolder({ '20251231T0000_older.sql': 'create table older (id int)' });
    expect(await run(one, two)).toEqual(['20251231T0000_older.sql']);
    expect([await exists('first'), await exists('second'), await exists('older')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('changes nothing at all when one file fails, and says which', async () => {
    const folder = await makeFolder({
      '20260201T0000_good.sql': 'create table good (id int)',
      '20260202T0000_bad.sql': 'create table bad (id int); select nothing_here',
    });
    await expect(run(folder)).rejects.toThrow(/^The migration 20260202T0000_bad\.sql failed: .*nothing_here/);
    expect([await exists('good'), await exists('bad')]).toEqual([false, false]);
  });

  it('refuses a file that was changed after it was run', async () => {
    const before = await makeFolder({ '20260301T0000_kept.sql': 'create table kept (id int)\n' });
    await run(before);
    const otherLineEnds = await makeFolder({ '20260301T0000_kept.sql': 'create table kept (id int)\r\n' });
    expect(await run(otherLineEnds)).toEqual([]);
    const after = await makeFolder({ '20260301T0000_kept.sql': 'create table kept (id bigint)\n' });
    await expect(run(after)).rejects.toThrow('20260301T0000_kept.sql was changed after it was run');
  });

  it('runs once for processes that start together', async () => {
    const folder = await makeFolder({
      '20260401T0000_once.sql':
        'create table once (id int); insert into once values (1); select pg_sleep(0.2)',
    });
    const databases = test.kind === 'postgres' ? [await test.openSecond(), await test.openSecond()] : [];
    const applied = await Promise.all(
      [test.database, ...databases].map(({ pool }) => migrate(pool, { folders: [folder], log: silentLog })),
    );
    expect(applied.flat()).toEqual(['20260401T0000_once.sql']);
    expect((await test.database.pool.query('select * from once')).rows).toEqual([{ id: 1 }]);
  });

  it('goes on, with a warning, on a database that a newer version has migrated', async () => {
    await test.database.pool.query(
      `insert into migrations (name, sha256) values ('20990101T0000_future.sql', 'x')`,
    );
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (sentence: string) => void warnings.push(sentence) };
    expect(await migrate(test.database.pool, { folders: [], log })).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('a newer version has run on it')]);
  });
});
