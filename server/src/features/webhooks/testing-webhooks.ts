import type { Delivery, DeliveryDetail, Webhook } from '@parley/contract/webhooks';
import type { CallFacts } from '@parley/contract/workspace-events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestDatabase } from '../../platform/db/testing.ts';
import { openOutbound } from '../../platform/outbound/open-outbound.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { deliverDue } from './deliver.ts';
import { openTestReceiver, type TestReceiver } from './testing-receiver.ts';

/** The body of an answer as the contract types it. */
export function read<T>(answer: Answer): T {
  return answer.body as T;
}

export function codeOf(answer: Answer): string | undefined {
  return read<{ error?: { code: string } }>(answer).error?.code;
}

/** A call as an event tells it. */
function callFacts(part: Partial<CallFacts>): CallFacts {
  const now = new Date().toISOString();
  return {
    id: 'call_1',
    direction: 'inbound',
    agent_id: null,
    agent_name: 'Reception',
    from_number: '+14155550199',
    to_number: '+14155550177',
    is_test: false,
    created_at: now,
    answered_at: now,
    ended_at: now,
    duration_ms: 0,
    end_reason: 'goodbye',
    disposition: null,
    sentiment: null,
    summary: '',
    median_response_ms: null,
    campaign_id: null,
    contact_id: null,
    ...part,
  };
}

/** A product with somebody signed in and a receiver; before each test there are no webhooks and the receiver is new. */
export class WebhookTest {
  product!: TestProduct;
  user!: TestUser;
  receiver!: TestReceiver;
  readonly #suite: TestDatabase;

  constructor(suite: TestDatabase) {
    this.#suite = suite;
    beforeAll(async () => {
      this.product = await openTestProduct(suite.database);
      this.user = await registerUser(this.product, 'ada@example.com');
    });
    beforeEach(async () => {
      await suite.database.queries.execute(sql`truncate webhooks, notifications cascade`);
      this.product.jobs.length = 0;
      this.product.clock.nowMs = Date.now();
      this.product.platform.outbound = openOutbound({ allowsPrivate: true, userAgent: 'Parley' });
      this.receiver = await openTestReceiver();
      return () => this.receiver.close();
    });
    afterAll(() => this.product.close());
  }

  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return askApi(this.product, method, path, {
      token: this.user.token,
      ...(body !== undefined && { body }),
    });
  }

  async add(path = '/ok', events = ['call.ended']): Promise<{ webhook: Webhook; secret: string }> {
    return read(await this.ask('POST', '/webhooks', { url: this.receiver.url + path, events }));
  }

  publish(summary = 'Grüße 🎉'): Promise<void> {
    return this.#suite.database.transaction((tx) =>
      this.product.platform.events.publish(tx, this.user.workspaceId, {
        type: 'call.ended',
        data: { call: callFacts({ summary }) },
      }),
    );
  }

  /** Runs one job of the webhook. */
  deliver(webhookId: string): Promise<void> {
    const { platform, features, clock } = this.product;
    return deliverDue(
      { platform, notifications: features.notifications, nowMs: () => clock.nowMs },
      webhookId,
    );
  }

  async listDeliveries(
    { id }: Webhook,
    query = '',
  ): Promise<{ deliveries: Delivery[]; nextBefore: string | null }> {
    return read(await this.ask('GET', `/webhooks/${id}/deliveries${query}`));
  }

  async getDelivery(id: string): Promise<DeliveryDetail> {
    return read<{ delivery: DeliveryDetail }>(await this.ask('GET', `/webhook-deliveries/${id}`)).delivery;
  }

  async getWebhook({ id }: Webhook): Promise<Webhook | undefined> {
    const { webhooks } = read<{ webhooks: Webhook[] }>(await this.ask('GET', '/webhooks'));
    return webhooks.find((each) => each.id === id);
  }

  /** Runs every job, and tells what became of the newest delivery. */
  async deliverNewest(webhook: Webhook): Promise<DeliveryDetail> {
    await this.product.runJobs();
    const [last] = (await this.listDeliveries(webhook)).deliveries;
    return await this.getDelivery(last?.id ?? '');
  }
}
