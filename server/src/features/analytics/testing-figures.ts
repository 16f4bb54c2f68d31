import type { DashboardFigures } from '@parley/contract/analytics';
import { listMetricsOf, type Metric, metricIds } from '@parley/contract/metrics';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import type { TestDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { type RandomCall, randomCall } from './testing-random-calls.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;
/** A Saturday, the time of the clock. */
export const noonMs = Date.UTC(2026, 10, 21, 12, 0);
export const agents = ['agt_0000000000000000000001', 'agt_0000000000000000000002', null];
export const numbers = ['+14155550101', '+442079460102', ''];

/** Any calls between two moments, by the agents and numbers above. */
export function randomCalls(
  next: () => number,
  { count, fromMs, toMs = noonMs }: { count: number; fromMs: number; toMs?: number },
): RandomCall[] {
  return Array.from({ length: count }, () => randomCall(next, { fromMs, toMs, agents, numbers }));
}

/** A product at noon of a Saturday, and users of it with a workspace each. */
export class FiguresTest {
  product!: TestProduct;
  readonly #suite: TestDatabase;

  constructor(suite: TestDatabase) {
    this.#suite = suite;
    beforeAll(async () => {
      this.product = await openTestProduct(suite.database, { environment: { PARLEY_MODE: 'local' } });
      this.product.clock.nowMs = noonMs;
    });
    afterAll(() => this.product.close());
  }

  async openUser(): Promise<TestUser> {
    return await registerUser(this.product, `${newId('event').toLowerCase()}@example.com`);
  }

  /** The body of an answer with 200. */
  async ask<Answer>(user: TestUser, path: string): Promise<Answer> {
    const { status, body } = await askApi(this.product, 'GET', path, { token: user.token });
    expect([path, status]).toEqual([path, 200]);
    return body;
  }

  async tell(user: TestUser, call: RandomCall): Promise<void> {
    await tell(this.product, this.#suite, user, call);
  }
}

export function valuesOf(answer: DashboardFigures): Record<string, number> {
  return Object.fromEntries(answer.figures.map(({ metric, value }) => [metric, value]));
}

/** What the ten figures should be, counted one call after another. */
export function countByHand(
  calls: readonly RandomCall[],
  fromMs: number,
  toMs: number,
): Record<Metric, number> {
  const meant = calls.filter(({ createdMs }) => createdMs >= fromMs && createdMs < toMs);
  return Object.fromEntries(
    metricIds.map((metric) => [metric, meant.filter((call) => listMetricsOf(call).includes(metric)).length]),
  ) as Record<Metric, number>;
}

/** Lets a call happen: its row, the news of its end, then of its analysis. */
export async function tell(
  product: TestProduct,
  suite: TestDatabase,
  user: TestUser,
  call: RandomCall,
): Promise<void> {
  const { workspaceId } = user;
  const createdAt = new Date(call.createdMs).toISOString();
  const [fromNumber, toNumber] =
    call.direction === 'inbound' ? [call.customerNumber, call.number] : [call.number, call.customerNumber];
  const answeredAt = call.isAnswered ? new Date(call.createdMs + 4_000).toISOString() : null;
  const endedAt = new Date(call.createdMs + 4_000 + call.durationMs).toISOString();
  const facts = {
    id: call.id,
    direction: call.direction,
    agent_id: call.agentId,
    agent_name: call.agentId ?? 'Nobody',
    from_number: fromNumber,
    to_number: toNumber,
    is_test: call.isTest,
    created_at: createdAt,
    answered_at: answeredAt,
    ended_at: endedAt,
    duration_ms: call.isAnswered ? call.durationMs : 0,
    end_reason: call.endReason,
    disposition: null,
    sentiment: null,
    summary: '',
    median_response_ms: null,
    campaign_id: null,
    contact_id: null,
  };
  await suite.database.transaction(async (tx) => {
    await tx.execute(sql`
      insert into calls (id, workspace_id, direction, agent_id, agent_name, from_number, to_number, carrier, is_test, state,
        created_at, answered_at, ended_at, end_reason, disposition, sentiment, median_response_ms)
      values (${call.id}, ${workspaceId}, ${call.direction === 'inbound' ? 0 : 1}, ${call.agentId}, ${facts.agent_name},
        ${fromNumber}, ${toNumber}, 'sip', ${call.isTest}, 'ended', ${createdAt}, ${answeredAt}, ${endedAt},
        ${call.endReason}, ${call.disposition}, ${call.sentiment}, ${call.responseMs})`);
    await product.platform.events.publish(tx, workspaceId, { type: 'call.ended', data: { call: facts } });
  });
  if (call.disposition === null) return;
  const analysed = {
    ...facts,
    disposition: call.disposition,
    sentiment: call.sentiment,
    median_response_ms: call.responseMs,
    campaign_id: null,
    contact_id: null,
  };
  for (const _ of ['told', 'told again'])
    await suite.database.transaction((tx) =>
      product.platform.events.publish(tx, workspaceId, { type: 'call.analysed', data: { call: analysed } }),
    );
}
