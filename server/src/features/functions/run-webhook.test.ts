import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgentFunction, type WebhookFunction } from '@parley/contract/agent-functions';
import { afterEach, expect, test } from 'vitest';
import { openOutbound } from '../../platform/outbound/open-outbound.ts';
import { runWebhook } from './run-webhook.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const call = { id: 'call_1', direction: 'inbound', from_number: '+14155550101', to_number: '+14155550100' };

async function run(url: string, given: Partial<WebhookFunction> = {}, allowsPrivate = true) {
  const outbound = openOutbound({ allowsPrivate, userAgent: 'Parley' });
  const parsed = AgentFunction.parse({ id: 'f', type: 'custom_function', name: 'Order', url, ...given });
  try {
    const { trial, record } = await runWebhook(
      outbound,
      {
        function: parsed as WebhookFunction,
        arguments: { number: 7, tags: ['a'] },
        idempotencyKey: 'call_1-run-1',
        call,
      },
      new AbortController().signal,
    );
    return { ...trial, record };
  } finally {
    await outbound.close();
  }
}

test('arguments go as JSON with the call, the set headers and a key for this run', async () => {
  const heard: unknown[] = [];
  const url = await serve(async (request, response) => {
    const body = await request.setEncoding('utf8').toArray();
    heard.push(
      request.method,
      request.headers['idempotency-key'],
      request.headers['x-secret'],
      JSON.parse(body.join('')),
    );
    response.end('{ "state": "shipped" }');
  });
  const { answer, result, record } = await run(url, { headers: { 'x-secret': 'abc' } });
  expect(heard).toEqual([
    'POST',
    'call_1-run-1',
    'abc',
    { name: 'Order', args: { number: 7, tags: ['a'] }, call },
  ]);
  expect(answer).toMatchObject({ status: 200 });
  expect([result, record]).toEqual(['{"state":"shipped"}', '{"state":"shipped"}']);
});

test('for GET they stand in the address', async () => {
  const url = await serve((request, response) => response.end(request.url));
  expect((await run(`${url}/o?a=1`, { method: 'GET' })).result).toBe('/o?a=1&number=7&tags=%5B%22a%22%5D');
});

test.each([
  ['GET', 2],
  ['POST', 1],
] as const)('a gateway that is busy is asked again only by %s: %d requests', async (method, expected) => {
  let requests = 0;
  const url = await serve((_request, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 503 : 200).end('later');
  });
  const { result } = await run(url, { method });
  expect(requests).toBe(expected);
  expect(result.startsWith('It did not work')).toBe(method === 'POST');
});

test.each<[string, RequestListener, RegExp]>([
  [
    'fails',
    (_, response) => response.writeHead(500).end('out of paper'),
    /status 500. It said: out of paper/,
  ],
  ['redirects', (_, response) => response.writeHead(302, { location: '/x' }).end(), /status 302/],
  ['hangs up', (request) => request.socket.destroy(), /connection .* was lost/],
  ['never answers', () => undefined, /No answer within 1 second/],
])('a service that %s is told plainly, without a claim', async (_what, listener, words) => {
  const { result, record } = await run(await serve(listener), { timeout_ms: 1_000 });
  expect(result).toMatch(words);
  expect(result).toContain('do not claim that it was');
  // People read what the service said; what the model is to do with it is for the model alone.
  expect(record).toMatch(words);
  expect(record).not.toMatch(/Tell the person|do not claim/);
});

test('a service that is down, or inside the network where that is not allowed, is told plainly', async () => {
  const url = await serve(() => undefined);
  expect((await run(url, {}, false)).result).toMatch(/It did not work/);
  const [server] = servers.splice(0);
  await new Promise((resolve) => server?.close(resolve));
  expect((await run(url)).result).toMatch(/refused the connection/);
});

test.each([
  [
    'a page that claims to be JSON',
    'application/json',
    '<!doctype html><script>x()</script><p>Order <b>7</b></p>',
    'Order 7',
  ],
  ['bytes that are no text', 'text/plain', Buffer.from([0, 255, 65, 7, 66]), 'A B'],
  ['nothing', 'application/json', '', 'Done. The service gave no further answer.'],
])('%s is read for what it is', async (_what, type, body, expected) => {
  const url = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body),
  );
  expect((await run(url)).result).toBe(expected);
});

test('an answer without end is cut', async () => {
  const url = await serve((_request, response) => response.end('y'.repeat(500_000)));
  const { answer, result } = await run(url);
  expect(answer).toMatchObject({ is_cut: true });
  expect(result).toHaveLength(4_000);
});
