import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';

/**
 * Whether the ring of a network is ours to answer: of several processes that are rung with one call, only the first.
 * When it could not take the call after all, and has written that down, the next may; a call that was answered, or that
 * the caller gave up, is nobody else's. In the transaction that stores the
 * call; others wait for its end.
 */
export async function claimRing(queries: Queries, claim: { ring: string; callId: string }): Promise<boolean> {
  // Nobody rings for an hour.
  await queries.execute(sql`delete from claimed_rings where claimed_at < now() - interval '1 hour'`);
  const claimed = await queries.execute(sql`
    insert into claimed_rings (ring, call_id) values (${claim.ring}, ${claim.callId})
    on conflict (ring) do update set call_id = excluded.call_id
      where exists (
        select from calls c
        where c.id = claimed_rings.call_id and c.answered_at is null and c.end_reason = 'internal_error'
      )
    returning ring`);
  return claimed.rows.length > 0;
}
