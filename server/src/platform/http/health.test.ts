import { afterEach, expect, test } from 'vitest';
import type { OpenHttpServer } from './open-http-server.ts';
import { openTestHttpServer } from './testing-http-server.ts';

let server: OpenHttpServer;
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  server.fastify.inject({ method: 'GET', url, headers, remoteAddress });

afterEach(() => server.close());

test('readiness names each dependency and is 503 as soon as one is not ready', async () => {
  ({ http: server } = await openTestHttpServer());
  let isReady = true;
  server.addReadiness('database', async () => isReady);
  server.addReadiness('storage', async () => true);
  expect((await get('/readyz')).json()).toMatchObject({
    status: 'ready',
    dependencies: { database: { isReady: true }, storage: { isReady: true } },
  });
  isReady = false;
  const answer = await get('/readyz');
  expect(answer.statusCode).toBe(503);
  expect(answer.json().dependencies).toMatchObject({
    database: { isReady: false },
    storage: { isReady: true },
  });
});

test('a dependency that fails or never answers is not ready', async () => {
  ({ http: server } = await openTestHttpServer());
  server.addReadiness('mail', () => Promise.reject(new Error('refused')));
  expect((await get('/readyz')).json().dependencies.mail.isReady).toBe(false);
});

test('a draining process is alive but not ready', async () => {
  ({ http: server } = await openTestHttpServer());
  server.drain();
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).statusCode).toBe(503);
});

test('metrics are read from this machine, or with the token, and from nowhere else', async () => {
  ({ http: server } = await openTestHttpServer({ config: { metricsToken: 'let-me-read' } }));
  await get('/healthz');
  const local = await get('/metrics');
  expect(local.statusCode).toBe(200);
  expect(local.payload).toContain('parley_http_request_duration_seconds_count{method="GET",route="/healthz"');
  expect((await get('/metrics', {}, '203.0.113.7')).statusCode).toBe(404);
  expect((await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(404);
  expect((await get('/metrics', { authorization: 'Bearer let-me-read' }, '203.0.113.7')).statusCode).toBe(
    200,
  );
  expect((await get('/metrics', { authorization: 'Bearer guess' }, '203.0.113.7')).statusCode).toBe(404);
});
