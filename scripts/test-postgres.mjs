// @ts-check
/**
 * A throw-away PostgreSQL for the tests: Debian's programs, a directory in /tmp, a random loopback port,
 * nothing synced to the disk. `node scripts/test-postgres.mjs` prints its URL and runs until it is
 * interrupted; the test command calls `startTestPostgres`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Where Debian keeps each major version's programs. */
const debianFolder = '/usr/lib/postgresql';
const startMaxMs = 30_000;
const stopMaxMs = 15_000;

/**
 * Starts a server of its own. As root it runs as the user postgres, since PostgreSQL refuses root.
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | { missing: string }>}
 */
export async function startTestPostgres() {
  const programs = findPrograms();
  if (programs === undefined) return { missing: 'PostgreSQL is not installed' };
  const user = process.getuid?.() === 0 ? findUser('postgres') : undefined;
  if (process.getuid?.() === 0 && user === undefined)
    return { missing: 'there is no user postgres to run it as' };

  const folder = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const identity = user === undefined ? {} : { uid: user.uid, gid: user.gid };
  const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: folder };
  const data = join(folder, 'data');
  const log = join(folder, 'server.log');

  const made = spawnSync(
    join(programs, 'initdb'),
    ['--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--no-sync'],
    { ...identity, cwd: folder, env: environment, encoding: 'utf8' },
  );
  if (made.status !== 0) {
    await removeFolder();
    return { missing: `initdb failed: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}` };
  }
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    shared_buffers: '64MB',
    max_connections: '300',
  };
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its log goes to a file: a pipe would fill while the test command waits for a step, and the server would stand still.
    { ...identity, cwd: folder, env: environment, stdio: ['ignore', 'ignore', openSync(log, 'w')] },
  );
  /** @type {Promise<void>} */
  const exited = new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  // A test command that is killed takes its server along.
  const onExit = () => server.kill('SIGQUIT');
  process.once('exit', onExit);

  const stop = async () => {
    process.removeListener('exit', onExit);
    // Fast shutdown: open connections are ended (pg_ctl's default).
    server.kill('SIGINT');
    const isGone = await Promise.race([exited.then(() => true), sleep(stopMaxMs, false, { ref: false })]);
    if (!isGone) {
      server.kill('SIGQUIT');
      await exited;
    }
    await removeFolder();
  };
  if (!(await isAccepting(server, data))) {
    const lastWords = readFileSync(log, 'utf8').trim().split('\n').at(-1);
    await stop();
    return { missing: `the server did not start: ${lastWords}` };
  }
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop };
}

/** The newest installed version's programs, or those on PATH. */
function findPrograms() {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(debianFolder, version, 'bin'))
    .concat((process.env['PATH'] ?? '').split(':'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** @param {string} name */
function findUser(name) {
  const ask = (/** @type {string} */ option) => spawnSync('id', [option, name], { encoding: 'utf8' });
  const [uid, gid] = [ask('-u'), ask('-g')];
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/**
 * The server writes `ready` into the eighth line of its pid file (PostgreSQL's pidfile.h).
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} data
 */
async function isAccepting(server, data) {
  const deadline = performance.now() + startMaxMs;
  while (performance.now() < deadline && server.exitCode === null && server.pid !== undefined) {
    const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
    if (lines[7]?.trim() === 'ready') return true;
    await sleep(50);
  }
  return false;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = await startTestPostgres();
  if ('missing' in started) {
    console.error(`No PostgreSQL for the tests: ${started.missing}.`);
    process.exitCode = 1;
  } else {
    console.log(`TEST_DATABASE_URL=${started.url}`);
    const keepAlive = setInterval(() => undefined, 60_000);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
      process.once(signal, async () => {
        clearInterval(keepAlive);
        await started.stop();
      });
    }
  }
}
