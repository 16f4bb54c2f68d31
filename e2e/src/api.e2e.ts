import { errors } from '@parley/contract/errors';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { expect } from '@playwright/test';
import { ApiClient } from './api-client.ts';
import { hostile } from './hostile-values.ts';
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

/** Good values for what a call asks besides, so that each bad one is looked at by itself. */
const good: Record<string, unknown> = {
  agent_name: 'Fine',
  agent_type: 'inbound',
  agent_state: 'active',
  vendor: 'openai',
  name: 'Fine',
  settings: {},
  to_number: '+14155550165',
  inbound_agent_id: null,
  outbound_agent_id: null,
  ...stranger,
};

/** The fields a body may have, in any of its forms. */
function fieldsOf(schema: unknown): string[] {
  const { shape, options = [] } = schema as { shape?: object; options?: readonly unknown[] };
  return shape ? Object.keys(shape) : options.flatMap(fieldsOf);
}

test('hostile values in any field of any body are refused or taken as words, and never break the server', async ({
  product,
  api,
}) => {
  // Some thousands of requests, and more with each call of the API.
  test.setTimeout(300_000);
  for (const [name, route] of all) {
    if (!route.body || name === 'accounts.logout') continue;
    const path = route.path.replace('{id}', route.path.startsWith('/phone') ? owned.number : owned.agent);
    const fields = fieldsOf(route.body);
    const bodies = hostile.flatMap((value) => [
      value,
      ...fields.map((field) => ({
        ...Object.fromEntries(fields.filter((each) => each in good).map((each) => [each, good[each]])),
        [field]: value,
      })),
    ]);
    for (const body of bodies) {
      const answer = await api.send(route.method, path, body);
      const about = `${name} ${JSON.stringify(body)?.slice(0, 200)}`;
      expect(answer.status, about).toBeLessThan(500);
      if (answer.status >= 400) await readError(answer);
      else await answer.arrayBuffer();
    }
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
});

test('hostile paths, queries, ranges and bodies that are no JSON are answered by the catalogue', async ({
  product,
  api,
}) => {
  const words = hostile.filter((value) => typeof value === 'string').map((value) => value.slice(0, 3000));
  const places = [
    (text: string) => `/voice-agent/${text}`,
    (text: string) => `/calls/${text}`,
    (text: string) => `/calls/${text}/recording`,
    (text: string) => `/call-logs?page=${text}`,
    (text: string) => `/call-logs?page_size=${text}`,
    (text: string) => `/phone-numbers?page=${text}`,
    (text: string) => `/nothing/${text}`,
  ];
  const texts = [
    ...words.map((text) => encodeURIComponent(text.toWellFormed())),
    '%00',
    '%',
    '%ff',
    '..%2f..%2fetc%2fpasswd',
  ];
  for (const place of places) {
    for (const text of texts) {
      const answer = await api.send('GET', place(text));
      expect(answer.status, place(text)).toBeLessThan(500);
      if (answer.status >= 400) await readError(answer);
      else await answer.arrayBuffer();
    }
  }
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${product.url}/api/v1/voice-agent`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
      body,
    });
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const codes: [answer: Response, code: string][] = [
    [await post('{"agent_name": '), 'body_unreadable'],
    [await post(''), 'input_invalid'],
    [await post(deep), 'input_invalid'],
    [await post(`{"agent_name":${deep},"agent_type":"inbound"}`), 'input_invalid'],
    [await post('{"__proto__":{"polluted":true}}'), 'body_unreadable'],
    [await post(`{"agent_name":"${'x'.repeat(2_000_000)}"}`), 'body_too_large'],
    [await post('<xml/>', { 'content-type': 'text/xml' }), 'media_type_unsupported'],
    [await api.send('PATCH', '/voice-agent'), 'route_not_found'],
  ];
  for (const [answer, code] of codes) expect((await readError(answer)).code).toBe(code);
  for (const range of [
    'bytes=5-1',
    'bytes=99999999-',
    'bytes=-0',
    'lines=1-2',
    'bytes=0-1,4-5',
    'x'.repeat(5000),
  ]) {
    const answer = await api.send('GET', `/calls/${owned.call}/recording`, undefined, { range });
    expect(answer.status, range.slice(0, 20)).toBeLessThan(500);
    await answer.arrayBuffer();
  }
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
});
