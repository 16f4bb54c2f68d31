import { listAreas, scopeOf } from '@parley/contract/api-areas';
import type { ApiKey } from '@parley/contract/api-keys';
import { recordingPath } from '@parley/contract/calls';
import { liveFeedPath } from '@parley/contract/live-events';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { makeKey } from './key-secret.ts';
import { requestsPerKeyAndMinute } from './open-key-access.ts';

const allRoutes = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
);
const areas = listAreas(allRoutes.map(([, route]) => route));
const allScopes = areas.flatMap(({ area, can }) => can.map((each) => `${area}:${each}`));
const refusals = ['api_key_lacks_scope', 'api_key_not_for_this', 'api_key_invalid', 'not_signed_in'];

describeOnEachDatabase(
  'API keys',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      user = await registerUser(product, 'ada@example.com');
    });
    afterAll(() => product.close());

    const ask = (method: string, path: string, token: string, body?: unknown) =>
      askApi(product, method, path, { token, ...(body !== undefined && { body }) });
    const codeOf = (answer: Answer) => (answer.body as { error?: { code: string } } | undefined)?.error?.code;
    const make = async (scopes: string[], more: object = {}, maker = user) => {
      const answer = await ask('POST', '/api-keys', maker.token, { name: 'Reports', scopes, ...more });
      expect(answer.status).toBe(201);
      return answer.body as { apiKey: ApiKey; secret: string };
    };
    const list = async () => {
      const { body } = await ask('GET', '/api-keys', user.token);
      return (body as { apiKeys: ApiKey[] }).apiKeys;
    };
    const pathOf = (route: Route) => route.path.replace(/\{\w+\}/g, 'x');
    const setRole = async (of: TestUser, role: string) => {
      await suite.database.queries.execute(
        sql`update memberships set role = ${role} where user_id = ${of.userId}`,
      );
      product.clock.nowMs += 4_000;
    };

    test('no key reaches a call outside its scopes, and every open call is reached by the key it names', async () => {
      const everything = (await make(allScopes)).secret;
      const keys = new Map<string | null, { only: string; allBut: string }>();
      for (const scope of allScopes) {
        const others = allScopes.filter((other) => other !== scope);
        keys.set(scope, { only: (await make([scope])).secret, allBut: (await make(others)).secret });
      }
      for (const [name, route] of allRoutes) {
        if (route.access === 'public') continue;
        const reach = async (key: string) => codeOf(await ask(route.method, pathOf(route), key));
        const key = keys.get(scopeOf(route));
        if (key === undefined) {
          expect([name, await reach(everything)]).toEqual([name, 'api_key_not_for_this']);
          continue;
        }
        expect([name, await reach(key.allBut)]).toEqual([name, 'api_key_lacks_scope']);
        expect(refusals, name).not.toContain(await reach(key.only));
      }
    });

    test('calls about people, sign-in, money and keys are open to no key', () => {
      const closed = allRoutes.filter(([, route]) => scopeOf(route) === null).map(([name]) => name);
      const groups = new Set(closed.map((name) => name.split('.')[0]));
      for (const group of ['accounts', 'apiKeys', 'audit']) expect(groups).toContain(group);
      expect(allScopes).toContain('agents:write');
      expect(allScopes).toContain('calls:read');
      for (const scope of allScopes) expect(scope).not.toMatch(/^(accounts|api-keys|team|billing)/);
    });

    test('a key opens recordings with calls:read, and the live feed to no key', async () => {
      const path = recordingPath('call_0000000000000000000000');
      const reader = (await make(['calls:read'])).secret;
      const other = (await make(['agents:read'])).secret;
      expect(codeOf(await ask('GET', path, reader))).toBe('recording_not_found');
      expect(codeOf(await ask('GET', path, other))).toBe('api_key_lacks_scope');
      expect(product.platform.http.mounted.streams).not.toContainEqual(
        expect.objectContaining({ path: liveFeedPath, scope: expect.anything() }),
      );
    });

    test('a key is told once, stored as a hash, and listed by how it begins and ends', async () => {
      const { apiKey, secret } = await make(['calls:read', 'agents:read', 'calls:read'], {
        expiresInDays: 30,
      });
      expect(apiKey).toMatchObject({
        name: 'Reports',
        scopes: ['agents:read', 'calls:read'],
        state: 'active',
        createdBy: 'Ada Lovelace',
        lastUsedAt: null,
      });
      expect(Date.parse(apiKey.expiresAt ?? '') - product.clock.nowMs).toBe(30 * 24 * 3_600_000);
      expect(apiKey.hint).toBe(`${secret.slice(0, 8)}…${secret.slice(-4)}`);
      const { rows } = await suite.database.queries.execute(sql`select * from api_keys`);
      const told = await ask('GET', '/api-keys', user.token);
      for (const text of [JSON.stringify(rows), JSON.stringify(told.body)])
        expect(text).not.toContain(secret);
    });

    test('when it was last used is marked, to the minute', async () => {
      const { apiKey, secret } = await make(['agents:read']);
      const lastUsed = async () => (await list()).find(({ id }) => id === apiKey.id)?.lastUsedAt;
      await ask('GET', '/voice-agent', secret);
      await expect.poll(lastUsed).toBe(new Date(product.clock.nowMs).toISOString());
      const first = await lastUsed();
      product.clock.nowMs += 30_000;
      await ask('GET', '/voice-agent', secret);
      expect(await lastUsed()).toBe(first);
      product.clock.nowMs += 31_000;
      await ask('GET', '/voice-agent', secret);
      await expect.poll(lastUsed).toBe(new Date(product.clock.nowMs).toISOString());
    });

    test('a revoked key stops at once, in every process, and stays in the list', async () => {
      const second = await openTestProduct(suite.database);
      const { apiKey, secret } = await make(['agents:read']);
      const reach = async (where: TestProduct) =>
        (await askApi(where, 'GET', '/voice-agent', { token: secret })).status;
      expect([await reach(product), await reach(second)]).toEqual([200, 200]);
      await ask('DELETE', `/api-keys/${apiKey.id}`, user.token);
      await expect.poll(() => reach(product)).toBe(401);
      await expect.poll(() => reach(second)).toBe(401);
      expect((await list()).find(({ id }) => id === apiKey.id)).toMatchObject({ state: 'revoked' });
      expect(codeOf(await ask('PATCH', `/api-keys/${apiKey.id}`, user.token, { name: 'Back' }))).toBe(
        'api_key_not_found',
      );
      await second.close();
    });

    test('a key stops the moment it expires, though it was used just before', async () => {
      const { apiKey, secret } = await make(['agents:read'], { expiresInDays: 1 });
      product.clock.nowMs += 24 * 3_600_000 - 1_000;
      expect((await ask('GET', '/voice-agent', secret)).status).toBe(200);
      product.clock.nowMs += 1_000;
      expect(codeOf(await ask('GET', '/voice-agent', secret))).toBe('api_key_invalid');
      expect((await list()).find(({ id }) => id === apiKey.id)).toMatchObject({ state: 'expired' });
    });

    test('a key may do at most what its maker may do now, and stops when they leave', async () => {
      const maker = await registerUser(product, 'grace@example.com');
      const { secret } = await make(['webhooks:read', 'agents:read', 'agents:write'], {}, maker);
      const listWebhooks = async () => codeOf(await ask('GET', '/webhooks', secret));
      expect(await listWebhooks()).toBeUndefined();
      await setRole(maker, 'viewer');
      expect(await listWebhooks()).toBe('not_allowed');
      expect((await ask('GET', '/voice-agent', secret)).status).toBe(200);
      await suite.database.queries.execute(sql`delete from memberships where user_id = ${maker.userId}`);
      product.clock.nowMs += 4_000;
      expect(await listWebhooks()).toBe('api_key_invalid');
    });

    test('names and scopes can be changed, and count at once', async () => {
      const { apiKey, secret } = await make(['agents:read']);
      expect(codeOf(await ask('GET', '/call-logs', secret))).toBe('api_key_lacks_scope');
      const changed = await ask('PATCH', `/api-keys/${apiKey.id}`, user.token, {
        name: 'Calls',
        scopes: ['calls:read'],
      });
      expect((changed.body as { apiKey: ApiKey }).apiKey).toMatchObject({
        name: 'Calls',
        scopes: ['calls:read'],
      });
      await expect.poll(async () => (await ask('GET', '/call-logs', secret)).status).toBe(200);
      expect(codeOf(await ask('GET', '/voice-agent', secret))).toBe('api_key_lacks_scope');
    });

    test('what was done with a key stands in the audit trail under its name', async () => {
      const { apiKey, secret } = await make(['webhooks:write'], { name: 'Setup script' });
      await ask('POST', '/webhooks', secret, { url: 'http://127.0.0.1:9/', events: ['call.ended'] });
      const { body } = await ask('GET', '/audit-log', user.token);
      expect((body as { entries: object[] }).entries[0]).toMatchObject({
        action: 'webhook.created',
        actor: { kind: 'api_key', id: apiKey.id, name: 'Setup script' },
      });
    });

    test.each([
      ['a key nobody has', makeKey()],
      ['a mistyped key', `${makeKey().slice(0, -1)}_`],
      ['the prefix alone', 'pky_'],
      ['a long key', `pky_${'x'.repeat(5_000)}`],
    ])('%s is refused', async (_what, token) => {
      const answer = await ask('GET', '/voice-agent', token);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'api_key_invalid']);
    });

    test('bad names, scopes and times are refused', async () => {
      const create = async (body: object) => codeOf(await ask('POST', '/api-keys', user.token, body));
      const good = { name: 'One', scopes: ['calls:read'] };
      expect(await create({ ...good, name: ' ' })).toBe('input_invalid');
      expect(await create({ ...good, scopes: [] })).toBe('input_invalid');
      expect(await create({ ...good, scopes: ['*'] })).toBe('input_invalid');
      expect(await create({ ...good, scopes: ['team:write'] })).toBe('api_scope_unknown');
      expect(await create({ ...good, expiresInDays: 0 })).toBe('input_invalid');
    });

    test('a key is slowed down by itself, and is told when to come back', async () => {
      const limited = await openTestProduct(suite.database, { requestsPerMinute: 1_200 });
      const { secret } = await make(['agents:read']);
      const other = (await make(['agents:read'])).secret;
      limited.clock.nowMs = Math.ceil(product.clock.nowMs / 60_000) * 60_000;
      for (let count = 0; count < requestsPerKeyAndMinute; count += 1)
        await askApi(limited, 'GET', '/call-logs', { token: secret });
      const refused = await askApi(limited, 'GET', '/voice-agent', { token: secret });
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
      expect((await askApi(limited, 'GET', '/voice-agent', { token: other })).status).toBe(200);
      limited.clock.nowMs += 60_000;
      expect((await askApi(limited, 'GET', '/voice-agent', { token: secret })).status).toBe(200);
      await limited.close();
    });

    test('a workspace can have so many keys and no more', async () => {
      const crowded = await registerUser(product, 'crowded@example.com');
      for (let count = 0; count < 100; count += 1) await make(['calls:read'], {}, crowded);
      const answer = await ask('POST', '/api-keys', crowded.token, {
        name: 'One more',
        scopes: ['calls:read'],
      });
      expect(codeOf(answer)).toBe('api_keys_at_limit');
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
