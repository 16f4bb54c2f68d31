import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Config } from '../../config.ts';
import type { Log } from '../log/log.ts';
import type { Database } from './database.ts';
import { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';
import { NotificationListener } from './notification-listener.ts';
import { waitForPostgres } from './wait-for-postgres.ts';

/** Tables of the platform itself; `openDatabase` always runs them. */
export const platformMigrations = new URL('./migrations/', import.meta.url);

export type OpenDatabaseOptions = {
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'roles'>;
  log: Log;
  /** Folders of `YYYYMMDDTHHMM_name.sql` files, one per feature. */
  migrations: readonly URL[];
  /** Settings of the embedded database, for tests. */
  embedded?: Omit<EmbeddedOptions, 'dataDir' | 'log'>;
};

/**
 * Opens the database of the product and brings its tables up to date: PostgreSQL where DATABASE_URL is
 * set, the embedded one in DATA_DIR else. Rejects with a sentence for the operator when it cannot.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { config, log } = options;
  if (config.databaseUrl !== undefined) {
    const connection = { connectionString: config.databaseUrl };
    await waitForPostgres(connection, { log });
    return connect({ ...options, kind: 'postgres', connection, closeEngine: async () => undefined });
  }
  const embedded = await openEmbedded({ ...options.embedded, dataDir: config.dataDir, log });
  return connect({
    ...options,
    kind: 'embedded',
    connection: embedded.connection,
    closeEngine: embedded.close,
  });
}

/** Connections a role needs at its busiest; a process opens them only as they are used. */
const connectionsByRole = { api: 8, calls: 6, dialer: 3, jobs: 5 };
/** As the embedded database does: who waits inside a transaction keeps rows, or the engine, from all. */
const idleInTransactionMs = 10_000;
const readinessMaxMs = 1_000;

async function connect(
  options: OpenDatabaseOptions & {
    kind: Database['kind'];
    connection: pg.ClientConfig;
    closeEngine: () => Promise<void>;
  },
): Promise<Database> {
  const { kind, connection, closeEngine, config, log } = options;
  const pool = new pg.Pool({
    ...connection,
    application_name: 'parley',
    max: [...config.roles].reduce((sum, role) => sum + connectionsByRole[role], 0),
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
  });
  // A lost idle connection is replaced at its next use. A connection in use rejects its query too.
  pool.on('error', (error) => log.warn('An idle database connection was lost.', { error }));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn('A database connection was lost.', { error }));
  });
  const listener = new NotificationListener(connection, log);
  const queries = drizzle(pool);

  let closed: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await listener.close();
    await pool.end();
    await closeEngine();
  };
  const database: Database = {
    kind,
    queries,
    pool,
    transaction: (work) => queries.transaction(work),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    onListenGap: (onGap) => listener.onGap(onGap),
    isReady: () => answersInTime(pool),
    close: () => {
      closed ??= close();
      return closed;
    },
  };
  try {
    await migrate(pool, { folders: [platformMigrations, ...options.migrations], log });
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

async function answersInTime(pool: pg.Pool): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), readinessMaxMs);
  });
  const answered = pool.query('select 1').then(
    () => true,
    () => false,
  );
  const isReady = await Promise.race([answered, tooLate]);
  clearTimeout(timer);
  return isReady;
}
