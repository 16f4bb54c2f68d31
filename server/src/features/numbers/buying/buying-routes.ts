import { AppError } from '@parley/contract/errors';
import { offeredNumberLimit } from '@parley/contract/number-rules';
import { numberShopRoutes } from '@parley/contract/number-shops';
import { e164Pattern } from '@parley/contract/phone';
import type { Platform } from '../../../platform/platform.ts';
import type { toPhoneNumber } from '../number-view.ts';
import type { NumberRow } from '../tables.ts';
import { getShop, listShops, toShopError } from './find-shop.ts';
import { listAskedOrders } from './order-queries.ts';
import { buyNumber, giveBackNumber, type OrderNeeds } from './orders.ts';

/** How long a carrier may take to search, in ms. */
const searchLimitMs = 15_000;

/** Mounts the calls that search for numbers, buy them and give them back. */
export function mountBuyingRoutes(
  platform: Platform,
  needs: OrderNeeds,
  view: (row: NumberRow) => ReturnType<typeof toPhoneNumber>,
): void {
  const { db, http, log } = platform;

  http.mount(numberShopRoutes.list, async (_input, { identity: { workspaceId } }) => {
    const [shops, orders] = await Promise.all([
      listShops(db.queries, needs, workspaceId),
      listAskedOrders(db.queries, workspaceId),
    ]);
    return {
      shops: shops.map(({ connectionId, name, shop }) => ({
        connection_id: connectionId,
        name,
        countries: [...shop.countries],
        kinds: [...shop.kinds],
      })),
      orders: orders.map(({ e164, kind, shopName, createdAt }) => ({
        phone: e164,
        kind,
        shop_name: shopName,
        createdAt: createdAt.toISOString(),
      })),
    };
  });

  http.mount(numberShopRoutes.search, async ({ params, query }, { identity: { workspaceId } }) => {
    const { shop, name } = await getShop(db.queries, needs, { workspaceId, connectionId: params.id });
    const { country, kind, area_code: areaCode, contains } = query;
    if (!shop.countries.includes(country) || !shop.kinds.includes(kind))
      throw AppError.of('number_shop_lacks', { name });
    const wanted = { country, kind, limit: offeredNumberLimit };
    const offered = await shop
      .search(
        { ...wanted, ...(areaCode && { areaCode }), ...(contains && { contains }) },
        AbortSignal.timeout(searchLimitMs),
      )
      .catch((error: unknown) => {
        const told = toShopError(error, name, '');
        log.info('A search for numbers to buy came to nothing.', {
          connectionId: params.id,
          code: told.code,
        });
        // A search changes nothing, so an answer that is lost is no more than that.
        throw told.code === 'number_order_unanswered' ? AppError.of('number_shop_away', { name }) : told;
      });
    return {
      numbers: offered
        .filter(({ number }) => e164Pattern.test(number))
        .slice(0, offeredNumberLimit)
        .map(({ number, place, monthlyPrice }) => ({
          phone: number,
          place: place || countryName(query.country),
          monthly_price: monthlyPrice,
        })),
    };
  });

  http.mount(numberShopRoutes.buy, async ({ params, body }, context) => {
    const row = await buyNumber(platform, needs, context, { connectionId: params.id, e164: body.phone });
    return { success: true as const, data: view(row) };
  });

  http.mount(numberShopRoutes.giveBack, async ({ params }, context) => {
    await giveBackNumber(platform, needs, context, params.id);
    return { success: true as const, message: 'Phone number given back.' };
  });
}

/** A number of no place in particular is one of its country. */
function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}
