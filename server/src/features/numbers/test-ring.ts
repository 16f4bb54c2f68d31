import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type NumberRow, phoneNumbers } from './tables.ts';

/** A number that no test ring came in for yet, and none is waited for. */
export const neverRung = { ringAwaitedUntil: null, verifiedAt: null, verifiedFrom: null };

/** Waits for a test ring of the number; an earlier one counts no more. The window is `ringWaitMs` of the contract. */
export async function awaitRing(
  queries: Queries,
  numberId: string,
  waitMs: number,
): Promise<NumberRow | undefined> {
  const [row] = await queries
    .update(phoneNumbers)
    .set({ ...neverRung, ringAwaitedUntil: sql`now() + make_interval(secs => ${waitMs / 1000})` })
    .where(eq(phoneNumbers.id, numberId))
    .returning();
  return row;
}

/** A call came in to the number through its trunk. True when that was the ring it waited for: it is verified now. */
export async function saveRing(queries: Queries, numberId: string, fromNumber: string): Promise<boolean> {
  const rows = await queries
    .update(phoneNumbers)
    .set({ ringAwaitedUntil: null, verifiedAt: sql`now()`, verifiedFrom: fromNumber.slice(0, 100) })
    .where(and(eq(phoneNumbers.id, numberId), gt(phoneNumbers.ringAwaitedUntil, sql`now()`)))
    .returning({ id: phoneNumbers.id });
  return rows.length > 0;
}
