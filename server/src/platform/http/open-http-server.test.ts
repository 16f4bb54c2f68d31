import { errors } from '@parley/contract/errors';
import { route } from '@parley/contract/route';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { OpenHttpServer } from './open-http-server.ts';
import { type LogEntry, openTestHttpServer } from './testing-http-server.ts';

const base = { tag: 'Things', summary: 'A thing.', status: 200 } as const;
const thing = route({
  ...base,
  method: 'POST',
  path: '/things/{id}',
  access: 'edit',
  params: z.object({ id: z.string().max(5) }),
  query: z.object({ page: z.coerce.number().int().default(1) }),
  body: z.object({ name: z.string().min(1, 'Give it a name.'), address: z.object({ city: z.string() }) }),
  answer: z.object({ id: z.string(), name: z.string(), page: z.number() }),
});
const open = route({
  ...base,
  method: 'GET',
  path: '/open',
  access: 'public',
  answer: z.object({ who: z.string() }),
});
const broken = route({ ...base, method: 'GET', path: '/broken', access: 'public', answer: z.object({}) });
const lies = route({
  ...base,
  method: 'GET',
  path: '/lies',
  access: 'public',
  answer: z.object({ count: z.number() }),
});
const rare = route({
  ...base,
  method: 'POST',
  path: '/rare',
  access: 'public',
  answer: z.object({}),
  perMinute: 2,
});
const signedIn = route({
  ...base,
  method: 'GET',
  path: '/mine',
  access: 'signed-in',
  answer: z.object({ role: z.string() }),
});

let server: OpenHttpServer;
let entries: LogEntry[];

async function start(options: Parameters<typeof openTestHttpServer>[0] = {}): Promise<void> {
  const opened = await openTestHttpServer(options);
  ({ http: server, entries } = opened);
  server.mount(thing, async ({ params, query, body }) => ({
    id: params.id,
    name: body.name,
    page: query.page,
    secret: 'never told',
  }));
  server.mount(open, async (_input, { identity }) => ({ who: identity?.role ?? 'visitor' }));
  server.mount(broken, async () => {
    throw new Error('the database burst');
  });
  server.mount(lies, async () => ({ count: 'many' as unknown as number, password: 'hunter2' }));
  server.mount(rare, async () => ({}));
  server.mount(signedIn, async (_input, { identity }) => ({ role: identity.role }));
}

type Given = {
  method?: 'GET' | 'POST' | 'DELETE' | 'PROPFIND';
  headers?: Record<string, string>;
  payload?: unknown;
};
async function ask(url: string, given: Given = {}) {
  const { method = 'GET', headers = {}, payload } = given;
  const response = await server.fastify.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  });
  const json = () => response.json();
  return { status: response.statusCode, headers: response.headers, text: response.payload, json };
}

const goodBody = { name: 'One', address: { city: 'Bonn' } };
const post = (url: string, payload: unknown, headers: Record<string, string> = { 'x-test-role': 'editor' }) =>
  ask(url, { method: 'POST', payload, headers });

afterEach(() => server.close());

describe('a call of the contract', () => {
  test('is given its parsed input and answers only what the contract names', async () => {
    await start();
    const { status, json, headers } = await post('/api/v1/things/a1?page=3', goodBody);
    expect(status).toBe(200);
    expect(json()).toEqual({ id: 'a1', name: 'One', page: 3 });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('with wrong input is answered 422 with every field that is wrong, by its path', async () => {
    await start();
    const { status, json } = await post('/api/v1/things/too-long?page=x', { name: '', address: {} });
    expect(status).toBe(422);
    expect(json().error.code).toBe('input_invalid');
    expect(json().error.details.map((each: { field: string }) => each.field)).toEqual([
      'id',
      'page',
      'name',
      'address.city',
    ]);
    expect(json().error.details[2].message).toBe('Give it a name.');
    expect(json().message).toBe(json().error.message);
  });

  test('without a body where one is needed is a validation error, not a crash', async () => {
    await start();
    const { status, json } = await ask('/api/v1/things/a1', {
      method: 'POST',
      headers: { 'x-test-role': 'editor', 'content-type': 'application/json' },
    });
    expect(status).toBe(422);
    expect(json().error.details).toEqual([expect.objectContaining({ field: 'body' })]);
  });

  test('whose handler answers wrongly is a 500 that is logged and leaks nothing', async () => {
    await start();
    const { status, text } = await ask('/api/v1/lies');
    expect(status).toBe(500);
    expect(text).not.toContain('hunter2');
    expect(text).not.toContain('many');
    const logged = entries.find((entry) => entry.level === 'error');
    expect(logged?.fields).toMatchObject({ route: '/api/v1/lies' });
    expect(logged?.fields['reason']).toContain('count invalid_type');
  });

  test('whose handler fails is a 500 in the words of the catalogue, with the request id to ask for', async () => {
    await start();
    const { status, json, headers, text } = await ask('/api/v1/broken');
    expect(status).toBe(500);
    expect(json().error).toMatchObject({ code: 'unexpected', message: errors.unexpected.message });
    expect(json().error.requestId).toBe(headers['x-request-id']);
    expect(text).not.toContain('burst');
  });
});

describe('access', () => {
  test('a visitor reaches public calls only, and is told to sign in before the body is looked at', async () => {
    await start();
    expect((await ask('/api/v1/open')).json()).toEqual({ who: 'visitor' });
    expect((await ask('/api/v1/mine')).json().error.code).toBe('not_signed_in');
    const unread = await ask('/api/v1/things/a1', {
      method: 'POST',
      payload: '{ not json',
      headers: { 'content-type': 'application/json' },
    });
    expect(unread.status).toBe(401);
  });

  test.each([
    ['owner', 200],
    ['admin', 200],
    ['editor', 200],
    ['supervisor', 403],
    ['viewer', 403],
  ])('an edit by %s is answered %i', async (role, status) => {
    await start();
    expect((await post('/api/v1/things/a1', goodBody, { 'x-test-role': role })).status).toBe(status);
    expect((await ask('/api/v1/mine', { headers: { 'x-test-role': role } })).status).toBe(200);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['another site, by fetch metadata', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a sibling host, by fetch metadata', { 'sec-fetch-site': 'same-site' }, 403],
    ['the public address', { origin: 'http://localhost:3000' }, 200],
    ['the host that was asked', { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' }, 200],
    ['our own page, by fetch metadata', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a program', {}, 200],
    ['a program with a bearer token', { origin: 'https://evil.example', authorization: 'Bearer abc' }, 200],
  ])('a write from %s is judged by its origin', async (_who, headers, status) => {
    await start();
    const given = await post('/api/v1/things/a1', goodBody, { 'x-test-role': 'owner', ...headers });
    expect(given.status).toBe(status);
    if (status === 403) expect(given.json().error.code).toBe('origin_refused');
  });

  test('public writes, such as signing in, are refused to other sites too', async () => {
    await start();
    const { json } = await ask('/api/v1/rare', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect(json().error.code).toBe('origin_refused');
  });
});

describe('anything that cannot be served', () => {
  const signed = { 'x-test-role': 'owner' };
  test.each([
    [
      'bad JSON',
      { payload: '{"a":', headers: { 'content-type': 'application/json' } },
      400,
      'body_unreadable',
    ],
    [
      'a poisoned prototype',
      { payload: '{"__proto__":{"a":1}}', headers: { 'content-type': 'application/json' } },
      400,
      'body_unreadable',
    ],
    [
      'a form',
      { payload: 'name=One', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'media_type_unsupported',
    ],
    [
      'plain text',
      { payload: 'name', headers: { 'content-type': 'text/plain' } },
      415,
      'media_type_unsupported',
    ],
    [
      'more than a megabyte',
      { payload: `"${'x'.repeat(1_100_000)}"`, headers: { 'content-type': 'application/json' } },
      413,
      'body_too_large',
    ],
  ])('%s is answered by the catalogue', async (_what, given, status, code) => {
    await start();
    const answer = await ask('/api/v1/things/a1', {
      method: 'POST',
      ...given,
      headers: { ...signed, ...given.headers },
    });
    expect(answer.status).toBe(status);
    expect(answer.json().error.code).toBe(code);
  });

  test.each([
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/nothing'],
    ['DELETE', '/api/v1/things/a1'],
    ['PROPFIND', '/api/v1/things/a1'],
    ['GET', '/api/v1/things/%E0%A4%A'],
    ['GET', `/api/v1/things/${'x'.repeat(5000)}`],
    ['GET', '/nothing.js'],
    ['GET', '/dev/outbox'],
  ] as const)('%s %s is answered 404 by the catalogue', async (method, url) => {
    await start();
    const { status, json } = await ask(`${url}?token=private`, { method });
    expect(status).toBe(404);
    expect(json().error.code).toBe('route_not_found');
    expect(json().message).not.toContain('private');
  });
});

describe('rate limits', () => {
  test('a route stops at its own limit and says when to come back; others go on', async () => {
    await start();
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await ask('/api/v1/rare', { method: 'POST' })).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { json, headers } = await ask('/api/v1/rare', { method: 'POST' });
    expect(json().error.code).toBe('too_many_requests');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('/api/v1/open')).status).toBe(200);
  });

  test('all calls together stop at the general limit, also those of no route', async () => {
    await start({ config: { requestsPerMinute: 3 } });
    for (let count = 0; count < 3; count += 1) await ask('/api/v1/nothing');
    expect((await ask('/api/v1/nothing')).json().error.code).toBe('too_many_requests');
    expect((await ask('/healthz')).status).toBe(200);
  });

  test('raising the general limit raises those of routes with it', async () => {
    await start({ config: { requestsPerMinute: 12_000 } });
    for (let count = 0; count < 20; count += 1)
      expect((await ask('/api/v1/rare', { method: 'POST' })).status).toBe(200);
    expect((await ask('/api/v1/rare', { method: 'POST' })).status).toBe(429);
  });
});

describe('every answer', () => {
  test('carries a request id: the one given when it is harmless, else a new one', async () => {
    await start();
    const given = await ask('/api/v1/open', { headers: { 'x-request-id': 'trace-12345' } });
    expect(given.headers['x-request-id']).toBe('trace-12345');
    const harmful = await ask('/api/v1/open', { headers: { 'x-request-id': 'a b"<script>' } });
    expect(harmful.headers['x-request-id']).toMatch(/^req_[\w-]{16}$/);
  });

  test('carries the security headers, and no inline script may run', async () => {
    await start();
    const { headers } = await ask('/api/v1/open');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('same-origin');
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  test('over https also asks the browser to stay with https', async () => {
    await start({ config: { publicUrl: 'https://voice.example.com' } });
    expect((await ask('/api/v1/open')).headers['strict-transport-security']).toContain('max-age=31536000');
  });

  test('is logged by route, status and ids, without the address or what was asked', async () => {
    await start();
    await post('/api/v1/things/a1?page=7', goodBody);
    const logged = entries.find((entry) => entry.sentence === 'A request was answered.');
    expect(logged?.fields).toMatchObject({
      method: 'POST',
      route: '/api/v1/things/:id',
      status: 200,
      userId: 'usr_1',
      workspaceId: 'wsp_1',
    });
    expect(JSON.stringify(entries)).not.toMatch(/127\.0\.0\.1|someone@|Bonn|page=7/);
  });
});
