import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { describeOnEachDatabase } from '../../platform/db/testing.ts';
import { features } from '../index.ts';
import { customer, line, NetworkTest } from './testing-network.ts';

/** Calls run in real time, and the first of a thread loads its synthesiser. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });
const waiting = { timeout: 40_000, interval: 20 };

describeOnEachDatabase(
  'Calls through an account at a network',
  (suite) => {
    let network: NetworkTest;
    let connectionId: string;

    beforeAll(async () => {
      network = await NetworkTest.open(suite.database, { MAX_LIVE_CALLS: '4' });
      network.standIn.account.addNumber(line);
      network.standIn.account.addNumber('+14155550143', { voice_url: 'https://other.example/voice' });
      connectionId = await network.connect();
      await network.becomes(connectionId, 'reachable');
      await network.putAgentOn(line);
    });
    beforeEach(() => {
      network.calls.losesWebhooks = false;
      network.calls.people = 'answers';
    });
    afterAll(() => network.close());

    const place = async () => {
      const { calls } = network.product.features;
      return await calls.placeCall({
        workspaceId: network.owner.workspaceId,
        agentId: network.agentId,
        isTest: true,
        toNumber: customer,
      });
    };

    test('numbers come with the account; those that serve something else are left, and named', async () => {
      const numbers = await network.listNumbers();
      expect(numbers.map(({ phone }) => phone).sort()).toEqual([line, '+14155550143']);
      expect(numbers.every(({ connection_id: id }) => id === connectionId)).toBe(true);
      const [led, left] = network.standIn.account.numbers;
      expect(led?.voice_url).toBe(`${network.url}/api/v1/carriers/twilio/${connectionId}/voice`);
      expect(left?.voice_url).toBe('https://other.example/voice');
      expect((await network.stateOf(connectionId))?.detail).toContain('1 number rings here.');
      expect((await network.stateOf(connectionId))?.detail).toContain('+1(415)555–0143');
    });

    test('a call comes in: the agent greets, hears keys, and the call ends when the caller hangs up', async () => {
      const call = await network.calls.ring(customer, line);
      await expect.poll(network.saidTurns, waiting).toContain('Hello, this is the bakery.');
      expect(call.stream.heardPeak).toBeGreaterThan(1000);
      expect(call.stream.heardFrames).toBeGreaterThan(30);
      await call.hangUp();
      expect(await network.ended()).toMatchObject({
        ...{ direction: 0, from_number: customer, to_number: line, carrier: 'twilio' },
        end_reason: 'customer_hung_up',
      });
    });

    test('a call goes out with a number of the account, and ends at the network when staff hang up', async () => {
      const { id } = await place();
      await expect.poll(() => network.calls.list.at(-1)?.options.direction, waiting).toBe('outbound-api');
      await expect.poll(() => network.calls.last.streams.length, waiting).toBe(1);
      const call = network.calls.last;
      expect(call.options).toMatchObject({ from: line, to: customer });
      await expect.poll(() => call.stream.heardPeak, waiting).toBeGreaterThan(1000);
      await network.product.features.calls.hangUp(suite.database.queries, network.owner.workspaceId, [id]);
      await expect.poll(() => call.status, waiting).toBe('completed');
      expect(await network.ended()).toMatchObject({ direction: 1, end_reason: 'staff_hung_up' });
    });

    test.each([
      ['busy', 'busy'],
      ['declines', 'declined'],
      ['fails', 'number_unreachable'],
    ] as const)('somebody who is called: %s', async (people, endReason) => {
      network.calls.people = people;
      await place();
      expect(await network.ended()).toMatchObject({ end_reason: endReason });
    });

    test('a stream that breaks off comes back, and the call goes on', async () => {
      const call = await network.calls.ring(customer, line);
      await expect.poll(() => call.stream.heardFrames, waiting).toBeGreaterThan(10);
      await call.dropStream();
      await expect.poll(() => call.streams.length, waiting).toBe(2);
      await expect.poll(() => call.stream.isOpen, waiting).toBe(true);
      expect((await network.listCalls()).at(-1)).toMatchObject({ state: 'talking' });
      await call.hangUp();
      expect(await network.ended()).toMatchObject({ end_reason: 'customer_hung_up' });
    });

    test('webhooks nobody signed, or another account did, are refused and change nothing', async () => {
      const before = (await network.listCalls()).length;
      const path = `${network.url}/api/v1/carriers/twilio/${connectionId}/voice`;
      const body = new URLSearchParams({ CallSid: `CA${'0'.repeat(32)}`, To: line, From: customer });
      for (const headers of [
        {},
        { 'x-twilio-signature': 'bm8=' },
        { 'x-twilio-signature': 'x'.repeat(5000) },
      ]) {
        const answer = await fetch(path, { method: 'POST', body, headers });
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ error: { code: 'webhook_unproved' } });
      }
      expect((await fetch(`${path}/../../nobody/voice`, { method: 'POST', body })).status).toBe(403);
      const large = await fetch(path, {
        method: 'POST',
        body: new URLSearchParams({ x: 'x'.repeat(70_000) }),
      });
      expect(large.status).toBe(413);
      expect(
        (await fetch(path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(403);
      expect(await network.listCalls()).toHaveLength(before);
    });

    test('as many calls as there is room for are taken, however many come at once', async () => {
      // A call holds its room until its recording is stored.
      await expect.poll(() => network.product.features.calls.liveCount(), waiting).toBe(0);
      const ringing = Array.from({ length: 6 }, (_, at) => network.calls.ring(`+1415200700${at}`, line));
      const calls = await Promise.all(ringing);
      const statuses = calls.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(2).fill('busy'), ...Array(4).fill('in-progress')]);
      await Promise.all(calls.map((call) => call.hangUp()));
      await vi.waitUntil(
        async () => (await network.listCalls()).every(({ state }) => state === 'ended'),
        waiting,
      );
    });

    test('a stream that nobody awaits does not open', async () => {
      const url = `${network.url.replace('http', 'ws')}/api/v1/carriers/twilio/media/${'0'.repeat(36)}`;
      const socket = new WebSocket(url);
      const status = await new Promise<number | undefined>((resolve) => {
        socket.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        socket.on('open', () => resolve(undefined));
      });
      expect(status).toBe(403);
    });

    test('one that begins without the token of its call is closed, and the call goes on waiting', async () => {
      const { people } = network.calls;
      network.calls.people = 'nobody';
      await place();
      await expect.poll(() => network.calls.last.placedTwiml, waiting).toContain('<Stream');
      const [, url = ''] = /<Stream url="([^"]+)"/.exec(network.calls.last.placedTwiml) ?? [];
      const socket = new WebSocket(url);
      const closed = new Promise<number>((resolve) => {
        socket.on('close', resolve);
      });
      await new Promise((resolve) => socket.on('open', resolve));
      const { sid } = network.calls.last;
      const { accountSid } = network.standIn.account;
      const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
      const customParameters = { token: 'guessed' };
      const start = {
        streamSid: `MZ${'0'.repeat(32)}`,
        accountSid,
        callSid: sid,
        customParameters,
        mediaFormat,
      };
      socket.send(JSON.stringify({ event: 'start', start }));
      expect(await closed).toBe(1008);
      expect((await network.listCalls()).at(-1)?.['state']).not.toBe('ended');
      await network.calls.last.finish('no-answer', 487);
      expect(await network.ended()).toMatchObject({ end_reason: 'no_answer' });
      network.calls.people = people;
    });
  },
  { migrations: features.map((feature) => feature.migrations) },
);
