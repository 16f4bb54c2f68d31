import type { NumberShop } from '@parley/carriers/carrier';
import { formatNumberRow } from '@parley/contract/phone';
import type { Transaction } from '../../../platform/db/database.ts';
import { describeError } from '../../../platform/http/describe-error.ts';
import type { NewNotification, NotificationsFeature } from '../../notifications/index.ts';
import type { NumberOrderRow } from '../tables.ts';
import { findShop, isCertain } from './find-shop.ts';
import { listOverdueOrders, lockAskedOrder, settleOrder } from './order-queries.ts';
import {
  answerLimitMs,
  finishBuying,
  finishGivingBack,
  type OrderNeeds,
  type OrderPlatform,
} from './orders.ts';

export type SettleNeeds = OrderNeeds & { notifications: NotificationsFeature };

/** An order is looked after once whoever placed it has certainly stopped waiting, in ms. */
export const overdueAfterMs = 60_000;
/** A number its carrier does not list by then was not bought, in ms. */
export const closedAfterMs = 5 * 60_000;
/** A carrier that could not be asked for so long leaves the order to people, in ms. */
export const givenUpAfterMs = 24 * 3_600_000;
/** Orders looked at in one run. */
const atOnce = 100;

type ListedNumbers = (order: NumberOrderRow, shop: NumberShop) => Promise<ReadonlySet<string>>;

/**
 * Finds out what became of orders nobody has heard of: the answer was lost, or the process that waited for it died.
 * A bought number comes into its workspace, one that was not bought is told of, and what is to be given back is asked
 * for again until the carrier has it. May run at any time and several times at once.
 */
export async function settleOrders(platform: OrderPlatform, needs: SettleNeeds): Promise<void> {
  const { db, log } = platform;
  const overdue = await listOverdueOrders(db.queries, new Date(needs.nowMs() - overdueAfterMs), atOnce);
  const asked = new Map<string, Promise<ReadonlySet<string>>>();
  const listNumbers: ListedNumbers = ({ connectionId }, shop) => {
    const known = asked.get(connectionId) ?? listOf(shop);
    asked.set(connectionId, known);
    return known;
  };
  for (const order of overdue) {
    try {
      await settle(platform, needs, order, listNumbers);
    } catch (error) {
      log.warn('A carrier could not be asked about an order for a number.', {
        orderId: order.id,
        ...describeError(error),
      });
      if (needs.nowMs() - order.createdAt.getTime() > givenUpAfterMs)
        await close(platform, needs, order, 'unknown', 'The carrier could not be asked for a day.');
    }
  }
}

async function settle(
  platform: OrderPlatform,
  needs: SettleNeeds,
  order: NumberOrderRow,
  listNumbers: ListedNumbers,
): Promise<void> {
  const { workspaceId, connectionId, kind, e164, createdAt } = order;
  const found = await findShop(platform.db.queries, needs, { workspaceId, connectionId });
  if (found === undefined)
    return await close(
      platform,
      needs,
      order,
      'unknown',
      'Its connection was removed before the carrier answered.',
    );
  const isRented = (await listNumbers(order, found.shop)).has(e164);
  const isBuying = kind === 'buy';
  if (isRented === isBuying) return await finish(platform, needs, order);
  if (isBuying) {
    if (needs.nowMs() - createdAt.getTime() < closedAfterMs) return;
    return await close(platform, needs, order, 'not done', 'The carrier did not sell it.');
  }
  try {
    await found.shop.release(e164, AbortSignal.timeout(answerLimitMs));
  } catch (error) {
    const isOver = isCertain(error) && (error as { failure?: string }).failure === 'refused';
    if (!isOver) throw error;
    return await close(platform, needs, order, 'not done', (error as Error).message.slice(0, 300));
  }
  await finish(platform, needs, order);
}

async function listOf(shop: NumberShop): Promise<ReadonlySet<string>> {
  const listed = await shop.list(AbortSignal.timeout(answerLimitMs));
  return new Set(listed.map(({ number }) => number));
}

async function finish(platform: OrderPlatform, needs: SettleNeeds, order: NumberOrderRow): Promise<void> {
  await platform.db.transaction(async (tx) => {
    if ((await lockAskedOrder(tx, order.id)) === undefined) return;
    if (order.kind === 'give_back') {
      await finishGivingBack(tx, platform, needs, order);
      return await tell(tx, needs, order, {
        tone: 'success',
        title: `${nameOf(order)} is given back`,
        text: `${order.shopName} has taken it back. It costs nothing any more.`,
      });
    }
    const row = await finishBuying(tx, platform, needs, order);
    await tell(tx, needs, order, {
      tone: row ? 'success' : 'warning',
      title: `${nameOf(order)} is bought`,
      text: row
        ? `The answer of ${order.shopName} came late, and the number is yours. Choose its agents under Phone Numbers.`
        : `It could not come into this workspace, for another one has it. Look at it in your account at ${order.shopName}.`,
    });
  });
}

/** Ends an order that came to nothing, or of which nobody can find out, and says so. */
async function close(
  platform: OrderPlatform,
  needs: SettleNeeds,
  order: NumberOrderRow,
  outcome: 'not done' | 'unknown',
  reason: string,
): Promise<void> {
  const { shopName, kind } = order;
  await platform.db.transaction(async (tx) => {
    if (!(await settleOrder(tx, order.id, { state: 'refused', reason }))) return;
    await platform.liveFeed.publish(tx, order.workspaceId, { type: 'numbers.changed' });
    const wasDone = kind === 'buy' ? 'bought' : 'given back';
    const isHarmless = kind === 'buy' && outcome === 'not done';
    await tell(tx, needs, order, {
      tone: isHarmless ? 'warning' : 'error',
      title:
        outcome === 'unknown'
          ? `Nobody knows whether ${nameOf(order)} was ${wasDone}`
          : `${nameOf(order)} was not ${wasDone}`,
      text: isHarmless
        ? `${reason} You can search for another one.`
        : `${reason} It may cost money: look at it in your account at ${shopName}.`,
    });
  });
}

async function tell(
  tx: Transaction,
  { notifications }: SettleNeeds,
  { workspaceId }: NumberOrderRow,
  told: Pick<NewNotification, 'tone' | 'title' | 'text'>,
): Promise<void> {
  await notifications.notify(tx, { workspaceId, kind: 'connection', link: '/app/phone-numbers', ...told });
}

const nameOf = ({ e164 }: NumberOrderRow) => formatNumberRow(e164);
