import type { Connection } from '@parley/contract/connections';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { vendors } from './testing-vendors.ts';

/** A product with vendors of the tests and somebody signed in; before each test there are no connections. */
export class ConnectionsTest {
  product!: TestProduct;
  user!: TestUser;

  constructor(suite: TestDatabase) {
    beforeAll(async () => {
      this.product = await openTestProduct(suite.database, { features: { vendors } });
      this.user = await registerUser(this.product, 'ada@example.com');
    });
    beforeEach(() => suite.database.queries.execute(sql`truncate connections`));
    afterAll(() => this.product.close());
  }

  ask = (method: string, path: string, body?: unknown) =>
    askApi(this.product, method, path, { token: this.user.token, ...(body !== undefined && { body }) });

  connect = async (vendor: string, settings: object, name = 'Ours') => {
    const answer = await this.ask('POST', '/connections', { vendor, name, settings });
    return { answer, connection: (answer.body as { connection: Connection }).connection };
  };
}
