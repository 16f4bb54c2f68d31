import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestPlatform,
  registerUser,
  type TestPlatform,
} from '../../start/testing-platform.ts';
import { accountMigrations, openAccounts } from './index.ts';

const email = 'ada@example.com';
const newPassword = 'Another-horse2!';

describeOnEachDatabase(
  'Mailed codes and links',
  (suite) => {
    let api: TestPlatform;
    beforeEach(async () => {
      api = await openTestPlatform(suite.database);
      openAccounts(api.platform, api.signIn, () => api.clock.nowMs);
    });
    afterEach(() => api.platform.http.close());

    const post = (path: string, body: object, address?: string) =>
      askApi(api, 'POST', path, { body, ...(address !== undefined && { address }) });
    const codeOf = (answer: Answer) => (answer.body as { error: { code: string } }).error?.code;
    const mailedCode = () => /^\d{6}$/m.exec(api.mails.at(-1)?.text ?? '')?.[0] ?? 'none';
    const mailedToken = () => /token=([\w-]+)/.exec(api.mails.at(-1)?.text ?? '')?.[1] ?? 'none';
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const verify = (otp: string, to = email) => post('/auth/verify-email', { email: to, otp });
    const isVerified = async (token: string) =>
      ((await askApi(api, 'GET', '/users/me', { token })).body as { isEmailVerified: boolean })
        .isEmailVerified;
    /** An answer without what differs between any two. */
    const told = ({ status, body }: Answer) => {
      const { error, ...rest } = body as { error?: { requestId?: string } };
      const { requestId: _id, ...words } = error ?? {};
      return { status, rest, words };
    };

    test('signup mails a code and a link with it; the code proves the email once', async () => {
      const { token } = await registerUser(api, email);
      expect(api.mails).toHaveLength(1);
      expect(api.mails[0]).toMatchObject({ to: email, subject: expect.stringMatching(/^\d{6} is your/) });
      const code = mailedCode();
      expect(api.mails[0]?.text).toContain(`/app/verify-email?code=${code}`);
      expect(await isVerified(token)).toBe(false);
      expect((await verify(code)).body).toEqual({
        success: true,
        message: 'Your email has been successfully verified.',
      });
      expect(await isVerified(token)).toBe(true);
      expect(codeOf(await verify(code))).toBe('code_wrong');
    });

    test('a signup that cannot mail its code leaves no account behind', async () => {
      api.platform.mailer.send = async () => {
        throw new Error('The outbox is full.');
      };
      const body = {
        email,
        password: newPassword,
        firstName: 'A',
        lastName: 'L',
        phone: '4155550123',
        countryCode: '+1',
      };
      expect((await post('/auth/register', body)).status).toBe(500);
      const { rows } = await suite.database.queries.execute(
        sql`select (select count(*)::int from users) as users, (select count(*)::int from workspaces) as workspaces`,
      );
      expect(rows).toEqual([{ users: 0, workspaces: 0 }]);
    });

    test('only a keyed hash of the code is kept', async () => {
      await registerUser(api, email);
      const { rows } = await suite.database.queries.execute(sql`select * from mailed_secrets`);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(mailedCode());
    });

    test('a code runs out after a quarter of an hour', async () => {
      await registerUser(api, email);
      const code = mailedCode();
      api.clock.nowMs += 15 * 60_000;
      expect(codeOf(await verify(code))).toBe('code_wrong');
    });

    test('five wrong tries void a code; the right one comes too late', async () => {
      const { token } = await registerUser(api, email);
      const code = mailedCode();
      for (let count = 0; count < 5; count += 1) expect(codeOf(await verify(wrong(code)))).toBe('code_wrong');
      expect(codeOf(await verify(code))).toBe('code_wrong');
      expect(await isVerified(token)).toBe(false);
    });

    test('of the right code sent at once ten times one proves the email, and tries at once are limited too', async () => {
      await registerUser(api, email);
      const code = mailedCode();
      const answers = await Promise.all(Array.from({ length: 4 }, () => verify(code)));
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    });

    test('a new code voids the old one', async () => {
      await registerUser(api, email);
      const old = mailedCode();
      const answer = await post('/auth/resend-otp', { email: ' Ada@Example.com' });
      expect(answer.body).toEqual({
        success: true,
        message: 'A new verification code has been sent to your email.',
      });
      await api.runJobs();
      expect(api.mails).toHaveLength(2);
      const code = mailedCode();
      if (code !== old) expect(codeOf(await verify(old))).toBe('code_wrong');
      expect((await verify(code)).status).toBe(200);
      await post('/auth/resend-otp', { email });
      await api.runJobs();
      expect(api.mails).toHaveLength(2);
    });

    test('wrong codes, new codes and links are answered alike for known and unknown emails, by the same work', async () => {
      await registerUser(api, email);
      for (const [path, rest] of [
        ['/auth/verify-email', { otp: wrong(mailedCode()) }],
        ['/auth/resend-otp', {}],
        ['/auth/forgot-password', {}],
      ] as const) {
        api.jobs.length = 0;
        const mails = api.mails.length;
        const known = await post(path, { email, ...rest });
        const work = api.jobs.map((job) => job.name);
        const unknown = await post(path, { email: 'nobody@example.com', ...rest });
        expect(told(unknown)).toEqual(told(known));
        // What depends on the account is left to a job: the request does the same either way, and mails nothing.
        expect(api.jobs.map((job) => job.name)).toEqual([...work, ...work]);
        expect(api.mails).toHaveLength(mails);
      }
      api.jobs.splice(0, 1);
      await api.runJobs();
      expect(api.mails.map((mail) => mail.to)).toEqual([email]);
    });

    test('mails are limited per email, known or not, and per address', async () => {
      await api.platform.http.close();
      api = await openTestPlatform(suite.database, { requestsPerMinute: 1_200 });
      openAccounts(api.platform, api.signIn, () => api.clock.nowMs);
      for (const to of [email, 'nobody@example.com']) {
        for (let count = 0; count < 3; count += 1)
          expect((await post('/auth/forgot-password', { email: to }, `203.0.113.${count}`)).status).toBe(200);
        const slowed = await post('/auth/resend-otp', { email: to }, '203.0.113.9');
        expect([slowed.status, slowed.headers['retry-after']]).toEqual([429, '60']);
      }
      api.clock.nowMs += 7 * 3_600_000;
      for (let count = 0; count < 10; count += 1)
        expect((await post('/auth/forgot-password', { email: `user-${count}@example.com` })).status).toBe(
          200,
        );
      expect((await post('/auth/resend-otp', { email: 'user-10@example.com' })).status).toBe(429);
      expect((await post('/auth/resend-otp', { email: 'user-10@example.com' }, '203.0.113.1')).status).toBe(
        200,
      );
    });

    test('a mailed link sets a new password once, proves the email and ends every session', async () => {
      const { token } = await registerUser(api, email);
      await post('/auth/forgot-password', { email });
      await api.runJobs();
      expect(api.mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('new password') });
      const link = mailedToken();
      const ended: string[] = [];
      api.signIn.onSessionEnded((id) => ended.push(id));
      expect(codeOf(await post('/auth/reset-password', { token: link, password: 'short' }))).toBe(
        'input_invalid',
      );
      expect((await post('/auth/reset-password', { token: link, password: newPassword })).status).toBe(200);
      expect(ended).toHaveLength(1);
      expect((await askApi(api, 'GET', '/users/me', { token })).status).toBe(401);
      expect(api.mails.at(-1)?.subject).toContain('password was changed');
      expect((await post('/auth/login', { email, password: 'Correct-horse1!' })).status).toBe(401);
      const login = await post('/auth/login', { email, password: newPassword });
      expect(login.body).toMatchObject({ user: { isEmailVerified: true } });
      expect(codeOf(await post('/auth/reset-password', { token: link, password: newPassword }))).toBe(
        'reset_link_invalid',
      );
    });

    test('a link runs out after an hour, a newer one voids it, and a made-up one is worth nothing', async () => {
      await registerUser(api, email);
      const order = async () => {
        await post('/auth/forgot-password', { email });
        await api.runJobs();
        return mailedToken();
      };
      const use = async (token: string) =>
        codeOf(await post('/auth/reset-password', { token, password: newPassword }));
      const first = await order();
      const second = await order();
      expect(second).not.toBe(first);
      expect(await use(first)).toBe('reset_link_invalid');
      api.clock.nowMs += 60 * 60_000;
      expect(await use(second)).toBe('reset_link_invalid');
      for (const token of ["' or 1=1 --", '../../etc/passwd', 'x'.repeat(200), 'ä💥'])
        expect(await use(token)).toBe('reset_link_invalid');
      expect(await use('')).toBe('input_invalid');
      expect(await use('x'.repeat(201))).toBe('input_invalid');
    });

    test.each([
      ['/auth/verify-email', { email, otp: '12345' }, 'otp'],
      ['/auth/verify-email', { email, otp: '12345a' }, 'otp'],
      ['/auth/verify-email', { email: 'x'.repeat(400), otp: '123456' }, 'email'],
      ['/auth/resend-otp', { email: '' }, 'email'],
      ['/auth/forgot-password', {}, 'email'],
      ['/auth/reset-password', { token: 'x', password: `A!a${'x'.repeat(200)}` }, 'password'],
    ])('%s refuses %o by the field', async (path, body, field) => {
      const answer = await post(path, body);
      expect(answer.status).toBe(422);
      const { details } = (answer.body as { error: { details: { field: string }[] } }).error;
      expect(details.map((each) => each.field)).toContain(field);
    });

    test('a name cannot make a mail of ours say what a stranger wants', async () => {
      const body = { email, password: newPassword, lastName: 'L', phone: '4155550123', countryCode: '+1' };
      await post('/auth/register', { ...body, firstName: 'You won! Visit https://evil.example' });
      expect(api.mails.at(-1)?.text).toMatch(/^Hello,\n/);
      expect(api.mails.at(-1)?.text).not.toContain('evil');
    });
  },
  { migrations: [accountMigrations], isEmptiedBeforeEach: true },
);
