import { z } from 'zod';
import { E164 } from './e164.ts';
import { idOf } from './ids.ts';
import { areaCodeMaxLength, numberDigitsMaxLength, numberKinds, offeredNumberLimit } from './number-rules.ts';
import { PhoneNumber } from './numbers.ts';
import { route } from './route.ts';

const NumberKind = z.enum(numberKinds);

/** A connection through which numbers can be bought. */
export const NumberShop = z.object({
  connection_id: z.string(),
  /** What staff call the connection. */
  name: z.string(),
  /** ISO 3166-1 alpha-2, such as `US`; the first is offered first. */
  countries: z.array(z.string()),
  kinds: z.array(NumberKind),
});
export type NumberShop = z.output<typeof NumberShop>;

/** A number that a carrier rents out now. */
export const OfferedNumber = z.object({
  /** E.164. */
  phone: z.string(),
  /** Where it belongs, in words, such as `Oakland, California`; never empty. */
  place: z.string(),
  /** What the carrier takes for it every month; null where it does not say. `amount` is a decimal, `currency` of ISO 4217. */
  monthly_price: z.object({ amount: z.string(), currency: z.string() }).nullable(),
});
export type OfferedNumber = z.output<typeof OfferedNumber>;

/** What a carrier was asked to do with a number and has not answered yet. */
export const NumberOrder = z.object({
  /** E.164. */
  phone: z.string(),
  kind: z.enum(['buy', 'give_back']),
  /** What staff call the connection. */
  shop_name: z.string(),
  createdAt: z.string(),
});
export type NumberOrder = z.output<typeof NumberOrder>;

/** A connection of the workspace, or the operator's own. */
const ShopId = z.object({
  id: z.union([idOf('connection'), z.string().regex(/^environment:[a-z0-9-]{1,50}$/)]),
});

export const numberShopRoutes = {
  list: route({
    method: 'GET',
    path: '/number-shops',
    summary: 'The connections that sell numbers, and what was ordered from them and is not settled yet.',
    tag: 'Phone numbers',
    access: 'signed-in',
    status: 200,
    answer: z.object({ shops: z.array(NumberShop), orders: z.array(NumberOrder) }),
  }),
  search: route({
    method: 'GET',
    path: '/number-shops/{id}/numbers',
    summary: 'The numbers a carrier offers now. None found is an empty list.',
    tag: 'Phone numbers',
    access: 'manage',
    params: ShopId,
    query: z.object({
      country: z.string().regex(/^[A-Z]{2}$/, 'Give the country as two letters, such as US.'),
      kind: NumberKind,
      area_code: z.string().regex(/^\d+$/, 'An area code has digits only.').max(areaCodeMaxLength).optional(),
      contains: z
        .string()
        .regex(/^\d+$/, 'Give digits only.')
        .max(numberDigitsMaxLength)
        .optional()
        .describe('Digits that follow each other anywhere in the number.'),
    }),
    status: 200,
    answer: z.object({ numbers: z.array(OfferedNumber).max(offeredNumberLimit) }),
    errors: [
      'connection_not_found',
      'connection_sells_nothing',
      'number_shop_lacks',
      'number_shop_refused',
      'number_shop_key_refused',
      'number_shop_away',
    ],
    perMinute: 60,
  }),
  buy: route({
    method: 'POST',
    path: '/number-shops/{id}/numbers',
    summary:
      'Rents a number from a carrier, which costs its account money every month, and adds it to the workspace.',
    tag: 'Phone numbers',
    access: 'manage',
    params: ShopId,
    body: z.object({ phone: E164 }),
    status: 201,
    answer: z.object({ success: z.literal(true), data: PhoneNumber }),
    errors: [
      'connection_not_found',
      'connection_sells_nothing',
      'number_shop_lacks',
      'number_taken',
      'number_already_ordered',
      'numbers_at_limit',
      'number_no_longer_offered',
      'number_bought_homeless',
      'number_shop_refused',
      'number_shop_key_refused',
      'number_shop_away',
      'number_order_unanswered',
    ],
    perMinute: 20,
  }),
  giveBack: route({
    method: 'POST',
    path: '/phone-numbers/{id}/give-back',
    summary:
      'Gives a bought number back to its carrier, which stops its costs, and takes it out of the workspace. Somebody else may get it then.',
    tag: 'Phone numbers',
    access: 'manage',
    params: z.object({ id: idOf('number') }),
    status: 200,
    answer: z.object({ success: z.literal(true), message: z.string() }),
    errors: [
      'number_not_found',
      'number_not_bought',
      'connection_not_found',
      'connection_sells_nothing',
      'number_already_ordered',
      'number_shop_refused',
      'number_shop_key_refused',
      'number_shop_away',
      'number_order_unanswered',
    ],
    perMinute: 20,
  }),
};
