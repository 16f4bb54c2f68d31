import { roleNames } from '../../config.ts';
import { silentLog } from '../log/open-log.ts';
import { openDatabase } from './open-database.ts';

/**
 * A process for the durability test: writes pairs of rows to the embedded database of a directory, several
 * at a time, and says each pair's number on standard output after its commit, until it is killed.
 */
const [dataDir = '', round = '0'] = process.argv.slice(2);
const writers = 4;

const database = await openDatabase({
  config: { databaseUrl: undefined, dataDir, roles: new Set(roleNames) },
  log: silentLog,
  migrations: [],
});
await database.pool.query(
  'create table if not exists pairs (round int, n int, half int, primary key (round, n, half))',
);
let last = 0;
const write = async (): Promise<never> => {
  for (;;) {
    last += 1;
    const n = last;
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('insert into pairs values ($1, $2, 1)', [Number(round), n]);
    await client.query('insert into pairs values ($1, $2, 2)', [Number(round), n]);
    await client.query('commit');
    client.release();
    process.stdout.write(`${n}\n`);
  }
};
await Promise.all(Array.from({ length: writers }, write));
