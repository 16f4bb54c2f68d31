import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';

/**
 * Whether the ring of a network is ours to answer: of several processes that are rung with one call, only the first.
 * In the transaction that stores the call; others wait for its end.
 */
export async function claimRing(queries: Queries, ring: string): Promise<boolean> {
  // Nobody rings for an hour.
  await queries.execute(sql`delete from claimed_rings where claimed_at < now() - interval '1 hour'`);
  const claimed = await queries.execute(
    sql`insert into claimed_rings (ring) values (${ring}) on conflict do nothing returning ring`,
  );
  return claimed.rows.length > 0;
}
