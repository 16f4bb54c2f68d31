import { existsSync } from 'node:fs';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { features } from '../features/index.ts';
import { newId } from '../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../platform/db/testing.ts';
import { openTestHttpServer } from '../platform/http/testing-http-server.ts';
import { watchAuditTrail } from './testing-audit.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from './testing-platform.ts';

/** Calls that change what a workspace has, by name: each leaves an entry in the audit trail. */
const writes = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members)
    .filter(([, route]: [string, Route]) => route.method !== 'GET')
    .filter(([, route]: [string, Route]) => ['edit', 'manage', 'own'].includes(route.access))
    .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
);

/** A call that succeeds: what its path names and what it is given. */
type Call = { id?: string; body?: unknown; version?: number };

/**
 * How each write is called so that it succeeds. A new write finds its row here, or, where it cannot be called without
 * the outside world, the test of its feature that holds it stands in `heldBeside`.
 */
const calls: Readonly<Record<string, (things: Things) => Promise<Call>>> = {
  'agents.create': async () => ({ body: { agent_name: 'Front desk', agent_type: 'inbound' } }),
  'agents.save': async ({ agent }) => ({ id: await agent(), body: { agent_prompt: 'Be kind.' } }),
  'agents.publish': async ({ agent }) => ({ id: await agent(), body: { version: 1 } }),
  'agents.restoreVersion': async ({ agent }) => ({ id: await agent(), version: 1, body: {} }),
  'agents.setState': async ({ agent }) => ({ id: await agent(), body: { agent_state: 'inactive' } }),
  'agents.remove': async ({ agent }) => ({ id: await agent() }),
  'apiKeys.create': async () => ({ body: { name: 'Reports', scopes: ['calls:read'] } }),
  'apiKeys.save': async ({ make }) => ({
    id: await make('/api-keys', { name: 'Old', scopes: ['calls:read'] }, 'apiKey'),
    body: { name: 'New' },
  }),
  'apiKeys.revoke': async ({ make }) => ({
    id: await make('/api-keys', { name: 'Gone', scopes: ['calls:read'] }, 'apiKey'),
  }),
  'calls.testCall': async ({ agent }) => ({ body: { to_number: '+14155550123', agent_id: await agent() } }),
  'connections.create': async ({ vendor }) => ({ body: { vendor, name: 'Ours', settings: {} } }),
  'connections.save': async ({ make, vendor }) => ({
    id: await make('/connections', { vendor, name: 'Old', settings: {} }, 'connection'),
    body: { name: 'New', settings: {} },
  }),
  'connections.remove': async ({ make, vendor }) => ({
    id: await make('/connections', { vendor, name: 'Ours', settings: {} }, 'connection'),
  }),
  'mergeFields.create': async () => ({ body: { field_name: 'plan', field_description: 'The tariff' } }),
  'mergeFields.save': async ({ make }) => ({
    id: await make('/company-fields-mapping', { field_name: 'size', field_description: 'Old' }, 'field'),
    body: { field_description: 'New' },
  }),
  'mergeFields.remove': async ({ make }) => ({
    id: await make('/company-fields-mapping', { field_name: 'gone', field_description: 'Gone' }, 'field'),
  }),
  'numbers.save': async ({ number }) => ({
    id: await number(),
    body: { inbound_agent_id: null, outbound_agent_id: null },
  }),
  'team.renameWorkspace': async () => ({ body: { name: 'Dental care' } }),
  'team.setRole': async ({ member }) => ({ id: await member(), body: { role: 'editor' } }),
  'team.removeMember': async ({ member }) => ({ id: await member() }),
  'team.invite': async () => ({ body: { emails: ['new@example.com'], role: 'viewer' } }),
  'team.resendInvitation': async ({ invitation }) => ({ id: await invitation() }),
  'team.revokeInvitation': async ({ invitation }) => ({ id: await invitation() }),
};

/** Writes held by the tests of their own feature: every test of the product watches the trail (testing-audit.ts). */
const heldBeside: Readonly<Record<string, string>> = {
  // Afterwards the caller is no owner any more.
  'team.transferOwnership': '../features/team/team.test.ts',
  // They ask a vendor or an address of the customer.
  agentTests: '../features/agent-tests/agent-tests.test.ts',
  // Talking in the browser needs lines.
  simulations: '../features/simulations/simulations.test.ts',
  functions: '../features/functions/',
  integrations: '../features/integrations/',
  'connections.test': '../features/connections/real-providers.test.ts',
  voices: '../features/voices/voices.test.ts',
  // A carrier is asked.
  numberShops: '../features/numbers/buying/buying.test.ts',
  // Numbers that are made up or given up.
  'numbers.create': '../features/numbers/numbers.test.ts',
  'numbers.remove': '../features/numbers/numbers.test.ts',
  // It needs a number of a trunk.
  'numbers.awaitRing': '../features/numbers/numbers.test.ts',
  // They name one thing inside another.
  knowledge: '../features/knowledge/',
  // They need an uploaded file.
  uploads: '../features/campaigns/campaigns.test.ts',
  campaigns: '../features/campaigns/campaigns.test.ts',
  doNotCall: '../features/do-not-call/do-not-call.test.ts',
  webhooks: '../features/webhooks/',
};

describeOnEachDatabase(
  'The audit trail of every write',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;
    let things: Things;

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      owner = await registerUser(product, 'owner@example.com');
      await suite.database.queries.execute(sql`update users set is_email_verified = true`);
      things = await openThings(product, owner);
    });
    afterAll(() => product.close());

    const listEntries = async () => {
      const rows = await suite.database.queries.execute(
        sql`select * from audit_entries where workspace_id = ${owner.workspaceId} order by at, id`,
      );
      return rows.rows as Record<string, unknown>[];
    };

    test('a write that is silent fails the test of its product', async () => {
      const { http } = await openTestHttpServer();
      const check = watchAuditTrail(http.fastify, suite.database);
      const silent = { method: 'POST', summary: 'Writes.', tag: 'Agents', access: 'edit' } as const;
      const told = { status: 200, answer: z.object({}) } as const;
      http.mount({ ...silent, ...told, path: '/silent' }, async () => ({}));
      http.mount({ ...silent, ...told, path: '/asked', access: 'signed-in' }, async () => ({}));
      const ask = (url: string) =>
        http.fastify.inject({ method: 'POST', url, headers: { 'x-test-role': 'editor' } });
      expect((await ask('/api/v1/asked')).statusCode).toBe(200);
      expect(check).not.toThrow();
      expect((await ask('/api/v1/silent')).statusCode).toBe(200);
      expect(check).toThrow('POST /api/v1/silent');
      await http.close();
    });

    test('every write is called here, or held by the tests of its feature', () => {
      const unheld = writes
        .map(([name]) => name)
        .filter((name) => !(name in calls || name in heldBeside || (name.split('.')[0] ?? '') in heldBeside));
      expect(unheld).toEqual([]);
      for (const place of Object.values(heldBeside))
        expect([place, existsSync(new URL(place, import.meta.url))]).toEqual([place, true]);
    });

    test.each(writes.filter(([name]) => name in calls))(
      '%s leaves an entry: who, what, from where',
      async (name, route) => {
        const { id = '', body, version = 1 } = (await calls[name]?.(things)) ?? {};
        const before = (await listEntries()).length;
        const answer = await askApi(
          product,
          route.method,
          route.path.replace('{id}', id).replace('{version}', String(version)),
          { token: owner.token, address: '203.0.113.7', ...(body !== undefined && { body }) },
        );
        expect([answer.status, answer.body]).toEqual([route.status, answer.body]);
        const added = (await listEntries()).slice(before);
        expect(added).toHaveLength(1);
        expect(added[0]).toMatchObject({
          actor_kind: 'user',
          actor_id: owner.userId,
          actor_name: owner.email,
          address: '203.0.113.7',
        });
        expect(added[0]?.['subject_name']).not.toBe('');
      },
    );

    test.each(writes.filter(([name]) => name in calls))('%s refused leaves none', async (_name, route) => {
      const before = (await listEntries()).length;
      const path = route.path.replace('{id}', 'nothing').replace('{version}', '1');
      const answer = await askApi(product, route.method, path, { token: owner.token, body: { no: 1 } });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect((await listEntries()).length).toBe(before);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

/** Makes what the calls name. */
type Things = Awaited<ReturnType<typeof openThings>>;

async function openThings(product: TestProduct, { token, workspaceId }: TestUser) {
  const { db } = product.platform;
  const { agents, numbers } = product.features;
  const vendors = await askApi(product, 'GET', '/vendors', { token });
  const [vendor] = (
    vendors.body as { vendors: { id: string; settingsSchema: { required?: string[] } }[] }
  ).vendors.filter((each) => (each.settingsSchema.required ?? []).length === 0);

  const make = async (path: string, body: object, kind: string): Promise<string> => {
    const answer = await askApi(product, 'POST', path, { token, body });
    return (answer.body as Record<string, { id: string }>)[kind]?.id ?? '';
  };
  return {
    vendor: vendor?.id,
    make,
    agent: () =>
      agents.insertReadyAgent(db.queries, {
        workspaceId,
        type: 'inbound',
        name: 'Reception',
        prompt: 'Answer the phone.',
        welcomeText: 'Hello.',
      }),
    number: async () =>
      (
        await numbers.insertNumber(db.queries, {
          workspaceId,
          e164: '+14155550178',
          inboundAgentId: await agents.insertReadyAgent(db.queries, {
            workspaceId,
            type: 'inbound',
            name: 'Reception',
            prompt: 'Answer the phone.',
            welcomeText: 'Hello.',
          }),
        })
      ).id,
    member: async () => {
      const user = await registerUser(product, `member-${newId('event').toLowerCase()}@example.com`);
      await db.queries.execute(
        sql`insert into memberships (user_id, workspace_id, role) values (${user.userId}, ${workspaceId}, 'viewer')`,
      );
      return user.userId;
    },
    invitation: async () => {
      const answer = await askApi(product, 'POST', '/workspace/invitations', {
        token,
        body: { emails: [`guest-${newId('event').toLowerCase()}@example.com`], role: 'viewer' },
      });
      return (answer.body as { invitations: { id: string }[] }).invitations[0]?.id ?? '';
    },
  };
}
