import { join } from 'node:path';
import pg from 'pg';
import type { Product } from './product.ts';

/**
 * Writes into the running product's own database what would take hours of calls, or what no call of the API
 * makes yet. The embedded database listens on a socket file beside its data.
 */
export async function seed(product: Product, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    host: join(product.dataDir, 'socket'),
    port: 5432,
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
