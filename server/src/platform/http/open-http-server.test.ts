import { errors } from '@parley/contract/errors';
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

  test('with the character NUL anywhere is refused: the database could not keep it', async () => {
    await start();
    const named = await post('/api/v1/things/a1', { ...goodBody, name: 'O\0ne' });
    expect(named.status).toBe(422);
    expect(named.json().error.details).toEqual([expect.objectContaining({ field: 'name' })]);
    for (const path of ['/api/v1/things/%00', '/api/v1/things/a1?page=%00'])
      expect((await post(path, goodBody)).json().error.code).toBe('route_not_found');
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
    const logged = things.entries.find((entry) => entry.level === 'error');
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
    const logged = things.entries.find((entry) => entry.sentence === 'A request was answered.');
    expect(logged?.fields).toMatchObject({
      method: 'POST',
      route: '/api/v1/things/:id',
      status: 200,
      userId: 'usr_1',
      workspaceId: 'wsp_1',
    });
    expect(JSON.stringify(things.entries)).not.toMatch(/127\.0\.0\.1|someone@|Bonn|page=7/);
  });
});

test('a process without the role api serves health and metrics and nothing else', async () => {
  await start({ servesApi: false });
  expect((await ask('/healthz')).status).toBe(200);
  expect((await ask('/metrics')).status).toBe(200);
  for (const url of ['/api/v1/open', '/api/v1/broken', '/api/openapi.json', '/api/docs', '/'])
    expect((await ask(url)).status).toBe(404);
});
