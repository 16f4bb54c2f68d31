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

const dayMs = 24 * 3600 * 1000;

describeOnEachDatabase(
  'The team of a workspace',
  (suite) => {
    let product: TestProduct;
    let owner: TestUser;
    let mails: { to: string; subject: string; text: string }[];

    beforeEach(async () => {
      product = await openTestProduct(suite.database);
      mails = [];
      product.platform.mailer.send = async (_queries, mail) => void mails.push(mail);
      owner = await registerUser(product, 'owner@example.com');
      await prove(owner.email);
      mails = [];
    });
    afterEach(() => product.close());

    const prove = (email: string) =>
      suite.database.queries.execute(
        sql`update users set is_email_verified = true where email = ${email.toLowerCase()}`,
      );
    const ask = (user: TestUser | undefined, method: string, path: string, body?: object) =>
      askApi(product, method, path, {
        ...(user && { token: user.token }),
        ...(body !== undefined && { body }),
      });
    const codeOf = (answer: Answer) => (answer.body as { error?: { code: string } }).error?.code;
    const linkOf = (mail: { text: string } | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';

    /** Mails an invitation and returns the secret of its link. */
    const invite = async (email: string, role = 'viewer'): Promise<string> => {
      const answer = await ask(owner, 'POST', '/workspace/invitations', { emails: [email], role });
      expect(answer.status).toBe(201);
      return linkOf(mails.at(-1));
    };
    /** Somebody with an account of their own who is in the owner's workspace now. */
    const join = async (name: string, role = 'viewer'): Promise<TestUser> => {
      const token = await invite(`${name}@example.com`, role === 'owner' ? 'admin' : role);
      const user = await registerUser(product, `${name}@example.com`);
      expect((await ask(user, 'POST', '/invitations/accept', { token })).status).toBe(200);
      if (role === 'owner')
        expect((await ask(owner, 'PATCH', `/workspace/members/${user.userId}`, { role })).status).toBe(200);
      return user;
    };
    const me = async (user: TestUser) =>
      (await ask(user, 'GET', '/users/me')).body as { role: string; workspace: { id: string } };

    test('an invitation is mailed as a link, of which only a hash is stored', async () => {
      const token = await invite('Ann@Example.com ', 'editor');
      expect(mails).toHaveLength(1);
      expect(mails[0]).toMatchObject({ to: 'ann@example.com' });
      expect(mails[0]?.text).toContain('owner@example.com');
      expect(mails[0]?.text).toContain('Editor');
      const stored = JSON.stringify(
        (await suite.database.queries.execute(sql`select * from invitations`)).rows,
      );
      expect(stored).not.toContain(token);
      const opened = await ask(undefined, 'POST', '/invitations/open', { token });
      expect(opened.body).toEqual({
        invitation: {
          workspace: { name: "Ada's workspace" },
          invited_by: 'Ada Lovelace',
          email: 'ann@example.com',
          role: 'editor',
          has_account: false,
        },
      });
    });

    test('signing up by the link joins, proves the email and makes no workspace of its own', async () => {
      const token = await invite('ann@example.com', 'supervisor');
      const person = { firstName: 'Ann', lastName: 'Lee', password: 'Correct-horse1!' };
      const answer = await ask(undefined, 'POST', '/invitations/sign-up', { token, ...person });
      expect(answer.status).toBe(201);
      const cookie = answer.cookies.map((each) => each.split(';')[0]).join('; ');
      const profile = await askApi(product, 'GET', '/users/me', { headers: { cookie } });
      expect(profile.body).toMatchObject({
        email: 'ann@example.com',
        isEmailVerified: true,
        role: 'supervisor',
        workspace: { id: owner.workspaceId },
      });
      const mine = await askApi(product, 'GET', '/workspaces', { headers: { cookie } });
      expect((mine.body as { workspaces: unknown[] }).workspaces).toHaveLength(1);
      expect(codeOf(await ask(undefined, 'POST', '/invitations/open', { token }))).toBe('invitation_used');
    });

    test('accepting as a signed-in user joins, and the session works there; the old workspace is one switch away', async () => {
      const token = await invite('bob@example.com', 'editor');
      const bob = await registerUser(product, 'bob@example.com');
      expect((await ask(bob, 'POST', '/invitations/accept', { token })).body).toEqual({
        workspace: { id: owner.workspaceId, name: "Ada's workspace" },
      });
      expect(await me(bob)).toMatchObject({ role: 'editor', workspace: { id: owner.workspaceId } });

      const switched = await ask(bob, 'POST', '/workspaces/switch', { workspace_id: bob.workspaceId });
      expect(switched.status).toBe(200);
      expect(await me(bob)).toMatchObject({ role: 'owner', workspace: { id: bob.workspaceId } });
      const mine = (await ask(bob, 'GET', '/workspaces')).body as {
        workspaces: { id: string; is_active: boolean }[];
      };
      expect(mine.workspaces.filter((each) => each.is_active).map((each) => each.id)).toEqual([
        bob.workspaceId,
      ]);

      // Each session has its own; a new one begins where its user was last.
      const login = await ask(undefined, 'POST', '/auth/login', {
        email: 'bob@example.com',
        password: 'Correct-horse1!',
      });
      const second = { ...bob, token: (login.body as { token: string }).token };
      expect((await me(second)).workspace.id).toBe(bob.workspaceId);
      await ask(second, 'POST', '/workspaces/switch', { workspace_id: owner.workspaceId });
      expect((await me(second)).workspace.id).toBe(owner.workspaceId);
      expect((await me(bob)).workspace.id).toBe(bob.workspaceId);
    });

    test('a link is refused to another user, twice, when expired, withdrawn, replaced, or made up', async () => {
      const first = await invite('bob@example.com');
      const mallory = await registerUser(product, 'mallory@example.com');
      const bob = await registerUser(product, 'bob@example.com');
      const accept = async (user: TestUser, token: string) =>
        codeOf(await ask(user, 'POST', '/invitations/accept', { token }));
      expect(await accept(mallory, first)).toBe('invitation_for_another');
      expect(await accept(bob, 'made-up-made-up-made-up')).toBe('invitation_not_found');
      const signUp = await ask(undefined, 'POST', '/invitations/sign-up', {
        token: first,
        firstName: 'B',
        lastName: 'B',
        password: 'Correct-horse1!',
      });
      expect(codeOf(signUp)).toBe('email_taken');

      const second = await invite('bob@example.com', 'editor');
      expect(await accept(bob, first)).toBe('invitation_not_found');
      product.clock.nowMs += 8 * dayMs;
      expect(await accept(await logIn(product, 'bob@example.com'), second)).toBe('invitation_expired');

      owner = await logIn(product, 'owner@example.com', owner);
      const open = (await ask(owner, 'GET', '/workspace/invitations')).body as {
        invitations: { id: string; is_expired: boolean }[];
      };
      expect(open.invitations).toMatchObject([{ is_expired: true }]);
      const id = open.invitations[0]?.id ?? '';
      expect((await ask(owner, 'POST', `/workspace/invitations/${id}/resend`)).status).toBe(200);
      const third = linkOf(mails.at(-1));
      expect((await ask(owner, 'DELETE', `/workspace/invitations/${id}`)).status).toBe(200);
      const again = await logIn(product, 'bob@example.com');
      expect(await accept(again, third)).toBe('invitation_not_found');

      const fourth = await invite('bob@example.com');
      const both = await Promise.all([accept(again, fourth), accept(again, fourth)]);
      expect(both.sort()).toEqual(['invitation_used', undefined].sort());
      expect(await accept(again, fourth)).toBe('invitation_used');
    });

    test('members are not invited again, unproved accounts invite nobody, and owners are never mailed', async () => {
      await join('bob');
      const asked = await ask(owner, 'POST', '/workspace/invitations', {
        emails: ['bob@example.com', 'new@example.com', 'new@example.com'],
        role: 'viewer',
      });
      expect(asked.body).toMatchObject({
        already_members: ['bob@example.com'],
        invitations: [{ email: 'new@example.com' }],
      });
      const asOwner = { emails: ['x@example.com'], role: 'owner' };
      expect((await ask(owner, 'POST', '/workspace/invitations', asOwner)).status).toBe(422);
      const fresh = await registerUser(product, 'fresh@example.com');
      mails = [];
      const unproved = await ask(fresh, 'POST', '/workspace/invitations', {
        emails: ['x@example.com'],
        role: 'viewer',
      });
      expect(codeOf(unproved)).toBe('invite_unverified');
      expect(mails).toEqual([]);
    });

    test('a changed role counts from the next request on', async () => {
      const bob = await join('bob', 'viewer');
      const agent = { agent_name: 'Front desk', agent_type: 'inbound' };
      expect(codeOf(await ask(bob, 'POST', '/voice-agent', agent))).toBe('not_allowed');
      await ask(owner, 'PATCH', `/workspace/members/${bob.userId}`, { role: 'editor' });
      expect((await ask(bob, 'POST', '/voice-agent', agent)).status).toBe(201);
      await ask(owner, 'PATCH', `/workspace/members/${bob.userId}`, { role: 'viewer' });
      expect(codeOf(await ask(bob, 'POST', '/voice-agent', agent))).toBe('not_allowed');
    });

    test('a removed member is out at once, streams included, and keeps a workspace of their own', async () => {
      const bob = await join('bob', 'editor');
      const changed: string[] = [];
      product.signIn.onUserChanged((userId) => changed.push(userId));
      expect((await ask(bob, 'GET', '/voice-agent')).status).toBe(200);
      expect((await ask(owner, 'DELETE', `/workspace/members/${bob.userId}`)).status).toBe(200);
      expect(codeOf(await ask(bob, 'GET', '/voice-agent'))).toBe('not_signed_in');
      expect(changed).toContain(bob.userId);
      const again = await logIn(product, 'bob@example.com', bob);
      expect((await me(again)).workspace.id).toBe(bob.workspaceId);
      const back = await ask(again, 'POST', '/workspaces/switch', { workspace_id: owner.workspaceId });
      expect(codeOf(back)).toBe('workspace_not_found');
    });

    test('admins manage everybody but owners, and make none', async () => {
      const admin = await join('admin', 'admin');
      const bob = await join('bob', 'viewer');
      const set = async (user: TestUser, of: TestUser, role: string) =>
        codeOf(await ask(user, 'PATCH', `/workspace/members/${of.userId}`, { role }));
      expect(await set(admin, bob, 'admin')).toBeUndefined();
      expect(await set(admin, bob, 'owner')).toBe('not_allowed');
      expect(await set(admin, owner, 'viewer')).toBe('not_allowed');
      expect(codeOf(await ask(admin, 'DELETE', `/workspace/members/${owner.userId}`))).toBe('not_allowed');
      expect((await ask(admin, 'DELETE', `/workspace/members/${bob.userId}`)).status).toBe(200);
    });

    test('the last owner stays: no demotion, no removal, no leaving', async () => {
      const path = `/workspace/members/${owner.userId}`;
      expect(codeOf(await ask(owner, 'PATCH', path, { role: 'admin' }))).toBe('last_owner');
      expect(codeOf(await ask(owner, 'DELETE', path))).toBe('last_owner');
      expect(codeOf(await ask(owner, 'POST', '/workspace/leave'))).toBe('last_owner');
      const bob = await join('bob', 'owner');
      expect((await ask(owner, 'POST', '/workspace/leave')).status).toBe(200);
      expect(codeOf(await ask(owner, 'GET', '/voice-agent'))).toBe('not_signed_in');
      expect(codeOf(await ask(bob, 'POST', '/workspace/leave'))).toBe('last_owner');
    });

    test('of two owners who demote each other at once, one stays', async () => {
      const bob = await join('bob', 'owner');
      const answers = await Promise.all([
        ask(owner, 'PATCH', `/workspace/members/${bob.userId}`, { role: 'viewer' }),
        ask(bob, 'PATCH', `/workspace/members/${owner.userId}`, { role: 'viewer' }),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
      const owners = await suite.database.queries.execute(
        sql`select user_id from memberships where workspace_id = ${owner.workspaceId} and role = 'owner'`,
      );
      expect(owners.rows).toHaveLength(1);
    });

    test('ownership is handed over in one step, and the trail says so', async () => {
      const bob = await join('bob', 'editor');
      const stranger = await registerUser(product, 'stranger@example.com');
      const hand = (userId: string) =>
        ask(owner, 'POST', '/workspace/transfer-ownership', { user_id: userId });
      expect(codeOf(await hand(stranger.userId))).toBe('member_not_found');
      expect((await hand(bob.userId)).status).toBe(200);
      expect((await me(bob)).role).toBe('owner');
      expect((await me(owner)).role).toBe('admin');
      expect(codeOf(await hand(owner.userId))).toBe('not_allowed');
      const trail = (await ask(bob, 'GET', '/audit-log?action=ownership.transferred')).body as {
        entries: unknown[];
        count: number;
      };
      expect(trail.count).toBe(1);
      expect(trail.entries).toMatchObject([
        {
          actor: { kind: 'user', id: owner.userId, name: 'Ada Lovelace' },
          subject: { id: bob.userId },
          changes: [{ field: 'role', before: 'editor', after: 'owner' }],
        },
      ]);
    });
  },
  { migrations: features.map((feature) => feature.migrations), isEmptiedBeforeEach: true },
);

async function logIn(product: TestProduct, email: string, known?: TestUser): Promise<TestUser> {
  const { body } = await askApi(product, 'POST', '/auth/login', {
    body: { email, password: 'Correct-horse1!' },
  });
  const { token, user } = body as { token: string; user: { id: string; workspace: { id: string } } };
  return { token, userId: user.id, workspaceId: known?.workspaceId ?? user.workspace.id, email };
}
