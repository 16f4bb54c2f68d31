import type { agentRoutes } from '@parley/contract/agents';
import type { callRoutes } from '@parley/contract/calls';
import { AppError } from '@parley/contract/errors';
import { afterEach, expect, test, vi } from 'vitest';
import { call, endpoint } from './client.ts';

const listLogs = endpoint<(typeof callRoutes)['listLogs']>('GET', '/call-logs');
const saveAgent = endpoint<(typeof agentRoutes)['save']>('PUT', '/voice-agent/{id}');

function answerWith(status: number, body: string) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => vi.unstubAllGlobals());

test('a call fills the path, writes the query and sends the body as JSON', async () => {
  const fetched = answerWith(200, '{"success":true}');
  await call(listLogs, { query: { page: 3, page_size: 10 } });
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/call-logs?page=3&page_size=10');
  expect(fetched.mock.calls[0]?.[1]?.body).toBeUndefined();

  await call(saveAgent, { params: { id: 'agt_a/b' }, body: { agent_name: 'Front desk' } });
  const [path, request] = fetched.mock.calls[1] ?? [];
  expect(path).toBe('/api/v1/voice-agent/agt_a%2Fb');
  expect(request).toMatchObject({ method: 'PUT', body: '{"agent_name":"Front desk"}' });
});

test('an error answer becomes the error of the catalogue, with the sentence of the server', async () => {
  const answer = AppError.of('agent_changed_meanwhile', { savedAt: 'noon' }).toAnswer('req-1');
  answerWith(409, JSON.stringify(answer));
  const failure = await call(saveAgent, { params: { id: 'x' }, body: {} }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(AppError);
  expect(failure).toMatchObject({ code: 'agent_changed_meanwhile', status: 409, requestId: 'req-1' });
  expect((failure as AppError).message).toContain('noon');
});

test('[ERR-1] no answer at all is a network error', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(call(listLogs, {})).rejects.toMatchObject({
    code: 'network',
    message: 'Network connection error. Please try again!',
  });
});

test("a proxy's page is judged by its status", async () => {
  answerWith(502, '<html>Bad gateway</html>');
  await expect(call(listLogs, {})).rejects.toMatchObject({ code: 'unavailable' });
  answerWith(401, '');
  await expect(call(listLogs, {})).rejects.toMatchObject({ code: 'not_signed_in' });
  answerWith(403, '<html>Forbidden</html>');
  await expect(call(listLogs, {})).rejects.toMatchObject({ code: 'refused_on_the_way', status: 400 });
  answerWith(200, 'not json');
  await expect(call(listLogs, {})).rejects.toMatchObject({ code: 'unexpected' });
});

test('a cancelled call stays a cancellation and is no network error', async () => {
  const cancelled = new AbortController();
  vi.stubGlobal('fetch', async () => {
    cancelled.abort();
    throw cancelled.signal.reason;
  });
  const failure = await call(listLogs, { signal: cancelled.signal }).catch((error: unknown) => error);
  expect(failure).not.toBeInstanceOf(AppError);
});
