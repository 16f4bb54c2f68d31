import { sessionMarkerCookie } from '@parley/contract/accounts';
import { liveFeedPath } from '@parley/contract/live-events';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestPlatform,
  registerUser,
  type TestPlatform,
  type TestPlatformOptions,
} from '../../start/testing-platform.ts';
import { accountMigrations, openAccounts } from './index.ts';

const email = 'ada@example.com';
const password = 'Correct-horse1!';

describeOnEachDatabase(
  'Accounts',
  (suite) => {
    let api: TestPlatform;
    const open = async (options: TestPlatformOptions = {}): Promise<TestPlatform> => {
      const opened = await openTestPlatform(suite.database, options);
      openAccounts(opened.platform, opened.signIn, () => opened.clock.nowMs);
      opened.platform.http.mountStream(liveFeedPath, { access: 'signed-in' }, async ({ reply }) =>
        reply.send('live'),
      );
      return opened;
    };
    beforeEach(async () => {
      api = await open();
    });
    afterEach(() => api.platform.http.close());

    const login = (given: { password?: string; email?: string; address?: string } = {}) =>
      askApi(api, 'POST', '/auth/login', {
        body: { email: given.email ?? email, password: given.password ?? password },
        ...(given.address !== undefined && { address: given.address }),
      });
    const cookieHeader = (answer: Answer) => answer.cookies.map((each) => each.split(';')[0]).join('; ');
    const errorOf = (answer: Answer) => (answer.body as { error: { code: string } }).error.code;

    test('registering creates the account and its workspace, unverified, and signs in', async () => {
      const answer = await askApi(api, 'POST', '/auth/register', {
        body: {
          email: ' Ada@Example.com ',
          password,
          firstName: 'Ada',
          lastName: 'Lovelace',
          phone: '(415) 555-0123',
          countryCode: '+1',
        },
      });
      expect(answer.status).toBe(201);
      const { user } = answer.body as { user: Record<string, unknown> };
      expect(user).toMatchObject({
        email,
        name: 'Ada Lovelace',
        phoneNumber: '+14155550123',
        isEmailVerified: false,
        role: 'owner',
        permissions: ['signed-in', 'review', 'edit', 'manage', 'own'],
        workspace: { id: expect.stringMatching(/^wsp_/), name: "Ada's workspace" },
      });
      const me = await askApi(api, 'GET', '/users/me', { headers: { cookie: cookieHeader(answer) } });
      expect(me.body).toEqual(user);
    });

    test.each([
      ['a weak password', { password: 'short' }, 'password'],
      ['a bad email', { email: 'not-an-email' }, 'email'],
      ['a short phone number', { phone: '123' }, 'phone'],
      ['no first name', { firstName: ' ' }, 'firstName'],
    ])('registering with %s is refused by the field', async (_what, wrong, field) => {
      const body = { email, password, firstName: 'A', lastName: 'L', phone: '4155550123', countryCode: '+1' };
      const answer = await askApi(api, 'POST', '/auth/register', { body: { ...body, ...wrong } });
      expect(answer.status).toBe(422);
      const { details } = (answer.body as { error: { details: { field: string }[] } }).error;
      expect(details.map((each) => each.field)).toContain(field);
    });

    test('an email that exists cannot be registered again, whatever its case', async () => {
      await registerUser(api, email);
      const body = { password, firstName: 'A', lastName: 'L', phone: '4155550123', countryCode: '+1' };
      const again = await askApi(api, 'POST', '/auth/register', {
        body: { ...body, email: 'ADA@example.com' },
      });
      expect([again.status, errorOf(again)]).toEqual([409, 'email_taken']);
      expect(again.cookies).toEqual([]);
    });

    test('signing in is answered 201 with the profile, a hidden session and a readable marker', async () => {
      await registerUser(api, email);
      const answer = await login();
      expect(answer.status).toBe(201);
      const session = answer.cookies.find((each) => each.startsWith('parley.session_token='));
      const marker = answer.cookies.find((each) => each.startsWith(`${sessionMarkerCookie}=1;`));
      expect(session).toMatch(/HttpOnly/i);
      expect(session).toMatch(/SameSite=Lax/i);
      expect(session).not.toMatch(/Secure/i);
      expect(marker).not.toMatch(/HttpOnly/i);
      expect(marker).not.toContain((answer.body as { token: string }).token);
    });

    test('behind https the cookies are sent over https only', async () => {
      await registerUser(api, email);
      await api.platform.http.close();
      api = await open({ publicUrl: 'https://voice.example.com' });
      const { cookies } = await login();
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) expect(cookie).toMatch(/; Secure/i);
      expect(cookies[0]).toMatch(/^__Secure-parley\.session_token=/);
    });

    test('cookie and bearer token both prove the session; a wrong one proves nothing', async () => {
      await registerUser(api, email);
      const answer = await login();
      const { token } = answer.body as { token: string };
      const me = (headers: Record<string, string>) => askApi(api, 'GET', '/users/me', { headers });
      expect((await me({ cookie: cookieHeader(answer) })).status).toBe(200);
      expect((await me({ authorization: `Bearer ${token}` })).status).toBe(200);
      expect((await me({ authorization: `Bearer ${token}x` })).status).toBe(401);
      expect((await me({ authorization: `Bearer x`, cookie: cookieHeader(answer) })).status).toBe(401);
      expect((await me({ authorization: 'Basic YTpi', cookie: cookieHeader(answer) })).status).toBe(401);
      expect((await me({ cookie: `parley.session_token=${token}` })).status).toBe(401);
      expect((await me({ cookie: `parley.session_token=${token}.forged` })).status).toBe(401);
      expect((await me({ cookie: `${sessionMarkerCookie}=1` })).status).toBe(401);
      expect((await me({})).status).toBe(401);
    });

    test('a wrong password and an unknown email get the same answer and cost the same work', async () => {
      await registerUser(api, email);
      const { password: work } = await api.signIn.library.$context;
      const done = [vi.spyOn(work, 'hash'), vi.spyOn(work, 'verify')];
      const refuse = async (given: { email?: string }) => {
        const before = done.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
        const answer = await login({ ...given, password: 'Wrong-horse1!' });
        const { requestId: _own, ...error } = (answer.body as { error: { requestId: string } }).error;
        const hashes = done.reduce((sum, spy) => sum + spy.mock.calls.length, 0) - before;
        return { status: answer.status, error, hashes };
      };
      const known = await refuse({});
      expect(known).toMatchObject({ status: 401, hashes: 1 });
      expect(await refuse({ email: 'nobody@example.com' })).toEqual(known);
    });

    test('after five failures the account must wait from that address, and from no other', async () => {
      await registerUser(api, email);
      for (let count = 0; count < 5; count += 1)
        await login({ password: 'Wrong-horse1!', address: '203.0.113.1' });
      const slowed = await login({ address: '203.0.113.1' });
      expect([slowed.status, errorOf(slowed), slowed.headers['retry-after']]).toEqual([
        429,
        'too_many_requests',
        '2',
      ]);
      expect((await login({ address: '203.0.113.2' })).status).toBe(201);
      api.clock.nowMs += 2_001;
      expect((await login({ address: '203.0.113.1' })).status).toBe(201);
    });

    test('logging out ends the session at once and takes both cookies away', async () => {
      await registerUser(api, email);
      const answer = await login();
      const cookie = cookieHeader(answer);
      const ended: string[] = [];
      api.signIn.onSessionEnded((id) => ended.push(id));
      expect((await askApi(api, 'GET', '/users/me', { headers: { cookie } })).status).toBe(200);
      const out = await askApi(api, 'POST', '/auth/logout', { headers: { cookie } });
      expect(out.body).toEqual({ success: true });
      expect(out.cookies).toHaveLength(2);
      for (const each of out.cookies) expect(each).toContain('=; Path=/; Max-Age=0');
      expect((await askApi(api, 'GET', '/users/me', { headers: { cookie } })).status).toBe(401);
      expect(ended).toHaveLength(1);
    });

    test('logging out without a session clears the cookies all the same', async () => {
      const out = await askApi(api, 'POST', '/auth/logout');
      expect([out.status, out.cookies.length]).toEqual([200, 2]);
    });

    test('a user sees their sessions and ends one; others cannot be ended', async () => {
      const first = await registerUser(api, email);
      const stranger = await registerUser(api, 'grace@example.com');
      const second = (await login({ address: '203.0.113.9' })).body as { token: string };
      const list = async (token: string) =>
        (
          (await askApi(api, 'GET', '/auth/sessions', { token })).body as {
            sessions: { id: string; isCurrent: boolean; address: string }[];
          }
        ).sessions;
      const sessions = await list(first.token);
      expect(sessions.map((each) => [each.isCurrent, each.address])).toEqual([
        [false, '203.0.113.9'],
        [true, '127.0.0.1'],
      ]);
      const other = sessions.find((each) => !each.isCurrent)?.id ?? '';
      const byStranger = await askApi(api, 'DELETE', `/auth/sessions/${other}`, { token: stranger.token });
      expect(errorOf(byStranger)).toBe('session_not_found');
      expect((await askApi(api, 'GET', '/users/me', { token: second.token })).status).toBe(200);
      expect((await askApi(api, 'DELETE', `/auth/sessions/${other}`, { token: first.token })).status).toBe(
        200,
      );
      expect((await askApi(api, 'GET', '/users/me', { token: second.token })).status).toBe(401);
      const again = await askApi(api, 'DELETE', `/auth/sessions/${other}`, { token: first.token });
      expect([again.status, errorOf(again)]).toEqual([404, 'session_not_found']);
    });

    test('a session that ran out proves nothing, and one in use is renewed with its cookies', async () => {
      const { token } = await registerUser(api, email);
      const cookie = cookieHeader(await login());
      await suite.database.queries.execute(sql`update sessions set expires_at = now() + interval '2 days'`);
      api.clock.nowMs += 10_000;
      const isRenewed = async () => {
        const { rows } = await suite.database.queries.execute(
          sql`select 1 from sessions where expires_at > now() + interval '3 days'`,
        );
        return rows.length > 0;
      };
      const live = await api.platform.http.fastify.inject({ url: '/api/v1/live', headers: { cookie } });
      expect([live.statusCode, await isRenewed()]).toEqual([200, false]);
      api.clock.nowMs += 10_000;
      const renewed = await askApi(api, 'GET', '/users/me', { headers: { cookie } });
      expect(renewed.status).toBe(200);
      expect(await isRenewed()).toBe(true);
      expect(renewed.cookies.some((each) => each.startsWith(`${sessionMarkerCookie}=1`))).toBe(true);
      await suite.database.queries.execute(sql`update sessions set expires_at = now() - interval '1 second'`);
      api.clock.nowMs += 10_000;
      expect((await askApi(api, 'GET', '/users/me', { token })).status).toBe(401);
    });

    test('a registration that died before its workspace was made is made good for at the next sign-in', async () => {
      await registerUser(api, email);
      await suite.database.queries.execute(sql`delete from workspaces`);
      const answer = await login();
      expect(answer.status).toBe(201);
      expect((answer.body as { user: { workspace: { name: string } } }).user.workspace.name).toBe(
        "Ada's workspace",
      );
    });

    test('sessions outlive the process', async () => {
      await registerUser(api, email);
      const cookie = cookieHeader(await login());
      await api.platform.http.close();
      api = await open();
      expect((await askApi(api, 'GET', '/users/me', { headers: { cookie } })).status).toBe(200);
    });
  },
  { migrations: [accountMigrations], isEmptiedBeforeEach: true },
);
