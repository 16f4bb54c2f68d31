import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

/** The oldest PostgreSQL the product is tested on. */
const lowestVersion = 150_000;
/** A database started together with the product needs some seconds; one that is down is said at last. */
const defaultWaitMs = 30_000;
const pauseMs = 1_000;

/** What a running server says while it starts or stops (PostgreSQL documentation, appendix A, class 57). */
const isStarting = (code: string): boolean => code === '57P03' || code === '57P01';

/**
 * Waits until the server answers, and checks its version. Rejects with a sentence that names host and
 * database and never the password. A refused sign-in is not waited for.
 */
export async function waitForPostgres(
  connection: { connectionString: string },
  { log, waitMs = defaultWaitMs }: { log: Log; waitMs?: number },
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let round = 0; ; round += 1) {
    try {
      const version = await readVersion(connection);
      if (version >= lowestVersion) return;
      throw new UnsuitableDatabaseError(
        `The database ${describe(connection)} is PostgreSQL ${Math.floor(version / 10_000)}; version 15 or later is needed.`,
      );
    } catch (error) {
      if (!isWorthWaiting(error)) throw explain(connection, error);
      if (performance.now() >= deadline) throw explain(connection, error);
      if (round === 0) log.warn('The database does not answer yet; waiting for it.', { error });
      await sleep(pauseMs);
    }
  }
}

class UnsuitableDatabaseError extends Error {}

async function readVersion(connection: { connectionString: string }): Promise<number> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    return Number(rows[0]?.server_version_num ?? 0);
  } finally {
    // A connection that never came about has nothing to end.
    await client.end().catch(() => undefined);
  }
}

/** Network errors have codes such as ECONNREFUSED; the server's own have five characters. */
function isWorthWaiting(error: unknown): boolean {
  if (error instanceof UnsuitableDatabaseError) return false;
  const code = codeOf(error);
  return code === undefined || !/^[0-9A-Z]{5}$/.test(code) || isStarting(code);
}

function explain(connection: { connectionString: string }, error: unknown): Error {
  if (error instanceof UnsuitableDatabaseError) return error;
  const reason = error instanceof Error ? error.message || String(codeOf(error)) : String(error);
  return new Error(`The database ${describe(connection)} cannot be reached: ${reason}`, { cause: error });
}

function describe({ connectionString }: { connectionString: string }): string {
  const url = new URL(connectionString);
  return `${decodeURIComponent(url.pathname.slice(1)) || 'postgres'} at ${url.host || url.searchParams.get('host') || 'localhost'}`;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
