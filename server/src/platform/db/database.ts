import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';

/** A running transaction. Inside it, use nothing but it, and never wait for the network. */
export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0];

/** What a query function takes: the database, or the transaction it shall be part of. */
export type Queries = NodePgDatabase | Transaction;

/** The one database of the product: embedded (PGlite) or PostgreSQL, the same to its users. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly queries: NodePgDatabase;
  /** The driver's connections, for libraries that bring their own SQL. Features use `queries`. */
  readonly pool: Pool;
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Hears NOTIFY payloads of a channel; survives a lost connection. Returns the function that stops it. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>;
  /**
   * Called after a lost listening connection is back: payloads sent meanwhile were missed, so read what
   * they told of. Returns the function that stops it.
   */
  onListenGap(onGap: () => void): () => void;
  /** Whether a query is answered within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}
