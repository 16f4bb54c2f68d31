import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../features/index.ts';
import { newId } from '../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from './testing-platform.ts';
import {
  allRoutes,
  bodies,
  fillPath,
  fillWorkspace,
  type Ids,
  idFields,
  isList,
  snapshot,
} from './testing-workspace.ts';

/** Queries without which a call would not look for the row it names. */
const queries: Readonly<Record<string, string>> = {
  'knowledge.search': '?q=hours',
  'numberShops.search': '?country=US&kind=local',
};

/** Calls after which the asking session is over; they name nothing of anybody else. */
const endsSession: ReadonlySet<string> = new Set([
  'accounts.logout',
  'accountSettings.logoutAll',
  'team.leave',
]);

/** Who may call what, in words of its own: the table the product reads is tested by it. */
const rolesThatMay: Readonly<Record<Exclude<Route['access'], 'public'>, readonly string[]>> = {
  'signed-in': ['owner', 'admin', 'editor', 'supervisor', 'viewer'],
  review: ['owner', 'admin', 'editor', 'supervisor'],
  edit: ['owner', 'admin', 'editor'],
  manage: ['owner', 'admin'],
  own: ['owner'],
};

describeOnEachDatabase(
  'Access to every call of the API',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;
    let stranger: TestUser;
    let ids: Ids;

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      owner = await registerUser(product, 'owner@example.com');
      stranger = await registerUser(product, 'stranger@example.com');
      ids = await fillWorkspace(product, owner);
    });
    afterAll(() => product.close());

    const setRole = async (role: string): Promise<TestUser> => {
      const user = await registerUser(product, `${role}-${newId('event').toLowerCase()}@example.com`);
      await suite.database.queries.execute(
        sql`update memberships set role = ${role} where user_id = ${user.userId}`,
      );
      return user;
    };
    const pathOf = ({ path }: Route, id: string) => fillPath(path, { id });

    test.each(allRoutes)('%s is open to visitors only when it says so', async (_name, route) => {
      const { status, body } = await askApi(product, route.method, pathOf(route, 'x'));
      const code = (body as { error?: { code: string } } | undefined)?.error?.code;
      if (route.access === 'public') expect(code).not.toBe('not_signed_in');
      else expect([status, code]).toEqual([401, 'not_signed_in']);
    });

    test.each(['owner', 'admin', 'editor', 'supervisor', 'viewer'])(
      'a user with the role %s may do what the role allows, in every call',
      async (role) => {
        const { token } = await setRole(role);
        for (const [name, route] of allRoutes) {
          if (endsSession.has(name)) continue;
          const { status, body } = await askApi(product, route.method, pathOf(route, 'x'), { token });
          const code = (body as { error?: { code: string } } | undefined)?.error?.code;
          const isRefused = route.access !== 'public' && !rolesThatMay[route.access].includes(role);
          expect({ name, isRefused: code === 'not_allowed' && status === 403 }).toEqual({ name, isRefused });
          expect([name, code]).not.toEqual([name, 'not_signed_in']);
        }
      },
    );

    test.each(allRoutes)(
      '%s answers another workspace as if its things were not there',
      async (name, route) => {
        const params = [...idFields(route.params)];
        const fields = [...idFields(route.body)].filter(([field]) => field !== 'id');
        const names = {
          ...bodies[name],
          ...Object.fromEntries(
            fields.map(([field, kind]) => [field, isList(route.body, field) ? [ids[kind]] : ids[kind]]),
          ),
        };
        const isNaming = route.params !== undefined || fields.length > 0;
        const body = route.body && (isNaming ? names : undefined);
        const kind = params[0]?.[1] ?? (route.params ? 'session' : undefined);
        const id = kind === undefined ? '' : ids[kind];
        if (id === undefined)
          throw new Error(`The matrix has nothing of the kind ${kind}: add it to fillWorkspace.`);
        const path = pathOf(route, id) + (queries[name] ?? '');
        if (route.access === 'public' || endsSession.has(name)) return;
        const before = await snapshot(suite.database.queries, owner.workspaceId);
        const asked = await askApi(product, route.method, path, {
          token: stranger.token,
          ...(body && { body }),
        });
        if (isNaming) {
          expect((asked.body as { error: { code: string } }).error.code).toMatch(/_not_found$/);
          expect(asked.status).toBe(404);
        }
        const told = JSON.stringify(asked.body).replaceAll(id || '-', '');
        for (const id of Object.values(ids)) expect(told).not.toContain(id);
        expect(told).not.toContain('4155550177');
        expect(await snapshot(suite.database.queries, owner.workspaceId)).toEqual(before);
      },
    );

    test('the ids a call takes are recognised by their schema', () => {
      expect([...idFields(routes.agents.get.params)]).toEqual([['id', 'agent']]);
      expect([...idFields(routes.calls.testCall.body)]).toEqual([['agent_id', 'agent']]);
      expect([...idFields(routes.numbers.save.body)].map(([, kind]) => kind)).toEqual(['agent', 'agent']);
    });

    test('its owner sees each of the things that others do not', async () => {
      const lists = ['/voice-agent', '/phone-numbers', '/connections', '/call-logs', '/auth/sessions'];
      const answers = await Promise.all(
        lists.map((path) => askApi(product, 'GET', path, { token: owner.token })),
      );
      const told = JSON.stringify(answers.map((answer) => answer.body));
      for (const kind of ['agent', 'number', 'connection', 'call', 'session'] as const)
        expect(told).toContain(ids[kind]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
