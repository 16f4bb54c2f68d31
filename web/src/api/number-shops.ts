import { AppError } from '@parley/contract/errors';
import type { NumberOrder, NumberShop, numberShopRoutes, OfferedNumber } from '@parley/contract/number-shops';
import type { PhoneNumber } from '@parley/contract/numbers';
import type { RouteRequest } from '@parley/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, endpoint } from './client.ts';
import { numbersKey } from './numbers.ts';

type Routes = typeof numberShopRoutes;

const list = endpoint<Routes['list']>('GET', '/number-shops');
const search = endpoint<Routes['search']>('GET', '/number-shops/{id}/numbers');
const buy = endpoint<Routes['buy']>('POST', '/number-shops/{id}/numbers');
const giveBack = endpoint<Routes['giveBack']>('POST', '/phone-numbers/{id}/give-back');

/** How soon orders that a carrier has not answered are asked about again, in ms. */
const orderedAgainMs = 10_000;

/** The carriers that sell numbers, and what was ordered and is not settled. */
export const numberShopsQuery = queryOptions({
  queryKey: [...numbersKey, 'shops'],
  queryFn: ({ signal }): Promise<{ shops: NumberShop[]; orders: NumberOrder[] }> => call(list, { signal }),
  refetchInterval: ({ state }) => ((state.data?.orders.length ?? 0) > 0 ? orderedAgainMs : false),
});

/** What is looked for; the texts are empty where anything will do. */
export type WantedNumber = {
  shopId: string;
  country: string;
  kind: NumberShop['kinds'][number];
  areaCode: string;
  contains: string;
};

/** The numbers a carrier offers now. What it refuses is no better a second later: nothing is tried again by itself. */
export const offeredNumbersQuery = ({ shopId, country, kind, areaCode, contains }: WantedNumber) =>
  queryOptions({
    queryKey: ['offered-numbers', shopId, country, kind, areaCode, contains],
    queryFn: async ({ signal }): Promise<readonly OfferedNumber[]> => {
      const query = {
        country,
        kind,
        ...(areaCode !== '' && { area_code: areaCode }),
        ...(contains !== '' && { contains }),
      };
      return (await call(search, { params: { id: shopId }, query, signal })).numbers;
    },
    retry: (failures, error) => failures < 2 && !(error instanceof AppError),
    // Somebody else may have it by the next look.
    staleTime: 0,
    gcTime: 60_000,
  });

/** Rents the number: it costs money from then on. */
export async function buyNumber(
  shopId: string,
  body: RouteRequest<Routes['buy']>['body'],
): Promise<PhoneNumber> {
  return (await call(buy, { params: { id: shopId }, body })).data;
}

/** Gives a bought number back to its carrier. */
export async function giveBackNumber(id: string): Promise<void> {
  await call(giveBack, { params: { id } });
}
