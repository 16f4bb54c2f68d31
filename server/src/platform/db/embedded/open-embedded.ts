import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import type { Log } from '../../log/log.ts';
import { type DirectoryLock, lockDirectory } from './directory-lock.ts';
import { startEngineThread } from './engine-thread.ts';
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
  /** How long one statement may run before the engine counts as dead. Default 5 minutes. */
  stuckAfterMs?: number;
  /** Called when the engine dies by itself. The default ends the process: whoever runs it starts it again. */
  onDeath?: () => void;
};

/** Exit code after the engine's death: EX_SOFTWARE of sysexits.h. */
const engineDeathExitCode = 70;
/** Long enough for any migration; the engine has no statement time-out of its own. */
const defaultStuckAfterMs = 5 * 60_000;
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

  const cleanUp = async (): Promise<void> => {
    if (socket.directory !== undefined) await rm(socket.directory, { recursive: true, force: true });
    await lock.release();
  };
  const thread = await startEngineThread({
    dataDir: directory,
    isDurable,
    address: socket.address,
    idleInTransactionMs,
    log,
    onDeath: options.onDeath ?? (() => process.exit(engineDeathExitCode)),
    stuckAfterMs: options.stuckAfterMs ?? defaultStuckAfterMs,
  }).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  let closed: Promise<void> | undefined;
  return {
    connection: { ...socket.connection, ...(thread.port > 0 ? { port: thread.port } : {}) },
    close: () => {
      closed ??= thread.stop().then(cleanUp);
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
