import { Readable } from 'node:stream';
import { recordingPath } from '@parley/contract/calls';
import { type ErrorCode, errors } from '@parley/contract/errors';
import { liveFeedPath } from '@parley/contract/live-events';
import type { HttpMethod, Route } from '@parley/contract/route';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { features } from '../features/index.ts';
import { describeOnEachDatabase } from '../platform/db/testing.ts';
import { hostileTexts, hostileValues } from './testing-hostile-values.ts';
import { openTestProduct, registerUser, type TestProduct, type TestUser } from './testing-platform.ts';
import {
  allRoutes,
  bodies,
  fillPath,
  fillWorkspace,
  type Ids,
  idFields,
  isList,
  snapshot,
} from './testing-workspace.ts';

/** Good values of fields that stand in no body of the matrices, so that each bad one is looked at by itself. */
const good: Readonly<Record<string, unknown>> = {
  email: 'visitor@example.com',
  password: 'Str4nger!pass',
  currentPassword: 'N0t-the-one!',
  newPassword: 'Str4nger!pass',
  firstName: 'Sam',
  lastName: 'Stranger',
  phone: '2125550142',
  countryCode: '+1',
  otp: '123456',
  token: 'x'.repeat(43),
  agent_name: 'Fine',
  agent_type: 'inbound',
  agent_state: 'active',
  name: 'Fine',
  vendor: 'openai',
  settings: {},
  to_number: '+14155550165',
  integration_name: 'slack',
  client_id: 'client',
  client_secret: 'secret',
  value: 'https://example.com/',
  field_name: 'plan',
  field_description: 'The tariff',
  title: 'Hours',
  text: 'We open at nine.',
  description: 'Ours',
  scopes: ['calls:read'],
  role: 'viewer',
};

/** Calls that need a line or a vendor, of which this product has none: they may say that it does not answer. */
const needsOutside: Readonly<Record<string, readonly number[]>> = {
  'simulations.start': [503],
  'voices.say': [502],
};

/** The read that asks a vendor, with a grant of which the workspace of the matrices has no real one. */
const asksVendor = 'integrations.getSettings';

/** The fields of a schema, in any of its forms. */
function fieldsOf(schema: unknown): string[] {
  const { shape, options = [] } = (schema ?? {}) as { shape?: object; options?: readonly unknown[] };
  return shape ? Object.keys(shape) : options.flatMap(fieldsOf);
}

type Sent = { path: string; body?: string; headers?: Record<string, string> };
/** What an answer may be: a success of the contract, when there is one, or an error of the catalogue. */
type Asked = { name: string; method: HttpMethod; success?: Pick<Route, 'status' | 'answer'> };

// Passwords are hashed slowly, and a call is asked some hundred times.
vi.setConfig({ testTimeout: 120_000 });

describeOnEachDatabase(
  'Hostile values',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;
    let others: TestUser;
    let ids: Ids;
    let before: { own: Snapshot; others: Snapshot };

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      product.platform.storage.read = async () => Readable.from(Buffer.alloc(100));
      owner = await registerUser(product, 'owner@example.com');
      others = await registerUser(product, 'others@example.com');
      ids = await fillWorkspace(product, owner);
      await fillWorkspace(product, others, '+14155550178');
      await suite.database.queries.execute(sql`
        insert into recordings (call_id, workspace_id, storage_key, duration_ms, size_bytes, waveform)
        values (${ids.call}, ${owner.workspaceId}, 'kept.wav', 1000, 100, '{"agent":[],"customer":[]}')`);
      before = {
        own: await snapshot(suite.database.queries, owner.workspaceId),
        others: await snapshot(suite.database.queries, others.workspaceId),
      };
    });
    afterAll(() => product.close());

    /** Asks as the owner; fails for an answer that is not of the contract. The code of the error, where it is one. */
    const ask = async ({ name, method, success }: Asked, sent: Sent): Promise<ErrorCode | undefined> => {
      const about = `${name} ${sent.path.slice(0, 200)} ${sent.body?.slice(0, 200) ?? ''}`;
      const response = await product.platform.http.fastify.inject({
        method,
        url: `/api/v1${sent.path}`,
        headers: {
          authorization: `Bearer ${owner.token}`,
          ...(sent.body !== undefined && { 'content-type': 'application/json' }),
          ...sent.headers,
        },
        ...(sent.body !== undefined && { payload: sent.body }),
      });
      if (response.statusCode < 400) {
        if (success === undefined) return undefined;
        if (response.statusCode === 303) {
          expect(response.headers.location, about).toMatch(/^(http:\/\/localhost:3000)?\/app\//);
          return undefined;
        }
        expect(response.statusCode, about).toBe(success.status);
        if (success.status === 204) expect(response.payload, about).toBe('');
        else expect(success.answer.safeParse(response.json()).error, about).toBeUndefined();
        return undefined;
      }
      const body: { error: { code: ErrorCode; message: string } } = response.json();
      const { code } = body.error;
      if (code === 'too_many_requests') {
        // A limit of tries would hide what stands behind it.
        await suite.database.queries.execute(sql`delete from counted_tries`);
        return await ask({ name, method, ...(success && { success }) }, sent);
      }
      const row = errors[code];
      expect(row, `${about}: ${code}`).toBeDefined();
      expect({ about, status: response.statusCode, body }).toEqual({
        about,
        status: row.status,
        body: {
          error: {
            kind: row.kind,
            code,
            message: expect.stringMatching(/\S/),
            ...('details' in body.error && { details: expect.any(Array) }),
            requestId: expect.any(String),
          },
          message: body.error.message,
        },
      });
      if (!needsOutside[name]?.includes(row.status))
        expect(row.status, `${about}: ${code}`).toBeLessThan(500);
      expect(['not_signed_in', 'not_allowed'], about).not.toContain(code);
      return code;
    };
    const askAll = async (asked: Asked, all: readonly Sent[]): Promise<void> => {
      for (let first = 0; first < all.length; first += sentAtOnce)
        await Promise.all(all.slice(first, first + sentAtOnce).map((sent) => ask(asked, sent)));
    };

    /** The ids a call names, of things that are there. */
    const namesOf = (schema: Route['body']): Record<string, unknown> =>
      Object.fromEntries(
        [...idFields(schema)].map(([field, kind]) => [
          field,
          isList(schema, field) ? [ids[kind]] : ids[kind],
        ]),
      );
    const goodParams = (route: Pick<Route, 'params'>): Record<string, string> => ({
      id: ids.session ?? '',
      provider: 'google',
      service: 'calendar',
      ...Object.fromEntries([...idFields(route.params)].map(([field, kind]) => [field, ids[kind] ?? ''])),
    });

    test.each(allRoutes.filter(([, route]) => route.body !== undefined))(
      '%s refuses them in its body, or takes them as words',
      async (name, route) => {
        const fields = fieldsOf(route.body);
        const fine: Record<string, unknown> = {
          ...Object.fromEntries(fields.filter((field) => field in good).map((field) => [field, good[field]])),
          ...bodies[name],
          ...namesOf(route.body),
        };
        const bad = hostileValues.flatMap((value) => [
          value,
          ...fields.map((field) => ({ ...fine, [field]: value })),
        ]);
        const path = fillPath(route.path, goodParams(route));
        await askAll(
          { name, method: route.method, success: route },
          bad.map((body) => ({ path, body: JSON.stringify(body) })),
        );
      },
    );

    test.each(allRoutes.filter(([, route]) => route.query !== undefined))(
      '%s refuses them in its query, or looks for them',
      async (name, route) => {
        const path = fillPath(route.path, goodParams(route));
        await askAll(
          { name, method: route.method, success: route },
          fieldsOf(route.query).flatMap((field) =>
            hostileTexts.map((text) => ({ path: `${path}?${field}=${text}` })),
          ),
        );
      },
    );

    test('no call breaks over them in its path', async () => {
      const { streams } = product.platform.http.mounted;
      const places: (Asked & { path: string; params: string[] })[] = [
        ...allRoutes.map(([name, { method, path, params }]) => ({
          name,
          method,
          path,
          params: fieldsOf(params),
        })),
        ...streams
          .filter(({ path }) => path !== liveFeedPath)
          .map(({ path }) => ({
            name: path,
            method: 'GET' as const,
            path,
            params: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
          })),
        { name: 'no call', method: 'GET', path: '/nothing/{id}', params: ['id'] },
      ];
      for (const { path, params, ...asked } of places) {
        const paths = params.flatMap((field) =>
          hostileTexts.map((text) => fillPath(path, { ...goodParams({}), [field]: text })),
        );
        await askAll(
          asked,
          paths.map((path) => ({ path })),
        );
      }
    });

    test('ranges that are none are no fault of ours', async () => {
      const ranges = [
        'bytes=5-1',
        'bytes=99999999-',
        'bytes=-0',
        'lines=1-2',
        'bytes=0-1,4-5',
        'x'.repeat(5000),
      ];
      const asked: Asked = { name: 'recording', method: 'GET' };
      const path = fillPath(recordingPath('{id}'), { id: ids.call ?? '' });
      for (const range of ranges) await ask(asked, { path, headers: { range } });
    });

    test('bodies that are no JSON, too deep or too long are answered by the catalogue', async () => {
      const post: Asked = { name: 'agents.create', method: 'POST' };
      const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
      const codeOf = (body: string, headers: Record<string, string> = {}) =>
        ask(post, { path: '/voice-agent', body, headers });
      expect(await codeOf('{"agent_name": ')).toBe('body_unreadable');
      expect(await codeOf('')).toBe('input_invalid');
      expect(await codeOf(deep)).toBe('input_invalid');
      expect(await codeOf(`{"agent_name":${deep},"agent_type":"inbound"}`)).toBe('input_invalid');
      expect(await codeOf('{"__proto__":{"polluted":true}}')).toBe('body_unreadable');
      expect(await codeOf(`{"agent_name":"${'x'.repeat(2_000_000)}"}`)).toBe('body_too_large');
      expect(await codeOf('<xml/>', { 'content-type': 'text/xml' })).toBe('media_type_unsupported');
      const wrongMethod = await ask({ name: 'no call', method: 'PATCH' }, { path: '/voice-agent' });
      expect(wrongMethod).toBe('route_not_found');
    });

    // Stands last: it looks at what all of the above has left.
    test('nothing is lost by any of it, and every call still reads', async () => {
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
      expect(await snapshot(suite.database.queries, others.workspaceId)).toEqual(before.others);
      const after = await snapshot(suite.database.queries, owner.workspaceId);
      const lost = Object.entries(before.own).flatMap(([table, rows]) => {
        const left = new Set(after[table]?.map((row) => row['id']));
        return rows.filter((row) => !left.has(row['id'])).map((row) => `${table} ${row['id']}`);
      });
      expect(lost).toEqual([]);
      for (const [name, route] of allRoutes) {
        if (route.method !== 'GET' || route.access === 'public' || name === asksVendor) continue;
        await ask({ name, method: 'GET', success: route }, { path: fillPath(route.path, goodParams(route)) });
      }
      expect(product.entries.filter(({ level }) => level === 'error')).toEqual([]);
      expect((await product.platform.http.fastify.inject('/readyz')).statusCode).toBe(200);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

/** Requests on their way at once. */
const sentAtOnce = 8;

type Snapshot = Awaited<ReturnType<typeof snapshot>>;
