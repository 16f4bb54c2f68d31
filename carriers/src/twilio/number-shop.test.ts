import { afterEach, beforeEach, expect, test } from 'vitest';
import { NumberShopError } from '../number-shop-error.ts';
import { accountSettings } from './account-settings.ts';
import { openNumberShop } from './number-shop.ts';
import { StandIn } from './testing/stand-in.ts';
import { refuse, type StandInRequest } from './testing/stand-in-route.ts';
import { StandInShop } from './testing/stand-in-shop.ts';
import { TwilioApi } from './twilio-api.ts';

let standIn: StandIn;
let stock: StandInShop;
beforeEach(async () => {
  standIn = await StandIn.open();
  stock = new StandInShop();
  standIn.addRoutes(stock.routes);
  stock.offer('+15105550101');
  stock.offer('+15105550122');
  stock.offer('+14155550103', { locality: 'San Francisco' });
  stock.offer('+18005550104', { kind: 'TollFree', locality: null, region: null });
  stock.offer('+442079460018', { iso_country: 'GB', locality: 'London', region: null });
  stock.offer('+441632960207', { iso_country: 'GB', locality: null, region: null });
  stock.offer('+442079460999', { iso_country: 'GB', needsAddress: true });
});
afterEach(() => standIn.close());

const { signal } = new AbortController();
const openShop = (more: object = {}) => {
  const settings = accountSettings.parse({ ...standIn.settings, ...more });
  return openNumberShop(new TwilioApi(settings, async () => undefined));
};
const search = async (
  wanted: Partial<Parameters<ReturnType<typeof openShop>['search']>[0]>,
  shop = openShop(),
) => await shop.search({ country: 'US', kind: 'local', limit: 20, ...wanted }, signal);
const numbersOf = (found: readonly { number: string }[]) => found.map(({ number }) => number);
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(NumberShopError);
  return error as NumberShopError;
};
const isPurchase = ({ method, path }: StandInRequest) =>
  method === 'POST' && path === 'IncomingPhoneNumbers.json';
const isPrice = ({ path }: StandInRequest) => path.startsWith('/v1/PhoneNumbers');
const purchases = () => standIn.requests.filter(isPurchase).length;

test('numbers are found by area code, digits and kind, with their place and price', async () => {
  const found = await search({ areaCode: '510' });
  expect(found).toEqual([
    { number: '+15105550101', place: 'Oakland, CA', monthlyPrice: { amount: '1.15', currency: 'USD' } },
    { number: '+15105550122', place: 'Oakland, CA', monthlyPrice: { amount: '1.15', currency: 'USD' } },
  ]);
  expect(numbersOf(await search({ contains: '0103' }))).toEqual(['+14155550103']);
  // One digit is less than the account can be asked for: it is looked for here.
  expect(numbersOf(await search({ areaCode: '510', contains: '2' }))).toEqual(['+15105550122']);
  expect(numbersOf(await search({ limit: 1 }))).toHaveLength(1);
  expect(await search({ kind: 'toll_free' })).toEqual([
    { number: '+18005550104', place: '', monthlyPrice: { amount: '2.15', currency: 'USD' } },
  ]);
  expect(await search({ areaCode: '999' })).toEqual([]);
});

test('abroad the area code is found as people write it, and numbers that need papers are left out', async () => {
  const abroad = (areaCode?: string, contains?: string) =>
    search({ country: 'GB', ...(areaCode && { areaCode }), ...(contains && { contains }) });
  expect(numbersOf(await abroad())).toEqual(['+442079460018', '+441632960207']);
  expect(numbersOf(await abroad('020'))).toEqual(['+442079460018']);
  expect(numbersOf(await abroad('1632', '0207'))).toEqual(['+441632960207']);
  expect(numbersOf(await abroad('20', '0207'))).toEqual([]);
});

test('numbers are found without their price when it is not told', async () => {
  standIn.script(refuse(403, 20403, 'No access to pricing'), isPrice);
  expect((await search({ areaCode: '415' }))[0]).toMatchObject({
    number: '+14155550103',
    monthlyPrice: null,
  });
  standIn.script(
    { status: 200, body: { phone_number_prices: [{ number_type: 'local', current_price: {} }] } },
    isPrice,
  );
  expect((await search({ areaCode: '415' }))[0]?.monthlyPrice).toBeNull();
});

test('a number is bought, listed and given back, which may be asked for twice', async () => {
  const shop = openShop();
  const bought = await shop.buy('+15105550101', signal);
  expect(bought).toEqual({ number: '+15105550101', carrierNumberId: expect.stringMatching(/^PN/) });
  standIn.account.addNumber('+15105550102');
  expect(await shop.list(signal)).toEqual([
    bought,
    { number: '+15105550102', carrierNumberId: expect.any(String) },
  ]);
  expect(numbersOf(await search({ areaCode: '510' }))).toEqual(['+15105550122']);
  await shop.release('+15105550101', signal);
  await shop.release('+15105550101', signal);
  expect(numbersOf(await shop.list(signal))).toEqual(['+15105550102']);
});

test('what is refused is told apart, and certainly bought nothing', async () => {
  const shop = openShop();
  const reason = async (number: string) => {
    const { failure, message } = await failureOf(shop.buy(number, signal));
    return `${failure}: ${message}`;
  };
  expect(await reason('+15105550199')).toMatch(/^not_offered: /);
  expect(await reason('+442079460999')).toMatch(/^refused: Phone Number \+442079460999 requires an Address/);
  stock.balance = 0;
  expect(await reason('+15105550101')).toBe(
    'refused: Your account balance is too low to buy a number (error 21404).',
  );
  expect((await failureOf(search({ kind: 'mobile' }))).failure).toBe('lacks');
  const locked = openShop({ authToken: 'f'.repeat(32) });
  expect((await failureOf(locked.buy('+15105550101', signal))).failure).toBe('key_refused');
  expect((await failureOf(search({}, locked))).failure).toBe('key_refused');
  expect(standIn.account.numbers).toEqual([]);
});

test('a purchase whose answer is lost is not sent again, and nobody claims to know what became of it', async () => {
  const shop = openShop();
  standIn.script('drop-after', isPurchase);
  expect((await failureOf(shop.buy('+15105550101', signal))).failure).toBe('unanswered');
  expect([purchases(), standIn.account.numbers.length]).toEqual([1, 1]);
  standIn.script(refuse(503, 20001, 'Try later'), isPurchase);
  expect((await failureOf(shop.buy('+15105550122', signal))).failure).toBe('unanswered');
  expect(purchases()).toBe(2);
  const over = AbortSignal.abort(new DOMException('Too long.', 'TimeoutError'));
  expect((await failureOf(shop.buy('+15105550122', over))).failure).toBe('unanswered');
  // A request that was turned away for its number is as safe as one that was never sent.
  standIn.script(refuse(429, 20429, 'Too many requests'), isPurchase);
  expect((await shop.buy('+15105550122', signal)).number).toBe('+15105550122');

  const gone = await StandIn.open();
  const away = openShop({ baseUrl: gone.baseUrl });
  await gone.close();
  expect((await failureOf(away.buy('+14155550103', signal))).failure).toBe('away');
  expect((await failureOf(away.list(signal))).failure).toBe('away');
});
