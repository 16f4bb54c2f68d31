import { afterEach, describe, expect, test } from 'vitest';
import { type Ask, goodBody, openThings, type Post, type Things } from './testing-things.ts';

let things: Things;
let ask: Ask;
let post: Post;
const start = async (options: Parameters<typeof openThings>[0] = {}): Promise<void> => {
  things = await openThings(options);
  ({ ask, post } = things);
};
afterEach(() => things.server.close());

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
