import type { PhoneNumber } from '@parley/contract/numbers';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import type { NewNumber } from './queries.ts';

export function codeOf(answer: Answer): string | undefined {
  return (answer.body as { error?: { code: string } }).error?.code;
}

/** A product with somebody signed in; before each test there are no numbers, and one agent. */
export class NumbersTest {
  product!: TestProduct;
  user!: TestUser;
  agent!: string;
  readonly #suite: TestDatabase;

  constructor(suite: TestDatabase) {
    this.#suite = suite;
    beforeAll(async () => {
      this.product = await openTestProduct(suite.database);
      this.user = await registerUser(this.product, 'ada@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate agents, phone_numbers cascade`);
      this.agent = await this.makeAgent();
    });
    afterAll(() => this.product.close());
  }

  makeAgent = (workspaceId = this.user.workspaceId) =>
    this.product.features.agents.insertReadyAgent(this.#suite.database.queries, {
      workspaceId,
      type: 'inbound',
      name: 'Reception',
      prompt: 'Answer.',
      welcomeText: '',
    });

  add = (e164: string, more: Partial<NewNumber> = {}) =>
    this.product.features.numbers.insertNumber(this.#suite.database.queries, {
      workspaceId: this.user.workspaceId,
      e164,
      ...more,
    });

  ask = (method: string, path: string, body?: unknown) =>
    askApi(this.product, method, path, { token: this.user.token, ...(body !== undefined && { body }) });

  list = async (query = '') =>
    (await this.ask('GET', `/phone-numbers${query}`)).body as { data: PhoneNumber[]; total: number };

  assign = (id: string, inbound: string | null, outbound: string | null) =>
    this.ask('PUT', `/phone-numbers/${id}`, { inbound_agent_id: inbound, outbound_agent_id: outbound });
}
