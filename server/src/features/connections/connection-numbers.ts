import { and, eq, inArray, notInArray } from 'drizzle-orm';
import type { Queries, Transaction } from '../../platform/db/database.ts';
import { connectionNumbers, connections } from './tables.ts';

/** Numbers of one connection that are kept. */
const numberLimit = 10_000;

/** Rows of one insert: PostgreSQL takes 65,535 parameters in a statement. */
const batchSize = 1_000;

/**
 * Keeps the numbers (E.164) that a network names for a connection, in place of those before. True when they are others
 * than before; a connection that was removed meanwhile keeps none.
 */
export async function saveConnectionNumbers(
  tx: Transaction,
  connectionId: string,
  numbers: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(numbers)].slice(0, numberLimit);
  if (!connectionId.startsWith('environment:')) {
    const rows = await tx
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.id, connectionId))
      .for('share');
    if (rows.length === 0) return false;
  }
  const gone = await tx
    .delete(connectionNumbers)
    .where(
      and(
        eq(connectionNumbers.connectionId, connectionId),
        wanted.length > 0 ? notInArray(connectionNumbers.e164, wanted) : undefined,
      ),
    )
    .returning({ e164: connectionNumbers.e164 });
  let added = 0;
  for (let at = 0; at < wanted.length; at += batchSize) {
    const rows = await tx
      .insert(connectionNumbers)
      .values(wanted.slice(at, at + batchSize).map((e164) => ({ connectionId, e164 })))
      .onConflictDoNothing()
      .returning({ e164: connectionNumbers.e164 });
    added += rows.length;
  }
  return gone.length + added > 0;
}

/** The numbers (E.164) kept of these connections, by connection. */
export async function listConnectionNumbers(
  queries: Queries,
  connectionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (connectionIds.length === 0) return found;
  const rows = await queries
    .select()
    .from(connectionNumbers)
    .where(inArray(connectionNumbers.connectionId, [...connectionIds]))
    .orderBy(connectionNumbers.e164);
  for (const { connectionId, e164 } of rows)
    found.set(connectionId, [...(found.get(connectionId) ?? []), e164]);
  return found;
}

export async function deleteConnectionNumbers(queries: Queries, connectionId: string): Promise<void> {
  await queries.delete(connectionNumbers).where(eq(connectionNumbers.connectionId, connectionId));
}
