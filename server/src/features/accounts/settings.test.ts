import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  type Answer,
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';

const email = 'ada@example.com';
const password = 'Correct-horse1!';
const newPassword = 'Another-horse2!';

describeOnEachDatabase(
  'The account of a user',
  (suite) => {
    let api: TestProduct;
    let ada: TestUser;
    beforeEach(async () => {
      api = await openTestProduct(suite.database);
      ada = await registerUser(api, email);
    });
    afterEach(() => api.close());

    const ask = (method: string, path: string, body?: object, token = ada.token) =>
      askApi(api, method, path, { token, ...(body && { body }) });
    const codeOf = (answer: Answer) => (answer.body as { error?: { code: string } }).error?.code;
    const login = async (given = password) =>
      (await askApi(api, 'POST', '/auth/login', { body: { email, password: given } })).body as {
        token: string;
      };
    const isSignedIn = async (token: string) =>
      (await ask('GET', '/users/me', undefined, token)).status === 200;
    const count = async (table: string, where = sql`true`) => {
      const { rows } = await suite.database.queries.execute<{ rows: number }>(
        sql`select count(*)::int as rows from ${sql.identifier(table)} where ${where}`,
      );
      return rows[0]?.rows;
    };

    test('a new workspace has fourteen days of free trial', async () => {
      const { workspace } = (await ask('GET', '/users/me')).body as { workspace: { trial_ends_at: string } };
      const days = (Date.parse(workspace.trial_ends_at) - api.clock.nowMs) / 86_400_000;
      expect(days).toBeCloseTo(14, 2);
    });

    test('the given fields of the profile change, the others and the email stay', async () => {
      const named = await ask('PATCH', '/users/me', { firstName: ' Augusta ', user_tz: 'Europe/London' });
      expect(named.body).toMatchObject({
        name: 'Augusta Lovelace',
        firstName: 'Augusta',
        lastName: 'Lovelace',
        phoneNumber: '+14155550123',
        user_tz: 'Europe/London',
        email,
      });
      const other = await ask('PATCH', '/users/me', { phoneNumber: '', email: 'evil@example.com' });
      expect(other.body).toMatchObject({ email, phoneNumber: '', user_tz: 'Europe/London' });
      expect((await ask('GET', '/users/me')).body).toEqual(other.body);
    });

    test.each([
      [{ firstName: ' ' }, 'firstName'],
      [{ lastName: 'x'.repeat(81) }, 'lastName'],
      [{ phoneNumber: '555' }, 'phoneNumber'],
      [{ phoneNumber: '+0123456789' }, 'phoneNumber'],
      [{ phoneNumber: "'; drop table users" }, 'phoneNumber'],
      [{ user_tz: 'Mars/Olympus' }, 'user_tz'],
      [{ user_tz: '+02:00' }, 'user_tz'],
      [{ user_tz: 'x'.repeat(100) }, 'user_tz'],
      [{ firstName: 'a\u0000b' }, 'firstName'],
      [{ firstName: { $gt: '' } }, 'firstName'],
    ])('the profile refuses %o by the field', async (body, field) => {
      const answer = await ask('PATCH', '/users/me', body);
      expect(answer.status).toBe(422);
      const { details } = (answer.body as { error: { details: { field: string }[] } }).error;
      expect(new Set(details.map((each) => each.field))).toEqual(new Set([field]));
    });

    test('a new password needs the current one; the other sessions end, this one stays, and a mail tells', async () => {
      const other = await login();
      const body = { currentPassword: password, newPassword };
      expect(
        codeOf(await ask('POST', '/auth/change-password', { ...body, currentPassword: 'Wrong-1!' })),
      ).toBe('password_wrong');
      expect(codeOf(await ask('POST', '/auth/change-password', { ...body, newPassword: 'weak' }))).toBe(
        'input_invalid',
      );
      expect(await isSignedIn(other.token)).toBe(true);
      expect((await ask('POST', '/auth/change-password', body)).status).toBe(200);
      expect(await isSignedIn(other.token)).toBe(false);
      expect(await isSignedIn(ada.token)).toBe(true);
      expect(api.mails.at(-1)).toMatchObject({
        to: email,
        subject: expect.stringContaining('password was changed'),
      });
      expect(await login()).toMatchObject({ error: { code: 'credentials_wrong' } });
      expect((await login(newPassword)).token).toBeTypeOf('string');
    });

    test('whoever holds a session cannot guess the password behind it', async () => {
      const guess = () => ask('POST', '/auth/change-password', { currentPassword: 'Wrong-1!', newPassword });
      for (let tries = 0; tries < 5; tries += 1) expect(codeOf(await guess())).toBe('password_wrong');
      expect(codeOf(await guess())).toBe('too_many_requests');
      expect(codeOf(await ask('DELETE', '/users/me', { password }))).toBe('too_many_requests');
    });

    test('logging out everywhere ends every session and takes the cookies away', async () => {
      const other = await login();
      const stranger = await registerUser(api, 'grace@example.com');
      const out = await ask('POST', '/auth/logout-all');
      expect([out.status, out.cookies.length]).toEqual([200, 2]);
      expect([await isSignedIn(ada.token), await isSignedIn(other.token)]).toEqual([false, false]);
      expect(await isSignedIn(stranger.token)).toBe(true);
    });

    test('the outside network is called once the email is proved; numbers of fiction before', async () => {
      const agentId = await api.features.agents.insertReadyAgent(suite.database.queries, {
        workspaceId: ada.workspaceId,
        type: 'outbound',
        name: 'Caller',
        prompt: 'Call.',
        welcomeText: 'Hello.',
      });
      const ring = (to_number: string) => ask('POST', '/agent/test-call', { agent_id: agentId, to_number });
      const refused = await ring('+442071838750');
      expect([refused.status, codeOf(refused)]).toEqual([403, 'email_unverified']);
      expect(await count('calls')).toBe(0);
      expect((await ring('+14155550123')).status).toBe(202);
      const otp = /^\d{6}$/m.exec(api.mails[0]?.text ?? '')?.[0];
      expect((await askApi(api, 'POST', '/auth/verify-email', { body: { email, otp } })).status).toBe(200);
      expect((await ring('+442071838750')).status).toBe(202);
      // What no person places, such as a campaign, is judged by the owner.
      const { accounts } = api.features;
      const caller = { workspaceId: ada.workspaceId };
      await accounts.checkMayCallOutside(suite.database.queries, caller);
      await suite.database.queries.execute(sql`update users set is_email_verified = false`);
      await expect(accounts.checkMayCallOutside(suite.database.queries, caller)).rejects.toThrow(
        'verify your email',
      );
    });

    const addMember = async (role: string) => {
      const member = await registerUser(api, `${role}@example.com`);
      await suite.database.queries.execute(
        sql`insert into memberships (user_id, workspace_id, role) values (${member.userId}, ${ada.workspaceId}, ${role})`,
      );
      return member;
    };

    test('deleting the account needs the password, and takes the workspace with everything in it', async () => {
      const removed: string[] = [];
      api.platform.storage.remove = async (key) => void removed.push(key);
      const { queries } = suite.database;
      const other = await registerUser(api, 'grace@example.com');
      for (const { workspaceId } of [ada, other]) {
        await api.features.agents.insertReadyAgent(queries, {
          workspaceId,
          type: 'inbound',
          name: 'Reception',
          prompt: 'Answer.',
          welcomeText: 'Hello.',
        });
        const callId = `call_${workspaceId}`;
        await queries.execute(sql`
          insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state)
          values (${callId}, ${workspaceId}, 0, 'Reception', '', '', '', 'talking')`);
        await queries.execute(sql`
          insert into recordings (call_id, workspace_id, storage_key, size_bytes, duration_ms, waveform)
          values (${callId}, ${workspaceId}, ${`recordings/${workspaceId}.wav`}, 1, 1, '{}')`);
      }
      expect(codeOf(await ask('DELETE', '/users/me', { password: 'Wrong-horse1!' }))).toBe('password_wrong');
      expect(codeOf(await ask('DELETE', '/users/me', {}))).toBe('input_invalid');
      expect(await isSignedIn(ada.token)).toBe(true);

      const gone = await ask('DELETE', '/users/me', { password });
      expect([gone.status, gone.cookies.length]).toEqual([200, 2]);
      expect(await isSignedIn(ada.token)).toBe(false);
      expect(await login()).toMatchObject({ error: { code: 'credentials_wrong' } });
      expect(api.mails.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('deleted') });

      // While a call runs its rows stay, and the job looks again.
      const [job] = api.jobs.filter((each) => each.name === 'accounts.delete-workspace');
      expect(job?.data).toEqual({ workspaceId: ada.workspaceId });
      await api.runJob('accounts.delete-workspace', job?.data);
      expect(await count('calls', sql`workspace_id = ${ada.workspaceId}`)).toBe(1);
      await queries.execute(sql`update calls set state = 'ended', ended_at = now()`);
      await api.runJob('accounts.delete-workspace', job?.data);
      expect(removed).toEqual([`recordings/${ada.workspaceId}.wav`]);
      const { rows: tables } = await queries.execute<{ table_name: string }>(
        sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`,
      );
      expect(tables.length).toBeGreaterThan(5);
      for (const { table_name: table } of tables) {
        const left = await count(table, sql`workspace_id = ${ada.workspaceId}`);
        expect({ table, left }).toEqual({ table, left: 0 });
      }
      expect(await count('agents', sql`workspace_id = ${other.workspaceId}`)).toBe(1);
      expect(await count('calls', sql`workspace_id = ${other.workspaceId}`)).toBe(1);
      expect(await isSignedIn(other.token)).toBe(true);
      // The email is free again, and nothing of the old account comes back with it.
      const again = await registerUser(api, email);
      expect(again.workspaceId).not.toBe(ada.workspaceId);
    });

    test('the only owner of a workspace with others must say that it goes; they keep their accounts', async () => {
      const member = await addMember('editor');
      const refused = await ask('DELETE', '/users/me', { password });
      expect([refused.status, codeOf(refused)]).toEqual([409, 'workspace_has_members']);
      expect((refused.body as { message: string }).message).toContain("Ada's workspace");
      expect(await isSignedIn(ada.token)).toBe(true);
      expect((await ask('DELETE', '/users/me', { password, deleteWorkspace: true })).status).toBe(200);
      await api.runJob('accounts.delete-workspace', { workspaceId: ada.workspaceId });
      expect(await count('workspaces', sql`id = ${ada.workspaceId}`)).toBe(0);
      expect(await isSignedIn(member.token)).toBe(true);
    });

    test('a workspace that somebody else owns too stays when one owner leaves', async () => {
      await addMember('owner');
      expect((await ask('DELETE', '/users/me', { password })).status).toBe(200);
      expect(api.jobs.filter((job) => job.name === 'accounts.delete-workspace')).toEqual([]);
      expect(await count('workspaces', sql`id = ${ada.workspaceId}`)).toBe(1);
    });

    test('what a user may take along is one file, with the things of their own workspace only', async () => {
      const { queries } = suite.database;
      const stranger = await registerUser(api, 'grace@example.com');
      for (const [{ workspaceId }, name] of [
        [ada, 'Ours'],
        [stranger, 'Theirs'],
      ] as const) {
        await api.features.agents.insertReadyAgent(queries, {
          workspaceId,
          type: 'inbound',
          name,
          prompt: 'Answer.',
          welcomeText: 'Hello.',
        });
        await queries.execute(sql`
          insert into calls (id, workspace_id, direction, agent_name, from_number, to_number, carrier, state, ended_at, end_reason)
          select ${`call_${name}_`} || n, ${workspaceId}, 0, ${name}, '', '', '', 'ended', now(), 'goodbye' from generate_series(1, 120) n`);
        await queries.execute(sql`
          insert into call_turns (id, call_id, speaker, text, start_ms, end_ms, was_interrupted, by)
          values (${`turn_${name}`}, ${`call_${name}_7`}, 'customer', ${`${name} words`}, 0, 1, false, 'speech')`);
      }
      const answer = await ask('GET', '/users/me/export');
      expect(answer.headers['content-disposition']).toMatch(
        /^attachment; filename="account-\d{4}-\d\d-\d\d\.json"$/,
      );
      const file = answer.body as {
        profile: { email: string };
        sessions: unknown[];
        agents: { agent_name: string }[];
        calls: { id: string; transcription: string }[];
      };
      expect(file).toMatchObject({ profile: { email }, sessions: [expect.anything()], phone_numbers: [] });
      expect(file.agents.map((agent) => agent.agent_name)).toEqual(['Ours']);
      expect(new Set(file.calls.map((call) => call.id)).size).toBe(120);
      expect(file.calls.map((call) => call.transcription).join('')).toBe('User: Ours words');
      expect(JSON.stringify(file)).not.toContain('Theirs');
      expect(JSON.stringify(file)).not.toContain(ada.token);
      expect((await askApi(api, 'GET', '/users/me/export')).status).toBe(401);
      for (let times = 0; times < 4; times += 1) await ask('GET', '/users/me/export');
      expect(codeOf(await ask('GET', '/users/me/export'))).toBe('too_many_requests');
    });
  },
  { migrations: features.map((feature) => feature.migrations), isEmptiedBeforeEach: true },
);
