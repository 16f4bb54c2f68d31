import type { NumberOrder, NumberShop } from '@parley/contract/number-shops';
import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../../start/testing-platform.ts';
import { TestShop } from './testing-shop.ts';

/** The first number the shop of these tests offers. */
export const wanted = '+15105550101';
/** What a person reads of it. */
export const wantedName = '+1(510)555–0101';

/** A product with a carrier that sells numbers, connected by the one user before each test. */
export class BuyingTest {
  readonly acme = new TestShop();
  product!: TestProduct;
  user!: TestUser;
  connection!: string;
  readonly #suite: TestDatabase;

  constructor(suite: TestDatabase) {
    this.#suite = suite;
    beforeAll(async () => {
      const vendors = { providers: [], carriers: [this.acme.carrier, this.acme.trunk] };
      this.product = await openTestProduct(suite.database, { features: { vendors } });
      this.user = await registerUser(this.product, 'ada@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(
        sql`truncate phone_numbers, connections, number_orders, removed_numbers, notifications, audit_entries cascade`,
      );
      this.acme.reset();
      this.connection = await this.connect('acme', { key: 'right' });
    });
    afterAll(() => this.product.close());
  }

  ask = (method: string, path: string, body?: unknown, { token } = this.user) =>
    askApi(this.product, method, path, { token, ...(body !== undefined && { body }) });

  connect = async (vendor: string, settings: object, as = this.user): Promise<string> => {
    const given = { vendor, name: `Our ${vendor}`, settings };
    const { body } = await this.ask('POST', '/connections', given, as);
    return (body as { connection: { id: string } }).connection.id;
  };

  buy = (phone = wanted, at = this.connection, as = this.user): Promise<Answer> =>
    this.ask('POST', `/number-shops/${at}/numbers`, { phone }, as);

  /** Buys the number, which must work. */
  own = async (): Promise<PhoneNumber> => ((await this.buy()).body as { data: PhoneNumber }).data;

  search = (query = '?country=US&kind=local', at = this.connection): Promise<Answer> =>
    this.ask('GET', `/number-shops/${at}/numbers${query}`);

  giveBack = ({ id }: { id: string }): Promise<Answer> => this.ask('POST', `/phone-numbers/${id}/give-back`);

  list = async () => ((await this.ask('GET', '/phone-numbers')).body as { data: PhoneNumber[] }).data;

  phones = async () => (await this.list()).map(({ phone }) => phone);

  shops = async () =>
    (await this.ask('GET', '/number-shops')).body as { shops: NumberShop[]; orders: NumberOrder[] };

  /** What is not settled, such as `buy +15105550101`. */
  orders = async () => (await this.shops()).orders.map(({ phone, kind }) => `${kind} ${phone}`);

  /** What the bell tells of numbers, newest first. */
  told = async () => {
    const { body } = await this.ask('GET', '/notifications');
    return (body as { notifications: { kind: string; title: string; text: string }[] }).notifications.filter(
      ({ kind }) => kind === 'connection',
    );
  };

  /** Actions of the audit trail about numbers, oldest first. */
  trail = async () => {
    const { rows } = await this.#suite.database.queries.execute(
      sql`select action from audit_entries where action like 'number%' order by at, id`,
    );
    return rows.map((row) => row['action']);
  };

  /** Runs the minutely job as it would run after so much time. */
  settleAfter = async (ms: number): Promise<void> => {
    const { clock } = this.product;
    clock.nowMs += ms;
    try {
      await this.product.runJob('numbers.settle-orders', {});
    } finally {
      clock.nowMs -= ms;
    }
  };
}
