import type { Delivery, Webhook } from '@parley/contract/webhooks';
import { sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { openOutbound } from '../../platform/outbound/open-outbound.ts';
import { features } from '../index.ts';
import { codeOf, read, WebhookTest } from './testing-webhooks.ts';

const hourMs = 3_600_000;

describeOnEachDatabase(
  'Delivering events',
  (suite) => {
    const it = new WebhookTest(suite);

    test('an event reaches those who listen, signed so that the Standard Webhooks library takes it', async () => {
      const { webhook, secret } = await it.add();
      await it.add('/other', ['call.started']);
      await it.publish();
      const delivery = await it.deliverNewest(webhook);
      expect(delivery).toMatchObject({
        state: 'delivered',
        attemptCount: 1,
        lastStatus: 200,
        lastFailure: '',
      });
      expect(delivery.attempts).toMatchObject([{ number: 1, status: 200, failure: '', answer: 'thank you' }]);
      expect(it.receiver.received.map((each) => each.path)).toEqual(['/ok']);
      const [{ headers, body } = { headers: {}, body: '' }] = it.receiver.received;
      const event = new Verifier(secret).verify(body, headers as Record<string, string>);
      expect(event).toEqual({
        id: delivery.eventId,
        type: 'call.ended',
        timestamp: delivery.createdAt,
        data: { call: expect.objectContaining({ id: 'call_1', summary: 'Grüße 🎉' }) },
      });
      expect(headers).toMatchObject({
        'webhook-id': delivery.eventId,
        'content-type': 'application/json',
        'user-agent': 'Parley',
      });
      expect(delivery.body).toBe(body);
      expect((await it.getWebhook(webhook))?.lastDelivery?.state).toBe('delivered');
    });

    test('an event of a transaction that fails is never told', async () => {
      const { webhook } = await it.add('/ok', ['webhook.disabled']);
      const failed = suite.database.transaction(async (tx) => {
        await it.product.platform.events.publish(tx, it.user.workspaceId, {
          type: 'webhook.disabled',
          data: { webhook: { id: 'whk_1', url: '', description: '', reason: 'gone' } },
        });
        throw new Error('after all not');
      });
      await expect(failed).rejects.toThrow('after all not');
      expect((await it.listDeliveries(webhook)).deliveries).toEqual([]);
    });

    test.each([
      ['/status/500', 500, 'The server answered 500.'],
      ['/redirect', 307, 'redirects are not followed'],
      ['/close', null, 'was lost'],
    ])('%s counts as not received, and is tried again with the same id', async (path, status, failure) => {
      const { webhook } = await it.add(path);
      await it.publish();
      const first = await it.deliverNewest(webhook);
      expect(first).toMatchObject({ state: 'waiting', attemptCount: 1, lastStatus: status });
      expect(first.lastFailure).toContain(failure);
      expect((await it.getWebhook(webhook))?.failingSince).not.toBeNull();
      it.product.clock.nowMs += 10_000;
      await it.deliver(webhook.id);
      const second = await it.getDelivery(first.id);
      expect(second).toMatchObject({ state: 'waiting', attemptCount: 2 });
      const pauseMs = Date.parse(second.nextAttemptAt ?? '') - it.product.clock.nowMs;
      expect(pauseMs).toBeGreaterThanOrEqual(240_000 - 1);
      expect(pauseMs).toBeLessThanOrEqual(360_000);
      const ids = it.receiver.received.map((each) => each.headers['webhook-id']);
      expect(ids).toEqual([first.eventId, first.eventId]);
    });

    test('a receiver that comes back gets what it missed, and fails no longer', async () => {
      const { webhook } = await it.add('/status/503');
      await it.publish();
      await it.deliverNewest(webhook);
      await it.ask('PATCH', `/webhooks/${webhook.id}`, { url: `${it.receiver.url}/ok` });
      it.product.clock.nowMs += 10_000;
      await it.deliver(webhook.id);
      expect((await it.listDeliveries(webhook)).deliveries).toMatchObject([
        { state: 'delivered', attemptCount: 2 },
      ]);
      expect((await it.getWebhook(webhook))?.failingSince).toBeNull();
    });

    test('a huge answer counts and only its beginning is kept; bytes no database keeps do no harm', async () => {
      const { webhook } = await it.add('/huge');
      await it.publish();
      const huge = await it.deliverNewest(webhook);
      expect(huge.state).toBe('delivered');
      expect(huge.attempts[0]?.answer).toBe(`${'x'.repeat(4_096)}…`);
      const nul = await it.add('/nul');
      await it.publish();
      expect((await it.deliverNewest(nul.webhook)).attempts[0]?.answer).toBe('a\ufffdb');
    });

    test('a server that never answers is given up on, and one that speaks no TLS is told', async () => {
      const real = it.product.platform.outbound;
      it.product.platform.outbound = {
        ...real,
        fetch: (url, request) => real.fetch(url, { ...request, timeoutMs: 200 }),
      };
      const { webhook } = await it.add('/silent');
      await it.publish();
      expect((await it.deliverNewest(webhook)).lastFailure).toContain('No answer within');
      await it.ask('PATCH', `/webhooks/${webhook.id}`, { url: it.receiver.url.replace('http:', 'https:') });
      it.product.clock.nowMs += 10_000;
      expect((await it.deliverNewest(webhook)).lastFailure).not.toBe('');
      await it.deliver(webhook.id);
      expect((await it.deliverNewest(webhook)).lastFailure).toContain('No secure connection');
    });

    test('a public name that leads into a private network is never connected to', async () => {
      it.product.platform.outbound = openOutbound({
        allowsPrivate: false,
        userAgent: 'Parley',
        resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      });
      const url = it.receiver.url.replace('127.0.0.1', 'rebound.example');
      const made = await it.ask('POST', '/webhooks', { url, events: ['call.ended'] });
      await it.publish();
      const delivery = await it.deliverNewest(read<{ webhook: Webhook }>(made).webhook);
      expect(delivery).toMatchObject({ state: 'waiting', lastStatus: null });
      expect(delivery.lastFailure).toContain('private network');
      expect(it.receiver.received).toEqual([]);
    });

    test('a slow receiver holds up no other, and never has more than four on their way', async () => {
      const slow = await it.add('/silent');
      const quick = await it.add('/ok');
      for (let count = 0; count < 8; count += 1) await it.publish();
      const jobs = it.product.jobs
        .splice(0)
        .map(({ data }) => it.deliver((data as { webhookId: string }).webhookId));
      await expect.poll(() => it.receiver.received.filter((each) => each.path === '/ok').length).toBe(8);
      await expect.poll(() => it.receiver.mostAtOnce()).toBe(4);
      it.receiver.release();
      await Promise.all(jobs);
      for (const { webhook } of [slow, quick]) {
        const { deliveries } = await it.listDeliveries(webhook);
        expect(deliveries.map((each) => [each.state, each.attemptCount])).toEqual(
          Array(8).fill(['delivered', 1]),
        );
      }
      expect(it.receiver.mostAtOnce()).toBe(4);
    });

    test('what a dead process had taken is sent by another once its lease is over', async () => {
      const { webhook } = await it.add();
      await it.publish();
      await suite.database.queries.execute(
        sql`update webhook_deliveries set lease_until = ${new Date(it.product.clock.nowMs + 60_000).toISOString()}`,
      );
      await it.deliver(webhook.id);
      expect(it.receiver.received).toEqual([]);
      it.product.clock.nowMs += 61_000;
      await it.deliver(webhook.id);
      expect((await it.listDeliveries(webhook)).deliveries).toMatchObject([{ state: 'delivered' }]);
    });

    test('410 switches the webhook off, tells the workspace, and another webhook hears of it', async () => {
      const { webhook } = await it.add('/status/410');
      const watcher = await it.add('/ok', ['webhook.disabled']);
      await it.publish();
      await it.product.runJobs();
      expect(await it.getWebhook(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'gone' });
      const { deliveries } = await it.listDeliveries(webhook);
      expect(deliveries).toMatchObject([{ state: 'failed', attemptCount: 1, nextAttemptAt: null }]);
      expect((await it.listDeliveries(watcher.webhook)).deliveries).toMatchObject([
        { state: 'delivered', eventType: 'webhook.disabled' },
      ]);
      const told = read<{ notifications: object[] }>(await it.ask('GET', '/notifications'));
      expect(told.notifications).toContainEqual(
        expect.objectContaining({
          title: 'The webhook 127.0.0.1 was switched off',
          tone: 'error',
          link: '/app/webhooks',
        }),
      );
      await it.publish();
      expect((await it.listDeliveries(webhook)).deliveries).toHaveLength(1);
    });

    test('a webhook to which nothing got through for three days is switched off; what waited can be replayed', async () => {
      const { webhook } = await it.add('/status/500');
      await it.publish();
      for (let tries = 0; tries < 20 && (await it.getWebhook(webhook))?.isEnabled; tries += 1) {
        await it.deliver(webhook.id);
        it.product.clock.nowMs += 13 * hourMs;
      }
      expect(await it.getWebhook(webhook)).toMatchObject({ isEnabled: false, disabledReason: 'failing' });
      const [delivery] = (await it.listDeliveries(webhook, '?state=failed')).deliveries;
      expect(codeOf(await it.ask('POST', `/webhook-deliveries/${delivery?.id}/replay`))).toBe(
        'webhook_disabled',
      );
      await it.ask('PATCH', `/webhooks/${webhook.id}`, { isEnabled: true, url: `${it.receiver.url}/ok` });
      const replayed = await it.ask('POST', `/webhooks/${webhook.id}/replay-failed`, {
        since: delivery?.createdAt,
      });
      expect([replayed.status, replayed.body]).toEqual([202, { count: 1 }]);
      expect((await it.deliverNewest(webhook)).state).toBe('delivered');
      const again = await it.ask('POST', `/webhooks/${webhook.id}/replay-failed`, {
        since: delivery?.createdAt,
      });
      expect(again.body).toEqual({ count: 0 });
    });

    test('a delivery that was received can be sent again, with the same id and a signature of now', async () => {
      const { webhook, secret } = await it.add();
      await it.publish();
      const first = await it.deliverNewest(webhook);
      const answer = await it.ask('POST', `/webhook-deliveries/${first.id}/replay`);
      expect([answer.status, read<{ delivery: Delivery }>(answer).delivery.state]).toEqual([202, 'waiting']);
      const second = await it.deliverNewest(webhook);
      expect(second).toMatchObject({ id: first.id, state: 'delivered', attemptCount: 2 });
      expect(second.attempts.map((each) => each.number)).toEqual([2, 1]);
      expect(it.receiver.received[1]?.body).toBe(it.receiver.received[0]?.body);
      expect(() =>
        new Verifier(secret).verify(
          it.receiver.received[1]?.body ?? '',
          it.receiver.received[1]?.headers as never,
        ),
      ).not.toThrow();
    });

    test('a test event is sent and says what it is', async () => {
      const { webhook } = await it.add();
      const answer = await it.ask('POST', `/webhooks/${webhook.id}/test`);
      expect(answer.status).toBe(202);
      const delivery = await it.deliverNewest(webhook);
      expect(delivery).toMatchObject({ eventType: 'webhook.test', state: 'delivered' });
      expect(JSON.parse(delivery.body)).toMatchObject({ type: 'webhook.test' });
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
