import { errors } from '@parley/contract/errors';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { expect } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { pastCallId, seedCalls } from './seed-calls.ts';
import { openSession, withProduct } from './with-product.ts';

const test = withProduct({ REQUESTS_PER_MINUTE: '1000000' });

const stranger = {
  email: 'stranger@example.com',
  password: 'Str4nger!pass',
  firstName: 'Sam',
  lastName: 'Stranger',
  phone: '2125550142',
  countryCode: '+1',
};
/** What the demo workspace owns. */
let owned: { agent: string; number: string; call: string; workspace: string };
let other: ApiClient;

test.beforeAll(async ({ product, api }) => {
  const call = pastCallId(1);
  await seedCalls(product, [
    { id: call, createdAt: '2026-03-04T20:00:00Z', turns: [['agent', 'Our secret.']] },
  ]);
  const { data } = await api.get<{ data: { id: string }[] }>('/phone-numbers');
  const me = await api.get<{ workspace: { id: string } }>('/users/me');
  owned = {
    agent: await api.findAgentId('reception'),
    number: data[0]!.id,
    call,
    workspace: me.workspace.id,
  };
  const registered = await api.send('POST', '/auth/register', stranger);
  expect(registered.status).toBe(201);
  other = await ApiClient.open(product, stranger);
});

/** Every call of the API by its name. */
const all = Object.entries(routes).flatMap(([group, members]) =>
  Object.entries(members).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
);

/** The words of an error answer; fails when it has not the form of the catalogue. */
async function readError(answer: Response): Promise<{ code: string; message: string }> {
  const body = await answer.json();
  expect(body).toEqual({
    error: {
      kind: expect.stringMatching(/^(UNAUTHORIZED|INVALID_CREDENTIALS|VALIDATION_ERROR|SERVER_ERROR)$/),
      code: expect.any(String),
      message: expect.stringMatching(/\S/),
      ...('details' in body.error && { details: expect.any(Array) }),
      requestId: expect.any(String),
    },
    message: body.error.message,
  });
  const row = errors[body.error.code as keyof typeof errors];
  expect(row, body.error.code).toBeDefined();
  expect([body.error.kind, answer.status]).toEqual([row.kind, row.status]);
  return body.error;
}

test('every read answers in the shape it documents, to a bearer token and to the cookies alike', async ({
  page,
  product,
  api,
}) => {
  await openSession(page, product);
  const shapes: Record<string, string[]> = {
    '/voice-agent': ['agents'],
    [`/voice-agent/${owned.agent}`]: ['agent'],
    '/phone-numbers': ['success', 'data', 'total', 'message'],
    '/call-logs?page=1&page_size=10': ['success', 'data', 'count', 'pagination'],
    [`/calls/${owned.call}`]: ['call'],
    '/connections': ['connections'],
    '/vendors': ['vendors'],
  };
  for (const [path, keys] of Object.entries(shapes)) {
    const byToken = await api.get<object>(path);
    expect(Object.keys(byToken).sort(), path).toEqual([...keys].sort());
    const byCookie = await page.request.get(`/api/v1${path}`);
    expect(await byCookie.json(), path).toEqual(byToken);
  }
  expect(await api.get('/call-logs')).toMatchObject({
    success: true,
    count: 1,
    pagination: { current_page: 1, total_pages: 1, has_previous: false, has_next: false },
  });
  const documented = await (await fetch(`${product.url}/api/openapi.json`)).json();
  for (const [name, route] of all)
    expect(documented.paths[`/api/v1${route.path}`]?.[route.method.toLowerCase()], name).toBeDefined();
});

test('nothing but sign-in answers a visitor, and a cookie does not work for another site', async ({
  page,
  product,
}) => {
  for (const [name, route] of all) {
    if (route.access === 'public') continue;
    const answer = await fetch(`${product.url}/api/v1${route.path.replace('{id}', owned.agent)}`, {
      method: route.method,
      headers: { authorization: 'Bearer not.a.session' },
    });
    expect([name, (await readError(answer)).code]).toEqual([name, 'not_signed_in']);
  }
  await openSession(page, product);
  const write = (headers: Record<string, string>) =>
    page.request.patch(`/api/v1/voice-agent/${owned.agent}`, { headers, data: { agent_state: 'active' } });
  expect((await write({ origin: 'https://evil.example' })).status()).toBe(403);
  expect((await write({ origin: product.url })).status()).toBe(200);
});

test('[API-3] no call sees or touches what belongs to another workspace', async ({ product, api }) => {
  const refused: [method: string, path: string, body?: object][] = [
    ['GET', `/voice-agent/${owned.agent}`],
    ['PUT', `/voice-agent/${owned.agent}`, { agent_name: 'Taken over' }],
    ['PATCH', `/voice-agent/${owned.agent}`, { agent_state: 'inactive' }],
    ['DELETE', `/voice-agent/${owned.agent}`],
    ['GET', `/calls/${owned.call}`],
    ['GET', `/calls/${owned.call}/recording`],
    ['POST', `/calls/${owned.call}/hang-up`],
    ['POST', '/agent/test-call', { to_number: '+14155550123', agent_id: owned.agent }],
    ['PUT', `/phone-numbers/${owned.number}`, { inbound_agent_id: null, outbound_agent_id: null }],
  ];
  const lists = ['/voice-agent', '/phone-numbers', '/call-logs', '/connections', '/auth/sessions'];
  const before = await Promise.all(lists.slice(0, 3).map((path) => api.get(path)));
  for (const [method, path, body] of refused) {
    const answer = await other.send(method, path, body);
    expect([path, answer.status]).toEqual([path, 404]);
    expect((await readError(answer)).code).toMatch(/_not_found$/);
  }
  for (const path of lists) {
    const told = JSON.stringify(await other.get(path));
    for (const id of Object.values(owned)) expect(told, path).not.toContain(id);
    expect(told).not.toContain('Our secret');
  }
  expect(await Promise.all(lists.slice(0, 3).map((path) => api.get(path)))).toEqual(before);

  // The live feed too: a call of one workspace is news for its own screens only.
  const leaving = new AbortController();
  const listen = async (token: string) => {
    const stream = await fetch(`${product.url}/api/v1/live`, {
      headers: { authorization: `Bearer ${token}` },
      signal: leaving.signal,
    });
    return stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  };
  const [own, foreign] = [await listen(api.token), await listen(other.token)];
  const id = await api.placeTestCall('+14155550165');
  let heard = '';
  while (!(heard.includes(id) && heard.includes('"ended"'))) heard += (await own.read()).value;
  // What comes after the other's own news would have come before it: the streams are fed in order.
  const theirs = await other.send('POST', '/voice-agent', { agent_name: 'Theirs', agent_type: 'inbound' });
  const { agent_uuid: theirAgent } = (await theirs.json()) as { agent_uuid: string };
  let overheard = '';
  while (!overheard.includes(theirAgent)) overheard += (await foreign.read()).value;
  expect(overheard).not.toContain(id);
  leaving.abort();
});

test('[API-3] a company_id is accepted and ignored: the session names the workspace', async ({ api }) => {
  for (const path of ['/voice-agent', '/phone-numbers', '/call-logs', '/connections']) {
    const mine = await other.get(path);
    for (const company of [owned.workspace, 'anything', '1'])
      expect(await other.get(`${path}?company_id=${company}`), path).toEqual(mine);
  }
  const created = await other.send('POST', '/voice-agent', {
    agent_name: 'Mine for sure',
    agent_type: 'outbound',
    company_id: owned.workspace,
  });
  expect(created.status).toBe(201);
  expect(JSON.stringify(await api.get('/voice-agent'))).not.toContain('Mine for sure');
  expect(JSON.stringify(await other.get('/voice-agent'))).toContain('Mine for sure');
});
