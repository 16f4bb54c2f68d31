import type { Notification } from '@parley/contract/notifications';
import type { CallFacts } from '@parley/contract/workspace-events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import {
  askApi,
  openTestProduct,
  registerUser,
  type TestProduct,
  type TestUser,
} from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import { keptPerWorkspace } from './notify.ts';

type Listed = { notifications: Notification[]; unread_count: number; total: number; has_next: boolean };

describeOnEachDatabase(
  'Notifications',
  (suite) => {
    let product: TestProduct;
    let user: TestUser;
    let users = 0;

    beforeAll(async () => {
      product = await openTestProduct(suite.database);
    });
    afterAll(() => product.close());
    beforeEach(async () => {
      users += 1;
      user = await registerUser(product, `user${users}@example.com`);
    });

    const list = async (query = '', token = user.token) =>
      (await askApi(product, 'GET', `/notifications${query}`, { token })).body as Listed;
    const tell = (title: string, more: object = {}) =>
      suite.database.transaction((tx) =>
        product.features.notifications.notify(tx, {
          workspaceId: user.workspaceId,
          kind: 'webhook',
          tone: 'warning',
          title,
          text: 'Look after it.',
          ...more,
        }),
      );
    const addColleague = async () => {
      users += 1;
      const colleague = await registerUser(product, `user${users}@example.com`);
      await suite.database.queries.execute(sql`
        update memberships set workspace_id = ${user.workspaceId}, role = 'viewer' where user_id = ${colleague.userId}`);
      return await registerAgain(colleague);
    };
    /** The identity of a session is known for some seconds: a new session sees the new workspace. */
    const registerAgain = async (colleague: TestUser) => {
      const { body } = await askApi(product, 'POST', '/auth/login', {
        body: { email: colleague.email, password: 'Correct-horse1!' },
      });
      return { ...colleague, token: (body as { token: string }).token };
    };
    const endCall = (endReason: CallFacts['end_reason'], agentName = 'Reception') =>
      suite.database.transaction((tx) =>
        product.platform.events.publish(tx, user.workspaceId, {
          type: 'call.ended',
          data: {
            call: {
              id: newId('call'),
              direction: 'inbound',
              agent_id: null,
              agent_name: agentName,
              from_number: '+14155550100',
              to_number: '+14155550177',
              is_test: false,
              created_at: new Date().toISOString(),
              answered_at: null,
              ended_at: new Date().toISOString(),
              duration_ms: 0,
              end_reason: endReason,
              disposition: null,
              sentiment: null,
              summary: '',
              median_response_ms: null,
              campaign_id: null,
              contact_id: null,
            },
          },
        }),
      );

    test('[SHELL-4] a new workspace starts with exactly three unread ones, and no more however often it is asked', async () => {
      const answers = await Promise.all([list(), list(), list()]);
      for (const { notifications, unread_count } of [...answers, await list()]) {
        expect(unread_count).toBe(3);
        expect(notifications.map(({ title, kind }) => [title, kind])).toEqual([
          ['Ring your first agent', 'welcome'],
          ['Connect your own providers', 'welcome'],
          ['Invite your team', 'welcome'],
        ]);
        for (const { link } of notifications) expect(link).toMatch(/^\/app\/[a-z-]+(\/[a-z-]+)?$/);
      }
    });

    test('reading one, and reading all, is counted for the reader alone', async () => {
      const [first] = (await list()).notifications;
      const colleague = await addColleague();
      const read = await askApi(product, 'POST', `/notifications/${first!.id}/read`, { token: user.token });
      expect([read.status, read.body]).toEqual([200, { unread_count: 2 }]);
      expect((await list()).notifications.map((each) => each.is_read)).toEqual([true, false, false]);
      expect((await list('', colleague.token)).unread_count).toBe(3);
      const all = await askApi(product, 'POST', '/notifications/read-all', { token: user.token });
      expect(all.body).toEqual({ unread_count: 0 });
      expect((await list('', colleague.token)).unread_count).toBe(3);
      // Twice is as good as once.
      expect((await askApi(product, 'POST', '/notifications/read-all', { token: user.token })).status).toBe(
        200,
      );
      expect(product.events.at(-1)).toEqual({
        workspaceId: user.workspaceId,
        event: { type: 'notifications.read', userId: user.userId },
      });
    });

    test('a new one stands on top, is told to open screens, and comes and goes with its transaction', async () => {
      await list();
      await tell('An endpoint was switched off', { link: '/app/webhooks' });
      const { notifications, unread_count } = await list();
      expect(unread_count).toBe(4);
      expect(notifications[0]).toMatchObject({
        title: 'An endpoint was switched off',
        link: '/app/webhooks',
        tone: 'warning',
      });
      expect(product.events.at(-1)?.event).toEqual({
        type: 'notification.added',
        notificationId: notifications[0]!.id,
      });
      const failing = suite.database.transaction(async (tx) => {
        await product.features.notifications.notify(tx, {
          ...{ workspaceId: user.workspaceId, kind: 'team', tone: 'info', title: 'Never', text: '' },
        });
        throw new Error('Undone.');
      });
      await expect(failing).rejects.toThrow('Undone.');
      expect((await list()).unread_count).toBe(4);
    });

    test("one for a single user is nobody else's: neither listed, counted nor read by a colleague", async () => {
      const colleague = await addColleague();
      await tell('For you alone', { userId: user.userId });
      const own = (await list()).notifications.find(({ title }) => title === 'For you alone');
      expect((await list('', colleague.token)).notifications.map(({ title }) => title)).not.toContain(
        'For you alone',
      );
      expect((await list('', colleague.token)).unread_count).toBe(3);
      const tried = await askApi(product, 'POST', `/notifications/${own!.id}/read`, {
        token: colleague.token,
      });
      expect(tried.status).toBe(404);
    });

    test('a hundred calls that fail for one cause are one notification; read, it comes back when it happens again', async () => {
      await list();
      for (let calls = 0; calls < 100; calls += 1) await endCall('provider_failed');
      await endCall('customer_hung_up');
      await endCall('no_answer');
      await endCall('carrier_failed');
      const about = async () => (await list()).notifications.filter(({ kind }) => kind === 'call');
      expect((await about()).map(({ title }) => title).sort()).toEqual([
        'Calls fail: a provider does not answer',
        'Calls fail: the phone carrier refuses them',
      ]);
      await askApi(product, 'POST', '/notifications/read-all', { token: user.token });
      // Within a minute it stays quiet; then it is unread again, and still one.
      await endCall('provider_failed');
      expect((await list()).unread_count).toBe(0);
      await suite.database.queries.execute(sql`
        update notifications set last_at = now() - interval '2 minutes' where workspace_id = ${user.workspaceId}`);
      await endCall('provider_failed', 'Reminders');
      const after = await list();
      expect(after.unread_count).toBe(1);
      expect(after.notifications[0]).toMatchObject({
        is_read: false,
        title: 'Calls fail: a provider does not answer',
      });
      expect(after.notifications[0]!.text).toContain('Reminders');
      expect((await about()).length).toBe(2);
    });

    test('a workspace keeps the newest two hundred, a page at a time', async () => {
      await list();
      await suite.database.queries.execute(sql`
        insert into notifications (id, workspace_id, kind, tone, title, text, last_at)
        select 'ntf_' || lpad(${users}::text || n::text, 22, '0'), ${user.workspaceId}, 'call', 'info', 'Old ' || n, '', now() - make_interval(days => n)
        from generate_series(1, 300) n`);
      await tell('Newest');
      const first = await list('?page_size=50');
      expect(first).toMatchObject({ total: keptPerWorkspace, has_next: true });
      expect(first.notifications).toHaveLength(50);
      expect(first.notifications[0]!.title).toBe('Newest');
      expect(await list('?page_size=50&page=4')).toMatchObject({ has_next: false });
      expect((await list('?page_size=50&page=5')).notifications).toEqual([]);
    });

    test('a trial is told of once in its last three days, and once when it is over', async () => {
      await list();
      const day = 24 * 3_600_000;
      const signedUpAtMs = product.clock.nowMs;
      const lookAfterDays = async (days: number) => {
        product.clock.nowMs = signedUpAtMs + days * day;
        await product.runJob('notifications.tell-of-trials', {});
        product.clock.nowMs = signedUpAtMs;
        const { notifications } = await list();
        return notifications.filter(({ kind }) => kind === 'billing').map(({ title }) => title);
      };
      const [soon, over] = ['Your free trial ends soon', 'Your free trial has ended'];
      expect(await lookAfterDays(10.9)).toEqual([]);
      expect(await lookAfterDays(11.1)).toEqual([soon]);
      await askApi(product, 'POST', '/notifications/read-all', { token: user.token });
      expect(await lookAfterDays(12)).toEqual([soon]);
      expect((await list()).unread_count).toBe(0);
      expect(await lookAfterDays(14.1)).toEqual([over, soon]);
      await askApi(product, 'POST', '/notifications/read-all', { token: user.token });
      expect(await lookAfterDays(15)).toEqual([over, soon]);
      expect((await list()).unread_count).toBe(0);
    });

    test('what leads out of the product is no link, and long words are cut', async () => {
      await list();
      for (const link of [
        'https://elsewhere.example',
        '//elsewhere.example',
        'javascript:alert(1)',
        '/login',
      ])
        await expect(tell('Bad', { link })).rejects.toThrow('leads into the product');
      await tell('x'.repeat(500), { text: 'y'.repeat(5_000) });
      const [newest] = (await list()).notifications;
      expect([newest!.title.length, newest!.text.length]).toEqual([120, 400]);
    });

    test.each(['?page=0', '?page_size=51', '?page=x', '?page=99999'])('%s is refused', async (query) => {
      const { status } = await askApi(product, 'GET', `/notifications${query}`, { token: user.token });
      expect(status).toBe(422);
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
