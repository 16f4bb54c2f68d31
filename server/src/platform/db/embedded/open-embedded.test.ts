import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../log/open-log.ts';
import { makeDirectory } from '../testing-templates.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

/** `connect` and a table `things` in a database of the suite's own. */
function openForSuite(given: { idleInTransactionMs?: number } = {}) {
  let source: Awaited<ReturnType<typeof makeDirectory>>;
  let embedded: EmbeddedDatabase;
  const clients: pg.Client[] = [];

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(embedded.connection);
    client.on('error', () => undefined);
    await client.connect();
    clients.push(client);
    return client;
  };

  beforeAll(async () => {
    source = await makeDirectory();
    embedded = await openEmbedded({
      dataDir: source.dataDir,
      log: silentLog,
      isDurable: false,
      ...given,
    });
    const client = await connect();
    await client.query('create table things (id int primary key, name text)');
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    const cleaner = await connect();
    await cleaner.query('truncate things');
  });
  afterAll(async () => {
    for (const client of clients.splice(0)) await client.end().catch(() => undefined);
    await embedded.close();
    await source.remove();
  });
  return connect;
}

describe('The embedded database, through the driver', () => {
  const connect = openForSuite();

  it('answers simple queries, several statements at once too', async () => {
    const client = await connect();
    const result = (await client.query('select 1 as a; select 2 as b')) as unknown as pg.QueryResult[];
    expect(result.map((each) => each.rows[0])).toEqual([{ a: 1 }, { b: 2 }]);
  });

  it('answers queries with parameters in every type the driver knows', async () => {
    const client = await connect();
    const at = new Date('2026-11-21T09:30:00.123Z');
    const { rows } = await client.query(
      'select $1::int as i, $2::text as t, $3::jsonb as j, $4::timestamptz as at, $5::text[] as list, $6::bytea as bytes, $7::bigint as big',
      [7, 'näive “text”', { a: [1] }, at, ['a', 'b,c'], Buffer.from([0, 255]), '9007199254740993'],
    );
    expect(rows).toEqual([
      {
        i: 7,
        t: 'näive “text”',
        j: { a: [1] },
        at,
        list: ['a', 'b,c'],
        bytes: Buffer.from([0, 255]),
        big: '9007199254740993',
      },
    ]);
  });

  it('lowers and sorts text beyond ASCII', async () => {
    const client = await connect();
    const { rows } = await client.query(`select lower('ÄÉŠ') as low, 'zebra' ilike 'ZEB%' as hit`);
    expect(rows).toEqual([{ low: 'äéš', hit: true }]);
  });

  it('has vectors', async () => {
    const client = await connect();
    await client.query('create extension if not exists vector');
    const { rows } = await client.query(`select '[1,2]'::vector <-> '[1,4]'::vector as distance`);
    expect(rows).toEqual([{ distance: 2 }]);
  });

  it('keeps prepared statements of one name apart on two connections', async () => {
    const [one, two] = [await connect(), await connect()];
    const ask = (client: pg.Client, text: string) => client.query({ name: 'get', text, values: [5] });
    expect((await ask(one, 'select $1::int + 1 as n')).rows).toEqual([{ n: 6 }]);
    expect((await ask(two, 'select $1::int * 2 as n')).rows).toEqual([{ n: 10 }]);
    expect((await ask(one, 'select $1::int + 1 as n')).rows).toEqual([{ n: 6 }]);
  });

  it('forgets the prepared statements of a connection that ended', async () => {
    const one = await connect();
    await one.query({ name: 'get', text: 'select $1::int as n', values: [1] });
    await one.end();
    const two = await connect();
    await expect
      .poll(async () => (await two.query('select count(*)::int as n from pg_prepared_statements')).rows)
      .toEqual([{ n: 0 }]);
  });

  it('runs transactions of two connections one after the other', async () => {
    const [one, two] = [await connect(), await connect()];
    await one.query('begin');
    await one.query(`insert into things values (1, 'one')`);
    const seen: string[] = [];
    const waiting = two.query('select count(*)::int as n from things').then(({ rows }) => {
      seen.push('two');
      return rows;
    });
    await one.query(`insert into things values (2, 'two')`);
    seen.push('one');
    await one.query('commit');
    expect(await waiting).toEqual([{ n: 2 }]);
    expect(seen).toEqual(['one', 'two']);
  });

  it('keeps 20 connections with transactions of several statements apart', async () => {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const client = await connect();
        await client.query('begin');
        await client.query('insert into things values ($1, $2)', [index, 'kept']);
        await client.query('insert into things values ($1, $2)', [index + 100, 'kept']);
        await client.query(index % 2 === 0 ? 'commit' : 'rollback');
      }),
    );
    const client = await connect();
    const { rows } = await client.query('select id from things order by id');
    const even = Array.from({ length: 10 }, (_, index) => index * 2);
    expect(rows.map((row) => row.id)).toEqual([...even, ...even.map((id) => id + 100)]);
  });

  it('rolls back the transaction of a client that disappears, and serves the next', async () => {
    const [one, two] = [await connect(), await connect()];
    await one.query('begin');
    await one.query(`insert into things values (1, 'lost')`);
    (one as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    expect((await two.query('select * from things')).rows).toEqual([]);
  });

  it('reports errors with their code and goes on', async () => {
    const client = await connect();
    await expect(client.query('select nothing_here')).rejects.toMatchObject({ code: '42703' });
    await expect(client.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await client.query(`insert into things values (1, 'one')`);
    await expect(client.query('insert into things values ($1, null)', [1])).rejects.toMatchObject({
      code: '23505',
      table: 'things',
    });
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('keeps a failed transaction failed until it is rolled back', async () => {
    const client = await connect();
    await client.query('begin');
    await expect(client.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('carries rows of 20 MB both ways, and many rows', async () => {
    const client = await connect();
    const large = 'x'.repeat(20 * 1024 * 1024);
    await client.query('insert into things values ($1, $2)', [1, large]);
    const { rows } = await client.query<{ name: string }>('select name from things where id = 1');
    expect(rows[0]?.name.length).toBe(large.length);
    const many = await client.query<{ n: number }>('select n from generate_series(1, 50000) as n');
    expect(many.rows.length).toBe(50_000);
    expect(many.rows.at(-1)).toEqual({ n: 50_000 });
  });

  it('refuses COPY FROM STDIN, however it is sent, and lives on', async () => {
    const client = await connect();
    await expect(client.query('copy things from stdin')).rejects.toMatchObject({ code: '0A000' });
    await expect(
      client.query('select 1; COPY things (id) FROM STDIN with (format csv)'),
    ).rejects.toMatchObject({ code: '0A000' });
    await expect(
      client.query({ name: 'load', text: 'copy things /* all */ from\nstdin' }),
    ).rejects.toMatchObject({ code: '0A000' });
    await client.query('begin');
    await expect(client.query('copy things from stdin')).rejects.toMatchObject({ code: '0A000' });
    await expect(client.query('select 1')).rejects.toMatchObject({ code: '25P02' });
    await client.query('rollback');
    const { rows } = await client.query(`select 'copy things from stdin' as words`);
    expect(rows).toEqual([{ words: 'copy things from stdin' }]);
  });

  it('tells a committed NOTIFY to the connections that listen, and to no other', async () => {
    const [one, two, three] = [await connect(), await connect(), await connect()];
    const heard: string[] = [];
    one.on('notification', ({ channel, payload }) => heard.push(`one ${channel} ${payload}`));
    two.on('notification', ({ channel, payload }) => heard.push(`two ${channel} ${payload}`));
    three.on('notification', () => heard.push('three'));
    await one.query('listen news');
    await two.query('LISTEN News');
    await two.query('listen "Other"');
    await three.query(`notify news, 'at once'`);
    await three.query('begin');
    await three.query(`select pg_notify('Other', 'later')`);
    await three.query('rollback');
    // What was told to a connection stands before its next answer.
    for (const client of [one, two, three]) await client.query('select 1');
    expect(heard.toSorted()).toEqual(['one news at once', 'two news at once']);
  });

  it('tells what a transaction notifies when it commits, nothing when it rolls back', async () => {
    const [one, two] = [await connect(), await connect()];
    const heard: (string | undefined)[] = [];
    one.on('notification', ({ payload }) => heard.push(payload));
    await one.query('listen news');
    await two.query('begin');
    await two.query(`select pg_notify('news', $1)`, ['rolled back']);
    await two.query('rollback');
    await two.query('begin');
    await two.query(`select pg_notify('news', $1)`, ['committed']);
    await two.query('commit');
    await one.query('select 1');
    expect(heard).toEqual(['committed']);
  });

  it('goes on telling one listener after the other stopped', async () => {
    const [one, two] = [await connect(), await connect()];
    const heard: string[] = [];
    one.on('notification', ({ payload }) => heard.push(`one ${payload}`));
    two.on('notification', ({ payload }) => heard.push(`two ${payload}`));
    await one.query('listen news');
    await two.query('listen news');
    await two.query('unlisten news');
    await one.query(`notify news, 'a'`);
    await two.end();
    await one.query(`notify news, 'b'`);
    await one.query('select 1');
    expect(heard).toEqual(['one a', 'one b']);
    await one.query('unlisten *');
    expect((await one.query('select pg_listening_channels()')).rows).toEqual([]);
  });
});

describe('A transaction of the embedded database in which nothing happens', () => {
  const idleInTransactionMs = 2_000;
  const connect = openForSuite({ idleInTransactionMs });

  it('is ended when it lasts too long, and the next is served', async () => {
    const [one, two] = [await connect(), await connect()];
    const lost = new Promise<Error>((resolve) => one.once('error', resolve));
    await one.query(`begin; insert into things values (1, 'late')`);
    expect((await two.query('select count(*)::int as n from things')).rows).toEqual([{ n: 0 }]);
    expect(await lost).toMatchObject({ code: '25P03' });
    await expect(one.query('commit')).rejects.toThrow();
  });

  it('is not what a long one is taken for that keeps working', async () => {
    const client = await connect();
    await client.query('begin');
    const begunMs = performance.now();
    let rows = 0;
    while (performance.now() - begunMs < 1.5 * idleInTransactionMs) {
      await client.query('insert into things values ($1, null)', [rows]);
      rows += 1;
      await sleep(idleInTransactionMs / 50);
    }
    await client.query('commit');
    expect((await client.query('select count(*)::int as n from things')).rows).toEqual([{ n: rows }]);
  });
});
