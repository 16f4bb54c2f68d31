import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../log/open-log.ts';
import { makeDirectory } from '../testing-templates.ts';
import { openEmbedded } from './open-embedded.ts';

describe('The embedded database as a process opens it', () => {
  it('asks for its password on a loopback port, keeps its rows, and closes twice', async () => {
    const source = await makeDirectory();
    const options = { dataDir: source.dataDir, log: silentLog, transport: 'loopback' } as const;
    const first = await openEmbedded(options);
    const stranger = new pg.Client({ ...first.connection, password: 'guessed' });
    await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' });
    const client = new pg.Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table kept as select 7 as n');
    await Promise.all([first.close(), first.close()]);
    const second = await openEmbedded(options);
    const again = new pg.Client(second.connection);
    await again.connect();
    expect((await again.query('select n from kept')).rows).toEqual([{ n: 7 }]);
    await again.end();
    await second.close();
    await source.remove();
  });

  it('refuses a directory that is open already', async () => {
    const source = await makeDirectory();
    const first = await openEmbedded({ dataDir: source.dataDir, log: silentLog });
    await expect(openEmbedded({ dataDir: source.dataDir, log: silentLog })).rejects.toThrow(
      /^The data directory .*pg18 is in use by process \d+ on .*\. Stop it first/,
    );
    await first.close();
    await source.remove();
  });

  it('says so when the directory cannot be opened, and leaves no lock', async () => {
    const source = await makeDirectory();
    await writeFile(join(source.dataDir, 'pg18', 'PG_VERSION'), '9\n');
    const open = () => openEmbedded({ dataDir: source.dataDir, log: silentLog });
    await expect(open()).rejects.toThrow(/^The embedded database in .* did not start/);
    await expect(open()).rejects.toThrow(/did not start/);
    await source.remove();
  });

  it('reports the death of the engine once, and frees the directory', async () => {
    const source = await makeDirectory();
    const errors: unknown[] = [];
    const died = Promise.withResolvers<void>();
    const embedded = await openEmbedded({
      dataDir: source.dataDir,
      log: { ...silentLog, error: (sentence, fields) => void errors.push(sentence, fields?.['error']) },
      onDeath: died.resolve,
    });
    const client = new pg.Client(embedded.connection);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('create table t (n int)');
    // The disk goes away: the next piece of log cannot be created, and PostgreSQL stops itself.
    await rm(join(source.dataDir, 'pg18', 'pg_wal'), { recursive: true });
    await client
      .query('insert into t values (1); select pg_switch_wal(); insert into t values (2); checkpoint')
      .catch(() => undefined);
    await died.promise;
    expect(errors).toEqual([
      'The embedded database died; the process ends so that it can be started again.',
      expect.objectContaining({ message: expect.stringContaining('PANIC:  could not create file') }),
    ]);
    await embedded.close();
    await source.remove();
  });

  it('takes an engine for dead whose statement never ends', async () => {
    const source = await makeDirectory();
    const died = Promise.withResolvers<void>();
    const embedded = await openEmbedded({
      dataDir: source.dataDir,
      log: silentLog,
      onDeath: died.resolve,
      stuckAfterMs: 100,
    });
    const client = new pg.Client(embedded.connection);
    client.on('error', () => undefined);
    await client.connect();
    client.query('select count(*) from generate_series(1, 1000000000)').catch(() => undefined);
    await died.promise;
    await embedded.close();
    await source.remove();
  });
});
