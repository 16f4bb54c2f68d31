import { recordingPath } from '@parley/contract/calls';
import { liveFeedPath } from '@parley/contract/live-events';
import { type Permission, Role, roleMay } from '@parley/contract/roles';
import type { Route } from '@parley/contract/route';
import { routes } from '@parley/contract/routes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { features } from '../features/index.ts';
import { newId } from '../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../platform/db/testing.ts';
import { openLiveStreams } from '../platform/http/live-streams.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from './testing-platform.ts';

describeOnEachDatabase(
  'Access to what is mounted',
  (suite) => {
    let product: TestProduct;
    let call: string;
    let users: ReadonlyMap<Role, TestUser>;

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
      const { platform, signIn } = product;
      openLiveStreams({ ...platform, authenticate: signIn.authenticate });
      const owner = await registerUser(product, 'owner@example.com');
      call = newId('call');
      await suite.database.queries.execute(sql`
        insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state, ended_at, end_reason)
        values (${call}, ${owner.workspaceId}, 0, 'Reception', '+14155550199', '+14155550177', 'sip', 'ended', now(), 'goodbye')`);
      await suite.database.queries.execute(sql`
        insert into recordings (call_id, workspace_id, storage_key, duration_ms, size_bytes, waveform)
        values (${call}, ${owner.workspaceId}, 'nothing.wav', 1000, 100, '{"agent":[],"customer":[]}')`);
      const listed = await Promise.all(
        Role.options.map(async (role): Promise<[Role, TestUser]> => {
          const user = await registerUser(product, `one-${role}@example.com`);
          await suite.database.queries.execute(
            sql`update memberships set role = ${role}, workspace_id = ${owner.workspaceId} where user_id = ${user.userId}`,
          );
          return [role, user];
        }),
      );
      users = new Map(listed);
    });
    afterAll(() => product.close());

    const codeOf = async (path: string, token?: string): Promise<string | undefined> => {
      const answer = await askApi(product, 'GET', path, token === undefined ? {} : { token });
      return (answer.body as { error?: { code: string } } | undefined)?.error?.code;
    };
    const urlOf = (path: string) => path.replace('{id}', call);

    test('everything mounted below the API stands in the contract or is a stream, and the other way round', () => {
      const { routes: mounted, streams, urls } = product.platform.http.mounted;
      const inContract = Object.values(routes)
        .flatMap((group): Route[] => Object.values(group))
        .map((route) => `${route.method} ${route.path}`)
        .sort();
      expect(mounted.map((route) => `${route.method} ${route.path}`).sort()).toEqual(inContract);
      const known = new Set([...inContract, ...streams.map(({ path }) => `GET ${path}`)]);
      const answering = urls
        // Fastify answers HEAD wherever it answers GET, with the same checks.
        .filter((url) => / \/api\/v1(?:\/|$)/.test(url) && !/^(?:OPTIONS|HEAD) /.test(url))
        .map((url) => url.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}'));
      expect(answering.filter((url) => !known.has(url))).toEqual([]);
      expect([...known].filter((url) => !answering.includes(url))).toEqual([]);
    });

    test('recordings are for those who review, the live feed for every member', () => {
      const accessOf = new Map<string, Permission>(
        product.platform.http.mounted.streams.map(({ path, access }) => [path, access]),
      );
      expect(accessOf.get(recordingPath('{id}'))).toBe('review');
      expect(accessOf.get(liveFeedPath)).toBe('signed-in');
    });

    test('no stream is for visitors or for roles that may not have it', async () => {
      for (const { path, access } of product.platform.http.mounted.streams) {
        expect([path, await codeOf(urlOf(path))]).toEqual([path, 'not_signed_in']);
        for (const [role, { token }] of users) {
          // The live feed never ends; that it is for the signed-in alone is seen above.
          if (path === liveFeedPath) continue;
          const isRefused = (await codeOf(urlOf(path), token)) === 'not_allowed';
          expect([path, role, isRefused]).toEqual([path, role, !roleMay(role, access)]);
        }
      }
    });

    test('no stream tells another workspace of a call', async () => {
      const stranger = await registerUser(product, 'stranger@example.com');
      const naming = product.platform.http.mounted.streams.filter(({ path }) => path.includes('{id}'));
      expect(naming).not.toEqual([]);
      for (const { path } of naming)
        expect([path, await codeOf(urlOf(path), stranger.token)]).toEqual([
          path,
          expect.stringMatching(/_not_found$/),
        ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
