import { routes } from '@parley/contract/routes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountDevOutbox } from './dev-outbox.ts';
import { describeApi } from './open-api.ts';
import type { OpenHttpServer } from './open-http-server.ts';
import { openTestHttpServer } from './testing-http-server.ts';

let server: OpenHttpServer;
const get = (url: string) => server.fastify.inject({ method: 'GET', url });

beforeEach(async () => {
  ({ http: server } = await openTestHttpServer());
});
afterEach(() => server.close());

test('the document holds the calls that are served and every error each can answer', async () => {
  server.mount(routes.agents.save, async () => {
    throw new Error('not asked in this test');
  });
  const document = (await get('/api/openapi.json')).json();
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(['/api/v1/voice-agent/{id}']);
  const { put } = document.paths['/api/v1/voice-agent/{id}'];
  expect(put.operationId).toBe('putVoiceAgentById');
  expect(put.parameters).toEqual([expect.objectContaining({ name: 'id', in: 'path', required: true })]);
  expect(Object.keys(put.responses)).toEqual(['200', '401', '403', '404', '409', '422', '429', '500']);
  expect(put.requestBody.content['application/json'].schema.properties).toHaveProperty('agent_prompt');
});

test('every call of the contract can be described, each under its own name', () => {
  const all = Object.values(routes).flatMap((group) => Object.values(group));
  const { paths } = describeApi({ routes: all, productName: 'Parley', publicUrl: 'http://localhost' });
  const operations = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods),
  );
  expect(operations).toHaveLength(all.length);
  expect(new Set(operations.map((each) => each.operationId)).size).toBe(all.length);
});

test('the document names the scope a key needs, and what webhooks are sent', () => {
  const { paths, webhooks, components } = describeApi({
    routes: [routes.agents.save, routes.apiKeys.create, routes.accounts.login],
    productName: 'Parley',
    publicUrl: 'http://localhost',
  }) as Record<string, Record<string, Record<string, never>>>;
  const securityOf = (path: string, method: string) =>
    (paths?.[path]?.[method] as { security?: object[] } | undefined)?.security;
  expect(securityOf('/api/v1/voice-agent/{id}', 'put')).toContainEqual({ apiKey: ['agents:write'] });
  expect(securityOf('/api/v1/api-keys', 'post')).toEqual([{ session: [] }, { bearer: [] }]);
  expect(securityOf('/api/v1/auth/login', 'post')).toEqual([]);
  expect(components?.['securitySchemes']).toHaveProperty('apiKey');
  expect(Object.keys(webhooks ?? {})).toEqual(expect.arrayContaining(['call.ended', 'webhook.disabled']));
  expect(JSON.stringify(webhooks?.['call.ended'])).toContain('from_number');
});

test('the page and its script come from our own host and it needs no inline script', async () => {
  const page = await get('/api/docs');
  expect(page.payload).not.toMatch(/<script(?![^>]*(src=|data-url=))/);
  expect(page.payload).not.toContain('//cdn');
  expect(page.headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
  const script = await get('/api/docs/reference.js');
  expect(script.headers['content-type']).toContain('javascript');
  expect(script.rawPayload.length).toBeGreaterThan(100_000);
});

test('the outbox shows mails as text that cannot run', async () => {
  mountDevOutbox(server.fastify, {
    send: async () => undefined,
    listOutbox: async () => [
      {
        id: '1',
        sentAt: '2026-01-01T00:00:00.000Z',
        to: 'a@b.c',
        subject: '<script>x()</script>',
        text: '1 < 2',
      },
    ],
  });
  const page = await get('/dev/outbox');
  expect(page.payload).toContain('&lt;script&gt;x()');
  expect(page.payload).not.toContain('<script>');
  expect((await get('/dev/outbox.json')).json().mails).toHaveLength(1);
});
