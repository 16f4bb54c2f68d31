import type { NumberShop } from '@parley/carriers/carrier';
import { NumberShopError } from '@parley/carriers/number-shop-error';
import { AppError } from '@parley/contract/errors';
import type { Queries } from '../../../platform/db/database.ts';
import type { AccountsFeature } from '../../accounts/index.ts';
import type { CarrierShop, ConnectionsFeature } from '../../connections/index.ts';

export type ShopNeeds = {
  accounts: Pick<AccountsFeature, 'findFirstWorkspaceId'>;
  connections: Pick<ConnectionsFeature, 'listCarrierShops' | 'holdConnection' | 'tellProcesses'>;
};

/** A connection whose carrier sells numbers. */
export type OpenShop = CarrierShop & { shop: NumberShop };

/**
 * The carriers' connections a workspace may buy through. The operator's are the oldest workspace's alone, where their
 * numbers go: nobody who signs up later spends the operator's money.
 */
async function listUsable(
  queries: Queries,
  { accounts, connections }: ShopNeeds,
  workspaceId: string,
): Promise<CarrierShop[]> {
  const all = await connections.listCarrierShops(workspaceId);
  if (!all.some(({ isOperators }) => isOperators)) return all;
  const isFirst = (await accounts.findFirstWorkspaceId(queries)) === workspaceId;
  return all.filter(({ isOperators }) => isFirst || !isOperators);
}

const isSelling = (each: CarrierShop): each is OpenShop => each.shop !== null;

/** Where the workspace can buy numbers. */
export async function listShops(
  queries: Queries,
  needs: ShopNeeds,
  workspaceId: string,
): Promise<OpenShop[]> {
  return (await listUsable(queries, needs, workspaceId)).filter(isSelling);
}

/** Where numbers of the connection are bought; undefined where it is gone or sells none. */
export async function findShop(
  queries: Queries,
  needs: ShopNeeds,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
): Promise<OpenShop | undefined> {
  return (await listShops(queries, needs, workspaceId)).find((each) => each.connectionId === connectionId);
}

/** Where numbers of the connection are bought. Throws connection_not_found or connection_sells_nothing. */
export async function getShop(
  queries: Queries,
  needs: ShopNeeds,
  { workspaceId, connectionId }: { workspaceId: string; connectionId: string },
): Promise<OpenShop> {
  const found = (await listUsable(queries, needs, workspaceId)).find(
    (each) => each.connectionId === connectionId,
  );
  if (found === undefined) throw AppError.of('connection_not_found', { id: connectionId });
  if (!isSelling(found)) throw AppError.of('connection_sells_nothing', { name: found.name });
  return found;
}

/** How a shop's failure is told. What no shop should reject with counts as unanswered: it may have been done. */
export function toShopError(error: unknown, name: string, number: string): AppError {
  switch (error instanceof NumberShopError ? error.failure : 'unanswered') {
    case 'not_offered':
      return AppError.of('number_no_longer_offered', { number });
    case 'lacks':
      return AppError.of('number_shop_lacks', { name });
    case 'refused':
      return AppError.of('number_shop_refused', { name, reason: (error as Error).message.slice(0, 500) });
    case 'key_refused':
      return AppError.of('number_shop_key_refused', { name });
    case 'away':
      return AppError.of('number_shop_away', { name });
    case 'unanswered':
      return AppError.of('number_order_unanswered', { name });
  }
}

/** True where the carrier certainly did nothing: an order is over then. */
export function isCertain(error: unknown): boolean {
  return error instanceof NumberShopError && error.failure !== 'unanswered';
}
