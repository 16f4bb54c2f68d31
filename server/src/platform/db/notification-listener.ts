import pg from 'pg';
import type { Log } from '../log/log.ts';
import { quoteName } from './embedded/inspect-sql.ts';

/** A lost connection is tried again after 0.1 s, doubling up to 5 s. */
const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A connection that vanished without a word is noticed by this question. */
const heartbeatEveryMs = 10_000;
const heartbeatMaxMs = 5_000;

/** One connection that hears the NOTIFY of every channel asked for, and comes back when it is lost. */
export class NotificationListener {
  readonly #connection: pg.ClientConfig;
  readonly #log: Log;
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  readonly #gapListeners = new Set<() => void>();
  #client: Promise<pg.Client> | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pauseMs = firstPauseMs;
  #isClosed = false;

  constructor(connection: pg.ClientConfig, log: Log) {
    this.#connection = connection;
    this.#log = log;
  }

  /** Resolves once the channel is heard. */
  async listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>> {
    if (this.#isClosed) throw new Error('The database is closed.');
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners);
    // Wrapped, so that one function can listen twice and stop once.
    const listener = (payload: string): void => onPayload(payload);
    listeners.add(listener);
    const client = await this.#open();
    await client.query(`listen ${quoteName(channel)}`);
    return async () => {
      if (!listeners.delete(listener) || listeners.size > 0 || this.#isClosed) return;
      this.#listeners.delete(channel);
      const open = await this.#client?.catch(() => undefined);
      // A connection lost just now listens to nothing any more.
      await open?.query(`unlisten ${quoteName(channel)}`).catch(() => undefined);
    };
  }

  onGap(onGap: () => void): () => void {
    const listener = (): void => onGap();
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#heartbeat);
    clearTimeout(this.#retry);
    const client = await this.#client?.catch(() => undefined);
    client?.removeAllListeners('notification');
    await client?.end().catch(() => undefined);
  }

  #open(): Promise<pg.Client> {
    this.#client ??= this.#connect().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'parley listener',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
    });
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) this.#tell(() => listener(payload ?? ''));
    });
    client.on('error', (error) => this.#onLost(client, error));
    client.on('end', () => this.#onLost(client, undefined));
    await client.connect();
    for (const channel of this.#listeners.keys()) await client.query(`listen ${quoteName(channel)}`);
    clearInterval(this.#heartbeat);
    this.#heartbeat = setInterval(() => this.#checkAlive(client), heartbeatEveryMs);
    return client;
  }

  #checkAlive(client: pg.Client): void {
    const timer = setTimeout(
      () => this.#onLost(client, new Error('No answer to the heartbeat.')),
      heartbeatMaxMs,
    );
    client.query('select 1').then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }

  #lost = new WeakSet<pg.Client>();

  #onLost(client: pg.Client, error: Error | undefined): void {
    if (this.#isClosed || this.#lost.has(client)) return;
    this.#lost.add(client);
    clearInterval(this.#heartbeat);
    client.removeAllListeners('notification');
    client.end().catch(() => undefined);
    this.#client = undefined;
    if (this.#listeners.size === 0) return;
    this.#log.warn('The listening database connection was lost; it is opened again.', { error });
    this.#scheduleReconnect();
  }

  #scheduleReconnect(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      this.#open().then(
        () => {
          this.#pauseMs = firstPauseMs;
          for (const onGap of this.#gapListeners) this.#tell(onGap);
        },
        () => {
          this.#pauseMs = Math.min(this.#pauseMs * 2, longestPauseMs);
          if (!this.#isClosed) this.#scheduleReconnect();
        },
      );
    }, this.#pauseMs);
  }

  /** A listener's mistake must not end the connection of all. */
  #tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#log.error('A listener of the database failed.', { error });
    }
  }
}
