import { eq, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import type { TryRule } from './counted-tries.ts';
import { countedTries } from './tables.ts';

/**
 * Counts one try, unless it has to wait. Returns how long it has to, in ms; 0: it was counted and may go on.
 * One statement, so that tries of several processes are counted one after another.
 */
export async function claimTry(
  queries: Queries,
  { key, rule, now }: { key: string; rule: TryRule; now: Date },
): Promise<number> {
  const { free, firstWaitMs, longestWaitMs, memoryMs } = rule;
  const at = sql`${now.toISOString()}::timestamptz`;
  const forgetAt = sql`${at} + ${memoryMs} * interval '1 millisecond'`;
  const tries = sql`case when counted_tries.forget_at <= ${at} then 1 else counted_tries.tries + 1 end`;
  const waitOf = (count: ReturnType<typeof sql>) => sql`
    case when ${count} < ${free}::int then 0
      else least(${longestWaitMs}::float8, ${firstWaitMs}::float8 * power(2::float8, least(${count} - ${free}::int, 30)))
    end * interval '1 millisecond'`;
  const { rows } = await queries.execute(sql`
    insert into counted_tries (key, tries, next_at, forget_at)
    values (${key}, 1, ${at} + ${waitOf(sql`1`)}, ${forgetAt})
    on conflict (key) do update
      set tries = ${tries}, next_at = ${at} + ${waitOf(sql`(${tries})`)}, forget_at = ${forgetAt}
      where counted_tries.next_at <= ${at} or counted_tries.forget_at <= ${at}
    returning tries`);
  if (rows.length > 0) return 0;
  const [row] = await queries.select().from(countedTries).where(eq(countedTries.key, key));
  return Math.max(1, (row?.nextAt.getTime() ?? 0) - now.getTime());
}

/** Takes a try out of the count; a wait that has begun stays. */
export async function giveTryBack(queries: Queries, key: string): Promise<void> {
  await queries
    .update(countedTries)
    .set({ tries: sql`greatest(0, ${countedTries.tries} - 1)` })
    .where(eq(countedTries.key, key));
}

export async function deleteTries(queries: Queries, key: string): Promise<void> {
  await queries.delete(countedTries).where(eq(countedTries.key, key));
}

export async function deleteForgottenTries(queries: Queries, now: Date): Promise<void> {
  await queries.delete(countedTries).where(lt(countedTries.forgetAt, now));
}
