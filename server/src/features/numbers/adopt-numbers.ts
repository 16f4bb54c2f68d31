import { e164Pattern } from '@parley/contract/phone';
import { and, asc, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { recallPurchases } from './buying/order-queries.ts';
import { phoneNumbers, removedNumbers } from './tables.ts';
import { neverRung } from './test-ring.ts';

/** A number that a trunk lists. */
export type CarrierNumber = { workspaceId: string; e164: string; connectionId: string };

/** Rows of one insert: PostgreSQL takes 65,535 parameters in a statement. */
const batchSize = 1_000;

/**
 * Takes over what the connected trunks list, all of it at once: numbers that nobody has come into the workspace of
 * their trunk, and those whose trunk is gone ring through the one of their workspace that lists them now. What belongs
 * to somebody else, was taken out by staff, or is no number of the public network (an extension such as 100) is left.
 * Returns the workspaces that were changed.
 */
export async function adoptNumbers(
  queries: Queries,
  listed: readonly CarrierNumber[],
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  // In one order: no two transactions wait crosswise.
  const found = listed
    .filter(({ e164 }) => e164Pattern.test(e164))
    .sort((one, other) => (one.e164 < other.e164 ? -1 : 1));
  if (found.length === 0) return changed;
  const removed = await listRemoved(queries, [...new Set(found.map(({ connectionId }) => connectionId))]);
  const wanted = found.filter((each) => !removed.has(keyOf(each)));
  for (let at = 0; at < wanted.length; at += batchSize) {
    const rows = await queries
      .insert(phoneNumbers)
      .values(
        wanted
          .slice(at, at + batchSize)
          .map((number) => ({ id: newId('number'), name: 'Primary Line', ...number })),
      )
      .onConflictDoNothing({ target: phoneNumbers.e164 })
      .returning({ id: phoneNumbers.id, workspaceId: phoneNumbers.workspaceId });
    for (const { workspaceId } of rows) changed.add(workspaceId);
    const ids = rows.map(({ id }) => id);
    await recallPurchases(queries, ids);
  }
  for (const workspaceId of await moveToTheirTrunks(queries, wanted)) changed.add(workspaceId);
  return changed;
}

/** Numbers whose trunk lists them no more, and another trunk of their workspace does. */
async function moveToTheirTrunks(queries: Queries, wanted: readonly CarrierNumber[]): Promise<string[]> {
  const byNumber = new Map<string, CarrierNumber[]>();
  for (const each of wanted) byNumber.set(each.e164, [...(byNumber.get(each.e164) ?? []), each]);
  const connections = [...new Set(wanted.map(({ connectionId }) => connectionId))];
  const strays = await queries
    .select()
    .from(phoneNumbers)
    .where(
      and(
        isNotNull(phoneNumbers.connectionId),
        notInArray(phoneNumbers.connectionId, connections),
        inArray(phoneNumbers.e164, [...byNumber.keys()]),
      ),
    )
    .orderBy(asc(phoneNumbers.e164));
  const moved: string[] = [];
  for (const { id, workspaceId, e164 } of strays) {
    const home = byNumber.get(e164)?.find((each) => each.workspaceId === workspaceId);
    if (home === undefined) continue;
    await queries
      .update(phoneNumbers)
      .set({ connectionId: home.connectionId, ...neverRung, updatedAt: sql`now()` })
      .where(eq(phoneNumbers.id, id));
    moved.push(workspaceId);
  }
  return moved;
}

async function listRemoved(queries: Queries, connectionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queries
    .select()
    .from(removedNumbers)
    .where(inArray(removedNumbers.connectionId, [...connectionIds]));
  return new Set(rows.map(keyOf));
}

/** Remembers that staff took the number out, so that its trunk does not bring it back. */
export async function markRemoved(queries: Queries, number: CarrierNumber): Promise<void> {
  const { workspaceId, connectionId, e164 } = number;
  await queries.insert(removedNumbers).values({ workspaceId, connectionId, e164 }).onConflictDoNothing();
}

/**
 * Takes out the numbers of a connection that is removed, but for those that others of the workspace list: they move
 * there when the connections are taken over. Returns the numbers (E.164) that went.
 */
export async function removeNumbersOf(
  queries: Queries,
  connection: { workspaceId: string; connectionId: string; listedElsewhere: readonly string[] },
): Promise<string[]> {
  const { workspaceId, connectionId, listedElsewhere } = connection;
  await queries
    .delete(removedNumbers)
    .where(and(eq(removedNumbers.workspaceId, workspaceId), eq(removedNumbers.connectionId, connectionId)));
  const gone = await queries
    .delete(phoneNumbers)
    .where(
      and(
        eq(phoneNumbers.workspaceId, workspaceId),
        eq(phoneNumbers.connectionId, connectionId),
        listedElsewhere.length > 0 ? notInArray(phoneNumbers.e164, [...listedElsewhere]) : undefined,
      ),
    )
    .returning({ e164: phoneNumbers.e164 });
  return gone.map(({ e164 }) => e164).sort();
}

function keyOf({ workspaceId, connectionId, e164 }: CarrierNumber): string {
  return `${workspaceId} ${connectionId} ${e164}`;
}
