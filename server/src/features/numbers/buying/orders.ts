import { AppError } from '@parley/contract/errors';
import { numberLimit } from '@parley/contract/number-rules';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { AuditFeature, AuditSource } from '../../audit/index.ts';
import { markRemoved } from '../adopt-numbers.ts';
import { countNumbers, deleteNumber, findNumberByE164, listNumbersById } from '../queries.ts';
import type { NumberOrderRow, NumberRow } from '../tables.ts';
import { getShop, isCertain, type ShopNeeds, toShopError } from './find-shop.ts';
import {
  countAskedBuys,
  insertOrder,
  lockWorkspace,
  saveBoughtNumber,
  settleOrder,
} from './order-queries.ts';

export type OrderNeeds = ShopNeeds & { audit: AuditFeature; nowMs(): number };
export type OrderPlatform = Pick<Platform, 'db' | 'liveFeed' | 'log'>;

/** How long a carrier may take to sell a number or take one back while somebody waits, in ms. */
export const answerLimitMs = 25_000;

/**
 * Buys a number for a workspace. The order is stored before the carrier is asked: whatever happens to the answer or to
 * this process, `settleOrders` finds out what became of it. Throws what the route tells.
 */
export async function buyNumber(
  platform: OrderPlatform,
  needs: OrderNeeds,
  source: AuditSource,
  { connectionId, e164 }: { connectionId: string; e164: string },
): Promise<NumberRow> {
  const { db } = platform;
  const { workspaceId } = source.identity;
  const { shop, name } = await getShop(db.queries, needs, { workspaceId, connectionId });
  const order = await db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    const wanted = (await countNumbers(tx, workspaceId)) + (await countAskedBuys(tx, workspaceId));
    if (wanted >= numberLimit) throw AppError.of('numbers_at_limit', { limit: numberLimit });
    if ((await findNumberByE164(tx, e164)) !== undefined) throw AppError.of('number_taken', { number: e164 });
    return await placeOrder(tx, needs, source, { connectionId, shopName: name, kind: 'buy', e164 });
  });
  await ask(platform, order, () => shop.buy(e164, AbortSignal.timeout(answerLimitMs)));
  const bought = await db.transaction(async (tx) => {
    const row = await finishBuying(tx, platform, needs, order);
    if (row !== undefined)
      await needs.audit.record(tx, source, {
        action: 'number.bought',
        subject: { id: row.id, name: e164 },
        changes: [{ field: 'carrier', before: null, after: name }],
      });
    return row;
  });
  if (bought === undefined) throw AppError.of('number_bought_homeless', { number: e164, name });
  return bought;
}

/** Gives a bought number back to its carrier and takes it out of the workspace. Stored and settled as buying is. */
export async function giveBackNumber(
  platform: OrderPlatform,
  needs: OrderNeeds,
  source: AuditSource,
  numberId: string,
): Promise<void> {
  const { db } = platform;
  const { workspaceId } = source.identity;
  const [number] = await listNumbersById(db.queries, workspaceId, [numberId]);
  if (number === undefined) throw AppError.of('number_not_found', { id: numberId });
  const { e164, connectionId, boughtAt } = number;
  if (boughtAt === null || connectionId === null) throw AppError.of('number_not_bought', { number: e164 });
  const { shop, name } = await getShop(db.queries, needs, { workspaceId, connectionId });
  const order = await db.transaction((tx) =>
    placeOrder(tx, needs, source, { connectionId, shopName: name, kind: 'give_back', e164 }),
  );
  await ask(platform, order, () => shop.release(e164, AbortSignal.timeout(answerLimitMs)));
  await db.transaction(async (tx) => {
    await finishGivingBack(tx, platform, needs, order);
    await needs.audit.record(tx, source, {
      action: 'number.given-back',
      subject: { id: numberId, name: e164 },
    });
  });
}

async function placeOrder(
  tx: Transaction,
  { audit, nowMs }: OrderNeeds,
  source: AuditSource,
  wanted: Pick<NumberOrderRow, 'connectionId' | 'shopName' | 'kind' | 'e164'>,
): Promise<NumberOrderRow> {
  const { workspaceId } = source.identity;
  const order = await insertOrder(tx, { workspaceId, ...wanted, createdAt: new Date(nowMs()) });
  if (order === undefined) throw AppError.of('number_already_ordered', { number: wanted.e164 });
  await audit.record(tx, source, {
    action: wanted.kind === 'buy' ? 'number.ordered' : 'number.give-back-ordered',
    subject: { id: order.id, name: wanted.e164 },
    changes: [{ field: 'carrier', before: null, after: wanted.shopName }],
  });
  return order;
}

/** Asks the carrier, and closes the order where it certainly did nothing. */
async function ask(
  { db, liveFeed, log }: OrderPlatform,
  order: NumberOrderRow,
  request: () => Promise<unknown>,
): Promise<void> {
  const { id, workspaceId, shopName, e164, kind } = order;
  try {
    await request();
  } catch (error) {
    if (isCertain(error)) {
      const reason = (error as Error).message.slice(0, 500);
      await settleOrder(db.queries, id, { state: 'refused', reason });
    } else {
      log.warn('A carrier did not answer an order for a number: it is asked again.', { orderId: id, kind });
      await liveFeed.publish(db.queries, workspaceId, { type: 'numbers.changed' });
    }
    throw toShopError(error, shopName, e164);
  }
}

/**
 * The carrier has sold the number: puts it into the workspace. Undefined when another workspace has it, or the connection
 * was removed meanwhile: it would ring nobody.
 */
export async function finishBuying(
  tx: Transaction,
  { liveFeed }: OrderPlatform,
  { connections }: OrderNeeds,
  order: NumberOrderRow,
): Promise<NumberRow | undefined> {
  await settleOrder(tx, order.id, { state: 'done' });
  const isConnected = await connections.holdConnection(tx, order.workspaceId, order.connectionId);
  const row = isConnected ? await saveBoughtNumber(tx, order) : undefined;
  await liveFeed.publish(tx, order.workspaceId, { type: 'numbers.changed' });
  // Its carrier makes it ring here when it looks at its numbers.
  await connections.tellProcesses(tx);
  return row;
}

/** The carrier has taken the number back: takes it out of the workspace, where it still is. */
export async function finishGivingBack(
  tx: Transaction,
  { liveFeed }: OrderPlatform,
  { connections }: OrderNeeds,
  { id, workspaceId, connectionId, e164 }: NumberOrderRow,
): Promise<void> {
  await settleOrder(tx, id, { state: 'done' });
  const row = await findNumberByE164(tx, e164);
  if (row?.workspaceId === workspaceId) {
    // What the carrier told of its numbers a moment ago must not bring it back.
    await markRemoved(tx, { workspaceId, connectionId, e164 });
    await deleteNumber(tx, row.id);
  }
  await liveFeed.publish(tx, workspaceId, { type: 'numbers.changed' });
  await connections.tellProcesses(tx);
}
