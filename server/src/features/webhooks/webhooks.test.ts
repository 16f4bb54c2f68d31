import type { Webhook } from '@parley/contract/webhooks';
import { sql } from 'drizzle-orm';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { askApi, openTestProduct, registerUser } from '../../start/testing-platform.ts';
import { features } from '../index.ts';
import type { Received } from './testing-receiver.ts';
import { codeOf, read, WebhookTest } from './testing-webhooks.ts';

const hourMs = 3_600_000;

describeOnEachDatabase(
  'Webhooks',
  (suite) => {
    const it = new WebhookTest(suite);

    test('a new secret signs beside the old one for a day', async () => {
      const { webhook, secret } = await it.add();
      const rotated = read<{ webhook: Webhook; secret: string }>(
        await it.ask('POST', `/webhooks/${webhook.id}/rotate-secret`),
      );
      expect(rotated.secret).not.toBe(secret);
      expect(Date.parse(rotated.webhook.previousSecretUntil ?? '') - it.product.clock.nowMs).toBe(
        24 * hourMs,
      );
      expect((await it.ask('POST', `/webhooks/${webhook.id}/reveal-secret`)).body).toEqual({
        secret: rotated.secret,
      });
      await it.publish();
      await it.product.runJobs();
      it.product.clock.nowMs += 24 * hourMs;
      await it.publish();
      await it.product.runJobs();
      const counts = it.receiver.received.map(
        ({ headers }) => String(headers['webhook-signature']).split(' ').length,
      );
      expect(counts).toEqual([2, 1]);
      const [{ headers, body }] = it.receiver.received as [Received];
      // The library looks at the time of the machine; the clock of this test stands elsewhere.
      const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000);
      for (const key of [secret, rotated.secret]) {
        const expected = new Verifier(key).sign(String(headers['webhook-id']), timestamp, body);
        expect(String(headers['webhook-signature']).split(' ')).toContain(expected);
      }
      expect((await it.getWebhook(webhook))?.previousSecretUntil).toBeNull();
    });

    test('deliveries come by the page and by state and event', async () => {
      const { webhook } = await it.add();
      for (let count = 0; count < 5; count += 1) await it.publish(String(count));
      await it.ask('POST', `/webhooks/${webhook.id}/test`);
      await it.product.runJobs();
      const first = await it.listDeliveries(webhook, '?limit=4');
      expect(first.deliveries).toHaveLength(4);
      const rest = await it.listDeliveries(webhook, `?limit=4&before=${first.nextBefore}`);
      expect([rest.deliveries.length, rest.nextBefore]).toEqual([2, null]);
      expect((await it.listDeliveries(webhook, '?event=webhook.test')).deliveries).toHaveLength(1);
      expect((await it.listDeliveries(webhook, '?state=failed')).deliveries).toEqual([]);
    });

    test.each([
      ['ftp://example.com', 'webhook_url_refused'],
      ['http://169.254.169.254/latest', 'webhook_url_refused'],
      ['https://user:secret@example.com/', 'webhook_url_refused'],
      ['not an address', 'webhook_url_refused'],
      ['', 'input_invalid'],
    ])('the address %s is refused, with the reason', async (url, code) => {
      const answer = await it.ask('POST', '/webhooks', { url, events: ['call.ended'] });
      expect([answer.status, codeOf(answer)]).toEqual([422, code]);
      expect(read<{ error: { details: { field: string }[] } }>(answer).error.details[0]?.field).toBe('url');
    });

    test('events that do not exist, or none, are refused, and so is one webhook too many', async () => {
      const url = `${it.receiver.url}/ok`;
      for (const events of [[], ['call.exploded']])
        expect(codeOf(await it.ask('POST', '/webhooks', { url, events }))).toBe('input_invalid');
      for (let count = 0; count < 20; count += 1) await it.add();
      expect(codeOf(await it.ask('POST', '/webhooks', { url, events: ['call.ended'] }))).toBe(
        'webhooks_at_limit',
      );
    });

    test('a secret is told when asked for and nowhere else, and stored encrypted', async () => {
      const { webhook, secret } = await it.add();
      await it.publish();
      await it.product.runJobs();
      const [delivery] = (await it.listDeliveries(webhook)).deliveries;
      const told = await Promise.all([
        it.ask('GET', '/webhooks'),
        it.ask('GET', `/webhook-deliveries/${delivery?.id}`),
      ]);
      expect(JSON.stringify(told.map((each) => each.body))).not.toContain(secret);
      const { rows } = await suite.database.queries.execute(sql`select * from webhooks`);
      expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
    });

    test('who changed a webhook stands in the audit trail, without what its address may keep secret', async () => {
      const { webhook } = await it.add('/ok?token=hidden');
      await it.ask('PATCH', `/webhooks/${webhook.id}`, { description: 'Sales', isEnabled: false });
      await it.ask('DELETE', `/webhooks/${webhook.id}`);
      const trail = read<{ entries: { action: string }[] }>(await it.ask('GET', '/audit-log'));
      expect(trail.entries.slice(0, 4).map((each) => each.action)).toEqual([
        'webhook.deleted',
        'webhook.switched-off',
        'webhook.changed',
        'webhook.created',
      ]);
      expect(JSON.stringify(trail)).not.toContain('hidden');
      expect(codeOf(await it.ask('GET', `/webhooks/${webhook.id}/deliveries`))).toBe('webhook_not_found');
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

describeOnEachDatabase(
  'Webhooks in production',
  (suite) => {
    test('are told over https only, and never in a private network', async () => {
      const product = await openTestProduct(suite.database, {
        environment: { ALLOW_PRIVATE_ADDRESSES: 'false' },
      });
      const { token } = await registerUser(product, 'ada@example.com');
      const create = async (url: string) =>
        (await askApi(product, 'POST', '/webhooks', { token, body: { url, events: ['call.ended'] } })).status;
      expect(await create('http://example.com/')).toBe(422);
      expect(await create('https://127.0.0.1/')).toBe(422);
      expect(await create('https://10.0.0.8/')).toBe(422);
      expect(await create('https://example.com/')).toBe(201);
      await product.close();
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
