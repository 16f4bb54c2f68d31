import { route } from '@parley/contract/route';
import { z } from 'zod';
import type { OpenHttpServer } from './open-http-server.ts';
import { type LogEntry, openTestHttpServer } from './testing-http-server.ts';

const base = { tag: 'Agents', summary: 'A thing.', status: 200 } as const;
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

export type Things = { server: OpenHttpServer; entries: LogEntry[]; ask: Ask; post: Post };
export type Ask = (url: string, given?: Given) => Promise<Asked>;
export type Post = (url: string, payload: unknown, headers?: Record<string, string>) => Promise<Asked>;
export type Given = {
  method?: 'GET' | 'POST' | 'DELETE' | 'PROPFIND';
  headers?: Record<string, string>;
  payload?: unknown;
};
export type Asked = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
  json: () => ReturnType<typeof JSON.parse>;
};

/** A body that `POST /things/{id}` takes. */
export const goodBody = { name: 'One', address: { city: 'Bonn' } };

/** A server with a few calls of every kind of access and of failure. */
export async function openThings(options: Parameters<typeof openTestHttpServer>[0] = {}): Promise<Things> {
  const { http: server, entries } = await openTestHttpServer(options);
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

  const ask: Ask = async (url, { method = 'GET', headers = {}, payload } = {}) => {
    const response = await server.fastify.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload !== undefined && { payload: payload as object }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      json: () => response.json(),
    };
  };
  const post: Post = (url, payload, headers = { 'x-test-role': 'editor' }) =>
    ask(url, { method: 'POST', payload, headers });
  return { server, entries, ask, post };
}
