import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/db/database.ts';
import { newId } from '../../platform/db/new-id.ts';
import { type DeliveryRow, deliveries, type WebhookRow, webhooks } from './tables.ts';

/** The webhooks of a workspace, oldest first. */
export async function listWebhooks(queries: Queries, workspaceId: string): Promise<WebhookRow[]> {
  return await queries
    .select()
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId))
    .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
    .limit(1_000);
}

/** The webhooks of a workspace that want to hear of the event now. */
export async function listListening(
  queries: Queries,
  workspaceId: string,
  eventType: string,
): Promise<{ id: string }[]> {
  return await queries
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(
      and(
        eq(webhooks.workspaceId, workspaceId),
        eq(webhooks.isEnabled, true),
        sql`${webhooks.events} @> ${JSON.stringify([eventType])}::jsonb`,
      ),
    );
}

/** The newest delivery of each webhook. */
export async function listLastDeliveries(
  queries: Queries,
  workspaceId: string,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<DeliveryRow, 'state' | 'createdAt'>>> {
  if (webhookIds.length === 0) return new Map();
  const rows = await queries
    .selectDistinctOn([deliveries.webhookId], {
      webhookId: deliveries.webhookId,
      state: deliveries.state,
      createdAt: deliveries.createdAt,
    })
    .from(deliveries)
    .where(and(eq(deliveries.workspaceId, workspaceId), inArray(deliveries.webhookId, [...webhookIds])))
    .orderBy(asc(deliveries.webhookId), desc(deliveries.id));
  return new Map(rows.map(({ webhookId, ...last }) => [webhookId, last]));
}

export async function countWebhooks(queries: Queries, workspaceId: string): Promise<number> {
  const [row] = await queries
    .select({ webhooks: count() })
    .from(webhooks)
    .where(eq(webhooks.workspaceId, workspaceId));
  return row?.webhooks ?? 0;
}

export async function findWebhook(
  queries: Queries,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const [row] = await queries
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId)));
  return row;
}

/**
 * A webhook of the workspace, held for the rest of the transaction. Events may still be stored for it meanwhile:
 * the lock is the one that foreign keys do not wait for.
 */
export async function lockWebhook(
  queries: Queries,
  workspaceId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const [row] = await queries
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, webhookId)))
    .for('no key update');
  return row;
}

/** A webhook of any workspace, held for the rest of the transaction: a job knows its id only. */
export async function lockAnyWebhook(queries: Queries, webhookId: string): Promise<WebhookRow | undefined> {
  const [row] = await queries.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('no key update');
  return row;
}

export async function insertWebhook(
  queries: Queries,
  webhook: Pick<WebhookRow, 'workspaceId' | 'url' | 'description' | 'events' | 'encryptedSecret'>,
): Promise<WebhookRow> {
  const [row] = await queries
    .insert(webhooks)
    .values({ id: newId('webhook'), ...webhook })
    .returning();
  if (row === undefined) throw new Error('The webhook was not stored.');
  return row;
}

/** Changes a webhook; `updated_at` moves only when somebody changed it. */
export async function saveWebhook(
  queries: Queries,
  { workspaceId, id }: Pick<WebhookRow, 'workspaceId' | 'id'>,
  changes: Partial<Omit<WebhookRow, 'id' | 'workspaceId' | 'createdAt'>>,
): Promise<WebhookRow> {
  const [row] = await queries
    .update(webhooks)
    .set(changes)
    .where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id)))
    .returning();
  if (row === undefined) throw new Error('The webhook is gone.');
  return row;
}

export async function deleteWebhook(queries: Queries, { id, workspaceId }: WebhookRow): Promise<void> {
  await queries.delete(webhooks).where(and(eq(webhooks.workspaceId, workspaceId), eq(webhooks.id, id)));
}
