import { createServer } from 'node:net';
import { StandIn } from '@parley/carriers/twilio/testing/stand-in';
import { StandInCalls } from '@parley/carriers/twilio/testing/stand-in-calls';
import { sql } from 'drizzle-orm';
import { expect, vi } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';

export const line = '+14155550142';
export const customer = '+14152007986';
const waiting = { timeout: 40_000, interval: 20 };

/** A product with lines on a port of its own, and an account at a network that reaches it. */
export class NetworkTest {
  readonly standIn: StandIn;
  readonly calls: StandInCalls;
  readonly product: TestProduct;
  readonly owner: TestUser;
  readonly agentId: string;
  readonly url: string;
  readonly database: Database;

  private constructor(
    parts: Pick<NetworkTest, 'standIn' | 'calls' | 'product' | 'owner' | 'agentId' | 'url' | 'database'>,
  ) {
    this.standIn = parts.standIn;
    this.calls = parts.calls;
    this.product = parts.product;
    this.owner = parts.owner;
    this.agentId = parts.agentId;
    this.url = parts.url;
    this.database = parts.database;
  }

  static async open(database: Database, environment: Record<string, string> = {}): Promise<NetworkTest> {
    const standIn = await StandIn.open();
    const calls = new StandInCalls(standIn);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const product = await openTestProduct(database, {
      publicUrl: url,
      environment: {
        ...{ ROLES: 'api,calls', SIP_PORT: '0', COMMAND_STT: 'none', COMMAND_TTS: 'none' },
        ...{ CALL_THREADS: '1', PUBLIC_URL: url, ...environment },
      },
    });
    await product.platform.http.fastify.listen({ host: '127.0.0.1', port });
    const owner = await registerUser(product, 'owner@example.com');
    await database.queries.execute(sql`update users set is_email_verified = true`);
    const agentId = await product.features.agents.insertReadyAgent(database.queries, {
      workspaceId: owner.workspaceId,
      type: 'inbound',
      name: 'Reception',
      prompt: 'You answer the telephone of a bakery. We open at seven.',
      welcomeText: 'Hello, this is the bakery.',
    });
    return new NetworkTest({ standIn, calls, product, owner, agentId, url, database });
  }

  async close(): Promise<void> {
    await this.calls.close();
    await this.product.close();
    await this.standIn.close();
  }

  ask = (method: string, path: string, body?: unknown) =>
    askApi(this.product, method, path, { token: this.owner.token, ...(body !== undefined && { body }) });

  async connect(more: Record<string, unknown> = {}): Promise<string> {
    const { status, body } = await this.ask('POST', '/connections', {
      vendor: 'twilio',
      name: 'Our account',
      settings: { ...this.standIn.settings, ...more },
    });
    expect(status).toBe(201);
    return (body as { connection: { id: string } }).connection.id;
  }

  stateOf = async (connectionId: string) => {
    const { body } = await this.ask('GET', '/connections/states');
    const { states } = body as { states: { connection_id: string; state: string; detail: string }[] };
    return states.find((each) => each.connection_id === connectionId);
  };

  /** Waits until the account does as it should: `state`. */
  becomes = async (connectionId: string, state: string) => {
    await vi.waitUntil(async () => (await this.stateOf(connectionId))?.state === state, waiting);
    return await this.stateOf(connectionId);
  };

  listNumbers = async () => {
    const { body } = await this.ask('GET', '/phone-numbers');
    return (body as { data: { id: string; phone: string; connection_id: string | null }[] }).data;
  };

  /** Waits for the number and puts the agent on it. */
  async putAgentOn(phone: string): Promise<void> {
    const find = async () => (await this.listNumbers()).find((number) => number.phone === phone);
    await vi.waitUntil(find, waiting);
    const { status } = await this.ask('PUT', `/phone-numbers/${(await find())?.id}`, {
      inbound_agent_id: this.agentId,
      outbound_agent_id: this.agentId,
    });
    expect(status).toBe(200);
  }

  listCalls = async () => {
    const { rows } = await this.database.queries.execute<Record<string, unknown>>(
      sql`select * from calls order by created_at`,
    );
    return rows;
  };

  /** Waits for the end of the newest call; resolves with its row. */
  async ended(): Promise<Record<string, unknown>> {
    await vi.waitUntil(async () => (await this.listCalls()).at(-1)?.['state'] === 'ended', waiting);
    return (await this.listCalls()).at(-1) ?? {};
  }

  saidTurns = () =>
    this.product.events.flatMap(({ event }) => (event.type === 'call.turn' ? [event.turn.text] : []));
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
