import { and, asc, count, desc, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { type AttemptRow, attempts, type DeliveryRow, deliveries, webhooks } from './tables.ts';

/** Deliveries of one webhook that are being sent now, wherever. */
export async function countLeased(queries: Queries, webhookId: string, now: Date): Promise<number> {
  const [row] = await queries
    .select({ leased: count() })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, webhookId),
        eq(deliveries.state, 'waiting'),
        gt(deliveries.leaseUntil, now),
      ),
    );
  return row?.leased ?? 0;
}

/** Takes the delivery that has been due longest. Hold the webhook while you do. */
export async function claimDue(
  queries: Queries,
  webhookId: string,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<DeliveryRow | undefined> {
  const due = queries
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, webhookId),
        eq(deliveries.state, 'waiting'),
        lte(deliveries.nextAttemptAt, now),
        or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now)),
      ),
    )
    .orderBy(asc(deliveries.nextAttemptAt), asc(deliveries.id))
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await queries
    .update(deliveries)
    .set({ leaseUntil })
    .where(inArray(deliveries.id, due))
    .returning();
  return row;
}

export async function insertDelivery(
  queries: Queries,
  delivery: Pick<
    DeliveryRow,
    'id' | 'workspaceId' | 'webhookId' | 'eventId' | 'eventType' | 'body' | 'createdAt'
  >,
): Promise<DeliveryRow> {
  const [row] = await queries
    .insert(deliveries)
    .values({ ...delivery, state: 'waiting', nextAttemptAt: delivery.createdAt })
    .returning();
  if (row === undefined) throw new Error('The delivery was not stored.');
  return row;
}

export async function saveDelivery(
  queries: Queries,
  { id, workspaceId }: Pick<DeliveryRow, 'id' | 'workspaceId'>,
  changes: Partial<Omit<DeliveryRow, 'id' | 'workspaceId' | 'webhookId'>>,
): Promise<DeliveryRow | undefined> {
  const [row] = await queries
    .update(deliveries)
    .set(changes)
    .where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, id)))
    .returning();
  return row;
}

export async function insertAttempt(queries: Queries, attempt: AttemptRow): Promise<void> {
  await queries.insert(attempts).values(attempt);
}

export async function findDelivery(
  queries: Queries,
  workspaceId: string,
  deliveryId: string,
): Promise<DeliveryRow | undefined> {
  const [row] = await queries
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.workspaceId, workspaceId), eq(deliveries.id, deliveryId)));
  return row;
}

/** The last fifty tries of a delivery, newest first. */
export async function listAttempts(
  queries: Queries,
  { id, workspaceId }: Pick<DeliveryRow, 'id' | 'workspaceId'>,
): Promise<AttemptRow[]> {
  return await queries
    .select()
    .from(attempts)
    .where(and(eq(attempts.workspaceId, workspaceId), eq(attempts.deliveryId, id)))
    .orderBy(desc(attempts.number))
    .limit(50);
}

/** Deliveries of a webhook, newest first. */
export async function listDeliveries(
  queries: Queries,
  filter: {
    workspaceId: string;
    webhookId: string;
    state?: DeliveryRow['state'] | undefined;
    event?: string | undefined;
    before?: string | undefined;
    limit: number;
  },
): Promise<DeliveryRow[]> {
  const { workspaceId, webhookId, state, event, before, limit } = filter;
  return await queries
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.workspaceId, workspaceId),
        eq(deliveries.webhookId, webhookId),
        state && eq(deliveries.state, state),
        event === undefined ? undefined : eq(deliveries.eventType, event),
        before === undefined ? undefined : lt(deliveries.id, before),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit);
}

/** Makes failed deliveries since a moment wait again, oldest first. Returns how many. */
export async function replayFailed(
  queries: Queries,
  given: { workspaceId: string; webhookId: string; since: Date; now: Date; limit: number },
): Promise<number> {
  const { workspaceId, webhookId, since, now, limit } = given;
  const chosen = queries
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.workspaceId, workspaceId),
        eq(deliveries.webhookId, webhookId),
        eq(deliveries.state, 'failed'),
        gte(deliveries.createdAt, since),
      ),
    )
    .orderBy(asc(deliveries.id))
    .limit(limit);
  const rows = await queries
    .update(deliveries)
    .set({ state: 'waiting', nextAttemptAt: now, roundAttempts: 0, leaseUntil: null })
    .where(inArray(deliveries.id, chosen))
    .returning({ id: deliveries.id });
  return rows.length;
}

/** What waits for a webhook that is switched off has failed: it can be replayed, and does not come as a flood later. */
export async function failWaiting(queries: Queries, webhookId: string, failure: string): Promise<void> {
  await queries
    .update(deliveries)
    .set({ state: 'failed', lastFailure: failure, nextAttemptAt: null, leaseUntil: null })
    .where(and(eq(deliveries.webhookId, webhookId), eq(deliveries.state, 'waiting')));
}

/** Webhooks, of all workspaces, with something due that nobody sends. */
export async function listWithDue(queries: Queries, now: Date, limit: number): Promise<string[]> {
  const rows = await queries
    .selectDistinct({ id: deliveries.webhookId })
    .from(deliveries)
    .innerJoin(webhooks, and(eq(webhooks.id, deliveries.webhookId), eq(webhooks.isEnabled, true)))
    .where(
      and(
        eq(deliveries.state, 'waiting'),
        lte(deliveries.nextAttemptAt, now),
        or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, now)),
      ),
    )
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Deletes up to `limit` deliveries from before the moment. Returns how many. */
export async function deleteDeliveriesBefore(queries: Queries, before: Date, limit: number): Promise<number> {
  const { rowCount } = await queries.execute(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where created_at < ${before.toISOString()}::timestamptz limit ${limit})`);
  return rowCount ?? 0;
}
