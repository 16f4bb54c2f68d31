import type { CallFacts } from '@parley/contract/workspace-events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { features } from '../index.ts';
import { analysedCall, type IntegrationsTest, openIntegrationsTest } from './testing-integrations.ts';
import { describeCall, maskNumber } from './vendors/slack/call-message.ts';
import { apiError, rateLimited, SlackStandIn } from './vendors/slack/stand-in.ts';

const settings = {
  kind: 'messages',
  channels: [
    { id: 'C01', name: '#sales' },
    { id: 'C03', name: '#calls' },
  ],
  outcomes: ['appointment_booked'],
  include_test_calls: false,
  show_full_numbers: false,
};

describeOnEachDatabase(
  'Telling calls in a messenger',
  (suite) => {
    let slack: SlackStandIn;
    let product: IntegrationsTest;
    beforeAll(async () => {
      slack = await SlackStandIn.open();
      product = await openIntegrationsTest(suite.database, slack.operatorEnvironment);
    });
    beforeEach(async () => {
      slack.server.reset();
      slack.messages.length = 0;
      slack.hooked.length = 0;
      product.jobs.stored.length = 0;
      await suite.database.queries.execute(sql`truncate integrations cascade`);
    });
    afterAll(async () => {
      await product.close();
      await slack.close();
    });
    const connect = async (part: object = {}) => {
      expect(await product.connect('slack/messages', (url) => slack.allow(url))).toBe(
        '/app/integrations?success=slack_connected',
      );
      const { id } = await product.findCard('slack');
      const saved = await product.ask('PUT', `/integrations/${id}/settings`, { ...settings, ...part });
      expect(saved.status).toBe(200);
      return id!;
    };
    const end = (part: Partial<CallFacts> = {}) =>
      suite.database.transaction((tx) =>
        product.platform.events.publish(tx, product.user.workspaceId, {
          type: 'call.analysed',
          data: { call: analysedCall(part) },
        }),
      );
    const jobs = () => product.jobs.take('integrations.tell-call');

    test('channels are read page by page and chosen by name', async () => {
      const id = await connect();
      const { body } = await product.ask('GET', `/integrations/${id}/settings`);
      expect((body as { choices: { name: string }[] }).choices.map((choice) => choice.name)).toEqual([
        '#calls',
        '#sales',
        '#support',
      ]);
    });

    test('a call is told in each channel, once, with a link and the number partly hidden', async () => {
      await connect();
      await end();
      const stored = jobs();
      expect(stored).toHaveLength(2);
      for (const job of [...stored, ...stored]) await product.jobs.run(job);
      expect(slack.messages.map((message) => message.channel)).toEqual(['C01', 'C03']);
      const told = JSON.stringify(slack.messages[0]);
      expect(told).toContain('http://localhost:3000/app/call-history?call=call_1');
      expect(told).toContain('A check-up was booked for Tuesday.');
      expect(told).toContain('••• 0177');
      expect(told).not.toContain('4155550177');
    });

    test('only chosen outcomes are told, and test calls where it is asked for', async () => {
      await connect();
      await end({ disposition: 'not_reached' });
      await end({ disposition: null });
      await end({ is_test: true });
      expect(jobs()).toEqual([]);
      await connect({ include_test_calls: true, show_full_numbers: true });
      await end({ is_test: true });
      for (const job of jobs()) await product.jobs.run(job);
      expect(JSON.stringify(slack.messages)).toContain('+14155550177');
    });

    test('a messenger that asks to wait is asked again after that time, one that fails is tried again', async () => {
      await connect();
      await end();
      const [job] = jobs();
      slack.server.script(/postMessage/, rateLimited(17), { status: 500, text: '' }, 'hang up');
      await product.jobs.run(job!);
      const [later] = jobs();
      expect(later).toMatchObject({ startAfterSeconds: 17, data: { waits: 1 } });
      await expect(product.jobs.run(later!)).rejects.toThrow();
      await expect(product.jobs.run(later!)).rejects.toThrow();
      await product.jobs.run(later!);
      expect(slack.messages).toHaveLength(1);
    });

    test('what is refused for good is not tried again; an app that was taken out asks to connect again', async () => {
      const id = await connect();
      await end();
      const stored = jobs();
      slack.server.script(/postMessage/, apiError('is_archived'));
      await product.jobs.run(stored[0]!);
      expect((await product.findCard('slack')).state).toBe('connected');
      slack.withdrawPermission();
      await product.jobs.run(stored[1]!);
      expect(await product.findCard('slack')).toMatchObject({
        id,
        connected: false,
        state: 'needs_reconnecting',
      });
      await end({ id: 'call_2' });
      expect(jobs()).toEqual([]);
      expect(slack.messages).toEqual([]);
      await product.ask('POST', '/auth-master/slack/messages/remove');
      await product.jobs.run(stored[0]!);
    });

    test('removing takes the app out at the vendor', async () => {
      await connect();
      await product.ask('POST', '/auth-master/slack/messages/remove');
      for (const job of product.jobs.take('integrations.revoke')) await product.jobs.run(job);
      expect(slack.server.asked(/auth.revoke/)).toHaveLength(1);
    });

    test('a pasted webhook is tried before it is kept, and tells calls in its one channel', async () => {
      const paste = (value: string) =>
        product.ask('POST', '/integrations/paste', { integration_name: 'slack', value });
      for (const value of ['http://169.254.169.254/services/x', 'hello', `${slack.server.url}/elsewhere`])
        expect((await paste(value)).body).toMatchObject({ error: { code: 'integration_value_refused' } });
      expect(slack.server.requests).toEqual([]);
      expect((await paste(`${slack.server.url}/services/T01/B01/wrong`)).status).toBe(422);
      expect((await product.findCard('slack')).connected).toBe(false);
      expect((await paste(slack.hookUrl)).status).toBe(201);
      expect(slack.hooked).toHaveLength(1);
      const { rows } = await suite.database.queries.execute(sql`select * from integrations`);
      expect(JSON.stringify(rows)).not.toContain('/services/');

      await end();
      for (const job of jobs()) await product.jobs.run(job);
      expect(slack.hooked[1]?.text).toBe('Appointment booked: Front desk, ••• 0177');
      await end({ id: 'call_2' });
      slack.server.script(/services/, { status: 404, text: 'no_service' });
      for (const job of jobs()) await product.jobs.run(job);
      expect((await product.findCard('slack')).state).toBe('needs_reconnecting');
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);

describe('A message', () => {
  const message = { callUrl: 'https://parley.example/x', productName: 'Parley', showsFullNumbers: false };

  test('cannot mention a channel or hide a link, whatever was said in the call', () => {
    const call = analysedCall({ summary: '<!channel> & <https://evil.example|click>', agent_name: '<@U1>' });
    const told = JSON.stringify(describeCall({ ...message, call }));
    expect(told).toContain('&lt;!channel&gt; &amp; &lt;https://evil.example|click&gt;');
    expect(told).not.toMatch(/<!|<@|<https:\/\/evil/);
  });

  test('fits what the vendor takes, and leaves out a summary that is missing', () => {
    const long = describeCall({ ...message, call: analysedCall({ summary: '<'.repeat(3_000) }) });
    for (const block of long.blocks as { text?: { text: string } }[])
      expect(block.text?.text.length ?? 0).toBeLessThanOrEqual(3_000);
    expect(describeCall({ ...message, call: analysedCall({ summary: '' }) }).blocks).toHaveLength(3);
  });

  test('hides all but the last four digits', () => {
    expect(maskNumber('+14155550123')).toBe('••• 0123');
    expect(maskNumber('')).toBe('withheld');
  });
});
