import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { roleNames } from '../../config.ts';
import { silentLog } from '../log/open-log.ts';
import { lockDirectory } from './embedded/directory-lock.ts';
import { engineMajorVersion } from './embedded/open-engine.ts';
import { readMigrations } from './migrate.ts';
import { newSortableKey } from './new-id.ts';
import { openDatabase, platformMigrations } from './open-database.ts';

/** Where a database of a test lives, and what takes it away again. */
export type TestSource = { databaseUrl: string | undefined; dataDir: string; remove(): Promise<void> };

/** A template that no test has used for this long is from a version nobody tests any more. */
const templateMaxAgeMs = 24 * 3600_000;
const namePrefix = `parley-test-template-${process.getuid?.() ?? 'user'}-`;

/**
 * A data directory with an embedded database, copied from a template that is made once: making one takes 3 s
 * and migrating it 2 s, copying it 0.3 s. Without `migrations` it holds no table, else theirs and the platform's.
 */
export async function makeDirectory(migrations?: readonly URL[]): Promise<TestSource> {
  kept.engine ??= await compileEngine();
  const template = migrations === undefined ? await findEmpty() : await findMigrated(migrations);
  const source = await makeSource(undefined);
  await cp(template, engineFolderOf(source), { recursive: true });
  return source;
}

/**
 * The engine's code, held for as long as this process tests: threads that load the same bytes find it compiled (V8 looks
 * for them in the process), which halves what opening a database costs.
 */
const kept: { engine?: object } = {};

async function compileEngine(): Promise<object> {
  const url = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> };
  };
  return await WebAssembly.compile(await readFile(url));
}

/** A database of its own on the PostgreSQL of the tests, holding the tables of `migrations` and the platform's. */
export async function makePostgres(migrations: readonly URL[]): Promise<TestSource> {
  const server = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  const template = await findPostgresTemplate(server, migrations);
  const name = `parley_test_${newSortableKey().toLowerCase()}_${process.pid}`;
  await runOnServer(server, (client) => client.query(`create database ${name} template ${template}`));
  const source = await makeSource(databaseOn(server, name));
  return {
    ...source,
    remove: async () => {
      await runOnServer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
      await source.remove();
    },
  };
}

/** An engine that has never been written to, by the code that makes it. */
async function findEmpty(): Promise<string> {
  const engine = await readFile(new URL('./embedded/open-engine.ts', import.meta.url), 'utf8');
  const library = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  const version = hashOf([engine, await readFile(library, 'utf8')]);
  return findTemplate(version, async () => {
    const source = await makeSource(undefined);
    const made = await openForTests(source, []);
    await made.pool.query('drop table migrations, live_events, outbox_mails');
    await made.close();
    return source;
  });
}

async function findMigrated(migrations: readonly URL[]): Promise<string> {
  const empty = await findEmpty();
  return findTemplate(hashOf([basename(empty), await versionOf(migrations)]), async () => {
    const source = await makeSource(undefined);
    await cp(empty, engineFolderOf(source), { recursive: true });
    await (await openForTests(source, migrations)).close();
    return source;
  });
}

/** The template of a version. Test files start together: one makes it, the others wait for it. */
async function findTemplate(version: string, make: () => Promise<TestSource>): Promise<string> {
  const template = join(tmpdir(), `${namePrefix}${version}`);
  for (;;) {
    if (existsSync(template)) break;
    const lock = await lockDirectory(`${template}.lock`, template).catch(() => undefined);
    if (lock === undefined) {
      await sleep(50);
      continue;
    }
    try {
      if (existsSync(template)) break;
      await removeOldTemplates();
      const made = await make();
      await rename(engineFolderOf(made), template);
      await made.remove();
    } finally {
      await lock.release();
    }
  }
  const now = new Date();
  await utimes(template, now, now);
  return template;
}

async function removeOldTemplates(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(namePrefix) || name.includes('.')) continue;
    const path = join(tmpdir(), name);
    const usedAtMs = (await stat(path).catch(() => undefined))?.mtimeMs ?? Date.now();
    if (Date.now() - usedAtMs > templateMaxAgeMs) await rm(path, { recursive: true, force: true });
  }
}

/** Any number that no lock of the product has. */
const templateLockKey = 7_270_540;

async function findPostgresTemplate(server: URL, migrations: readonly URL[]): Promise<string> {
  const name = `parley_template_${await versionOf(migrations)}`;
  await runOnServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [templateLockKey]);
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length > 0) return;
    const making = `${name}_making`;
    await client.query(`drop database if exists ${making} with (force)`);
    await client.query(`create database ${making} template template0`);
    const source = await makeSource(databaseOn(server, making));
    await (await openForTests(source, migrations)).close();
    await source.remove();
    await client.query(`alter database ${making} rename to ${name}`);
  });
  return name;
}

async function versionOf(migrations: readonly URL[]): Promise<string> {
  const files = await readMigrations([platformMigrations, ...migrations]);
  return hashOf(files.map(({ name, sha256 }) => `${name} ${sha256}`));
}

function openForTests({ databaseUrl, dataDir }: TestSource, migrations: readonly URL[]) {
  return openDatabase({
    config: { databaseUrl, dataDir, roles: new Set(roleNames) },
    log: silentLog,
    migrations,
    embedded: { isDurable: false },
  });
}

async function makeSource(databaseUrl: string | undefined): Promise<TestSource> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
  return { databaseUrl, dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}

function engineFolderOf({ dataDir }: TestSource): string {
  return join(dataDir, `pg${engineMajorVersion}`);
}

function databaseOn(server: URL, name: string): string {
  return new URL(`/${name}${server.search}`, server).href;
}

function hashOf(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

async function runOnServer(url: URL, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
