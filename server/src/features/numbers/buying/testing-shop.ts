import type { Carrier, NumberShop, OfferedNumber } from '@parley/carriers/carrier';
import { NumberShopError } from '@parley/carriers/number-shop-error';
import { z } from 'zod';

const never = () => {
  throw new Error('No line is opened in these tests.');
};

/** A carrier of the tests: what it has, what it was asked, and how its answers get lost. */
export class TestShop {
  offered: OfferedNumber[] = [];
  /** What the account rents. */
  readonly rented = new Set<string>();
  readonly asked: string[] = [];
  /** Rejects whatever is asked, having done nothing. */
  refusal: Error | undefined;
  /** Rejects what is to be given back alone. */
  releaseRefusal: Error | undefined;
  /** Does what it is asked, and the answer never arrives. */
  losesAnswers = false;
  /** Holds a purchase until it resolves. */
  held: Promise<void> = Promise.resolve();

  readonly shop: NumberShop = {
    countries: ['US', 'CA'],
    kinds: ['local', 'toll_free'],
    search: async ({ country, kind, areaCode = '', contains = '', limit }) => {
      this.#ask(`search ${country} ${kind} ${areaCode} ${contains}`.trimEnd());
      return this.offered.filter(({ number }) => number.startsWith(`+1${areaCode}`)).slice(0, limit);
    },
    buy: async (number) => {
      this.#ask(`buy ${number}`);
      await this.held;
      if (this.rented.has(number) || !this.offered.some((each) => each.number === number))
        throw new NumberShopError('not_offered', 'The number is not for sale.');
      this.rented.add(number);
      this.#lose();
      return { number, carrierNumberId: `id-${number}` };
    },
    list: async () => {
      this.#ask('list');
      return [...this.rented].map((number) => ({ number, carrierNumberId: `id-${number}` }));
    },
    release: async (number) => {
      this.#ask(`release ${number}`);
      if (this.releaseRefusal !== undefined) throw this.releaseRefusal;
      this.rented.delete(number);
      this.#lose();
    },
  };

  readonly carrier: Carrier = {
    id: 'acme',
    name: 'Acme Telecom',
    settings: z.object({ key: z.string().meta({ secret: true }) }),
    open: never,
    discover: ({ ACME_KEY: key }) => (key === undefined ? undefined : { key }),
    numberShop: ({ key }) => (key === 'wrong' ? this.#locked : this.shop),
    mediaModule: new URL('file:///nowhere'),
  };

  /** A carrier that sells nothing. */
  readonly trunk: Carrier = {
    id: 'trunk',
    name: 'Trunk',
    settings: z.object({}),
    open: never,
    mediaModule: new URL('file:///nowhere'),
  };

  readonly #locked: NumberShop = {
    ...this.shop,
    search: () => Promise.reject(new NumberShopError('key_refused', 'The key is not known.')),
  };

  reset(): void {
    this.offered = ['+15105550101', '+15105550102', '+14155550103'].map((number) => ({
      number,
      place: 'Oakland, California',
      monthlyPrice: { amount: '1.15', currency: 'USD' },
    }));
    this.rented.clear();
    this.asked.length = 0;
    this.refusal = undefined;
    this.releaseRefusal = undefined;
    this.losesAnswers = false;
    this.held = Promise.resolve();
  }

  #ask(what: string): void {
    this.asked.push(what);
    if (this.refusal !== undefined) throw this.refusal;
  }

  #lose(): void {
    if (this.losesAnswers) throw new DOMException('The operation timed out.', 'TimeoutError');
  }
}
