import { and, asc, count, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Queries } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/db/new-id.ts';
import {
  type NumberOrderRow,
  type NumberRow,
  numberOrders,
  phoneNumbers,
  removedNumbers,
} from '../tables.ts';

export type NewOrder = Pick<
  NumberOrderRow,
  'workspaceId' | 'connectionId' | 'shopName' | 'kind' | 'e164' | 'createdAt'
>;

/** Stores what a carrier is about to be asked; undefined while another order for the number is not settled. */
export async function insertOrder(queries: Queries, order: NewOrder): Promise<NumberOrderRow | undefined> {
  const [row] = await queries
    .insert(numberOrders)
    .values({ id: newId('numberOrder'), ...order })
    .onConflictDoNothing()
    .returning();
  return row;
}

/** An order that is not settled, held for the rest of the transaction; undefined when somebody was quicker. */
export async function lockAskedOrder(queries: Queries, orderId: string): Promise<NumberOrderRow | undefined> {
  const [row] = await queries
    .select()
    .from(numberOrders)
    .where(and(eq(numberOrders.id, orderId), eq(numberOrders.state, 'asked')))
    .for('update');
  return row;
}

/** Settles an order. False when it was settled before. */
export async function settleOrder(
  queries: Queries,
  orderId: string,
  end: { state: 'done' } | { state: 'refused'; reason: string },
): Promise<boolean> {
  const rows = await queries
    .update(numberOrders)
    .set({ ...end, settledAt: sql`now()` })
    .where(and(eq(numberOrders.id, orderId), eq(numberOrders.state, 'asked')))
    .returning({ id: numberOrders.id });
  return rows.length > 0;
}

/** What the workspace ordered and is not settled, oldest first. */
export async function listAskedOrders(queries: Queries, workspaceId: string): Promise<NumberOrderRow[]> {
  return await queries
    .select()
    .from(numberOrders)
    .where(and(eq(numberOrders.workspaceId, workspaceId), eq(numberOrders.state, 'asked')))
    .orderBy(asc(numberOrders.createdAt))
    .limit(100);
}

export async function countAskedBuys(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ orders: count() })
    .from(numberOrders)
    .where(
      and(
        eq(numberOrders.workspaceId, workspaceId),
        eq(numberOrders.state, 'asked'),
        eq(numberOrders.kind, 'buy'),
      ),
    );
  return row?.orders ?? 0;
}

/** Orders of all workspaces that were made before the moment and are not settled, oldest first. */
export async function listOverdueOrders(
  queries: Queries,
  before: Date,
  limit: number,
): Promise<NumberOrderRow[]> {
  return await queries
    .select()
    .from(numberOrders)
    .where(and(eq(numberOrders.state, 'asked'), lt(numberOrders.createdAt, before)))
    .orderBy(asc(numberOrders.createdAt))
    .limit(limit);
}

/** Lets one transaction at a time order numbers for a workspace, so that its limit holds. */
export async function lockWorkspace(queries: Queries, workspaceId: string): Promise<void> {
  await queries.execute(sql`select 1 from workspaces where id = ${workspaceId} for no key update`);
}

/**
 * Puts a bought number into the workspace that ordered it. It may have come by itself in the meantime, as a number its
 * carrier lists: here, or in another workspace with the same account, which hands it over while nobody there uses it.
 * Undefined when somebody else has it.
 */
export async function saveBoughtNumber(
  queries: Queries,
  { workspaceId, connectionId, e164, createdAt }: NumberOrderRow,
): Promise<NumberRow | undefined> {
  const has = { workspaceId, connectionId, boughtAt: createdAt };
  const isUnused = sql`${phoneNumbers.inboundAgentId} is null and ${phoneNumbers.outboundAgentId} is null`;
  const cameSince = sql`${phoneNumbers.createdAt} >= ${createdAt.toISOString()}`;
  await queries
    .delete(removedNumbers)
    .where(
      and(
        eq(removedNumbers.workspaceId, workspaceId),
        eq(removedNumbers.connectionId, connectionId),
        eq(removedNumbers.e164, e164),
      ),
    );
  const [row] = await queries
    .insert(phoneNumbers)
    .values({ id: newId('number'), name: 'Primary Line', e164, ...has })
    .onConflictDoUpdate({
      target: phoneNumbers.e164,
      set: { ...has, updatedAt: sql`now()` },
      setWhere: sql`${phoneNumbers.workspaceId} = ${workspaceId} or (${phoneNumbers.boughtAt} is null and ${isUnused} and ${cameSince})`,
    })
    .returning();
  return row;
}

/** Numbers that come back with their account, and were bought here, can be given back from here again. */
export async function recallPurchases(queries: Queries, numberIds: readonly string[]): Promise<void> {
  if (numberIds.length === 0) return;
  const isAmong = inArray(phoneNumbers.id, [...numberIds]);
  await queries.execute(sql`
    update phone_numbers set bought_at = last.created_at
    from (
      select distinct on (workspace_id, e164) workspace_id, e164, kind, created_at from number_orders
      where state = 'done' and e164 in (select e164 from phone_numbers where ${isAmong})
      order by workspace_id, e164, created_at desc, id desc
    ) last
    where ${isAmong} and last.kind = 'buy'
      and last.workspace_id = phone_numbers.workspace_id and last.e164 = phone_numbers.e164`);
}
