import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ClientConfig } from 'pg';
import type { Log } from '../../log/log.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import type { EngineWorkerData, EngineWorkerReport } from './engine-worker.ts';
import { engineMajorVersion } from './open-engine.ts';
import type { WireAddress } from './wire-server.ts';

/** The embedded database, running in a thread of its own. */
export interface EmbeddedDatabase {
  /** How the `pg` driver reaches it. */
  readonly connection: ClientConfig;
  /** Idempotent. */
  close(): Promise<void>;
}

export type EmbeddedOptions = {
  dataDir: string;
  log: Log;
  /** False only in tests: commits are then not synced to the disk. */
  isDurable?: boolean;
  /** Longest pause inside a transaction. Default 10 s. */
  idleInTransactionMs?: number;
  /** `loopback` instead of a socket file; the default on Windows. */
  transport?: 'socket-file' | 'loopback';
  /** Called when the engine dies by itself. The default ends the process: whoever runs it starts it again. */
  onDeath?: () => void;
};

/** Exit code after the engine's death: EX_SOFTWARE of sysexits.h. */
const engineDeathExitCode = 70;
/** A close takes one checkpoint; a thread that takes longer is stopped, which loses nothing. */
const closeMaxMs = 20_000;
/** A socket file's path has at most 107 bytes (unix(7)); the driver adds `/.s.PGSQL.5432`. */
const socketDirMaxBytes = 90;

/**
 * Opens the embedded database in `dataDir`, named by PostgreSQL's major version because another one cannot
 * read it. Rejects when a living process holds the directory.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, isDurable = true, idleInTransactionMs = 10_000 } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const directory = join(dataDir, `pg${engineMajorVersion}`);
  const lock = await lockDirectory(`${directory}.lock`, directory);
  const socket = await chooseAddress(dataDir, options.transport).catch((error: unknown) =>
    releaseAndThrow(lock, error),
  );

  const worker = new Worker(new URL('./engine-worker.ts', import.meta.url), {
    name: 'embedded database',
    execArgv: [],
    workerData: {
      dataDir: directory,
      isDurable,
      address: socket.address,
      idleInTransactionMs,
    } satisfies EngineWorkerData,
  });
  let isClosing = false;
  const cleanUp = async (): Promise<void> => {
    if (socket.directory !== undefined) await rm(socket.directory, { recursive: true, force: true });
    await lock.release();
  };
  let failure: unknown;
  worker.on('error', (error) => {
    failure = error;
  });
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const firstReport = new Promise<EngineWorkerReport>((resolve) => worker.once('message', resolve));
  const opened = await Promise.race([firstReport, exited]);
  if (opened?.type !== 'ready') {
    await worker.terminate();
    await cleanUp();
    throw new Error(`The embedded database in ${directory} did not start.`, { cause: failure });
  }
  worker.once('exit', (code) => {
    if (isClosing) return;
    log.error('The embedded database died; the process ends so that it can be started again.', {
      code,
      error: failure,
    });
    if (options.onDeath !== undefined) options.onDeath();
    else process.exit(engineDeathExitCode);
  });

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    isClosing = true;
    worker.postMessage('close');
    const deadline = setTimeout(() => worker.terminate(), closeMaxMs);
    await exited;
    clearTimeout(deadline);
    await cleanUp();
  };
  return {
    connection: { ...socket.connection, ...(opened.port > 0 ? { port: opened.port } : {}) },
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}

type Socket = { address: WireAddress; connection: ClientConfig; directory: string | undefined };

async function chooseAddress(dataDir: string, transport: EmbeddedOptions['transport']): Promise<Socket> {
  const names = { user: 'postgres', database: 'postgres' };
  if ((transport ?? (process.platform === 'win32' ? 'loopback' : 'socket-file')) === 'loopback') {
    const password = randomBytes(24).toString('base64url');
    return {
      address: { password },
      connection: { ...names, host: '127.0.0.1', password },
      directory: undefined,
    };
  }
  const directory = await makeSocketDirectory(dataDir);
  return {
    address: { path: join(directory, '.s.PGSQL.5432') },
    connection: { ...names, host: directory, port: 5432 },
    directory,
  };
}

/** A directory only this user can enter, because the socket asks for no password. */
async function makeSocketDirectory(dataDir: string): Promise<string> {
  const beside = join(dataDir, 'socket');
  if (Buffer.byteLength(beside) > socketDirMaxBytes) return mkdtemp('/tmp/parley-db-');
  // What a killed process left; the lock says that no living one uses it.
  await rm(beside, { recursive: true, force: true });
  await mkdir(beside, { mode: 0o700 });
  return beside;
}

async function releaseAndThrow(lock: DirectoryLock, error: unknown): Promise<never> {
  await lock.release();
  throw error;
}
