import { afterEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { localTls, trustingTls } from './testing/testing-certificates.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

const opened: TestingService[] = [];

afterEach(async () => {
  for (const one of opened.splice(0)) await one.service.close();
});

/** Two of our own stacks; the first has the second as its trunk. */
async function openBoth(settings: Record<string, unknown> = {}, host = '127.0.0.1') {
  const callee = await openTestingService({ closeMs: 1500, tls: localTls });
  const caller = await openTestingService({
    closeMs: 1500,
    tls: trustingTls,
    connections: [
      {
        id: 'con_a',
        workspaceId: 'wsp_a',
        settings: {
          host: host.includes(':') ? `[${host}]` : host,
          port: settings['transport'] === 'tls' ? callee.port + 1 : callee.port,
          ...settings,
        },
      },
    ],
  });
  opened.push(caller, callee);
  await until(() => caller.service.canReach('+14155550123', 'wsp_a'), 'the trunk is reachable');
  return { caller, callee };
}

let nextLeg = 0;

async function place(caller: TestingService) {
  const events: LegEvent[] = [];
  const leg = await caller.service.placeCall({
    legId: `leg_${nextLeg++}`,
    fromNumber: '+14155550100',
    toNumber: '+14155550123',
    workspaceId: 'wsp_a',
    ringMs: 5000,
  });
  leg.onEvent((event) => events.push(event));
  return { leg, events };
}

async function bothGone({ caller, callee }: { caller: TestingService; callee: TestingService }) {
  for (const { service } of [caller, callee]) {
    await until(() => service.counts().dialogs === 0 && service.counts().legs === 0, 'everything is gone');
  }
}

describe.each([
  ['UDP', { transport: 'udp' }, '127.0.0.1'],
  ['TCP', { transport: 'tcp' }, '127.0.0.1'],
  ['UDP over IPv6', { transport: 'udp' }, '::1'],
  ['TCP over IPv6', { transport: 'tcp' }, '::1'],
  ['TLS', { transport: 'tls' }, '127.0.0.1'],
  ['TLS with a name', { transport: 'tls' }, 'localhost'],
  ['TLS over IPv6', { transport: 'tls' }, '::1'],
])('two of our own talk by %s', (_, settings, host) => {
  test('the caller hangs up', async () => {
    const both = await openBoth(settings, host);
    const { leg, events } = await place(both.caller);
    await until(() => events.length === 2, 'answered');
    expect(events.map(({ type }) => type)).toEqual(['ringing', 'answered']);
    leg.hangUp();
    const far = both.callee.calls[0]?.events;
    await until(() => far?.at(-1)?.type === 'ended', 'the far end knows');
    expect(far?.at(-1)).toMatchObject({ endReason: 'customer_hung_up' });
    expect(both.caller.media.changes[0]?.change).toMatchObject({
      kind: 'remote',
      remote: { address: host === 'localhost' ? '127.0.0.1' : host, codec: { name: 'G722', payloadType: 9 } },
    });
    await bothGone(both);
  });

  test('the called one hangs up', async () => {
    const both = await openBoth(settings, host);
    const { events } = await place(both.caller);
    await until(() => both.callee.calls[0]?.events.length === 2, 'answered');
    both.callee.calls[0]?.offer.leg.hangUp();
    await until(() => events.length === 3, 'the caller knows');
    expect(events.at(-1)).toMatchObject({ type: 'ended', endReason: 'customer_hung_up' });
    await bothGone(both);
  });

  test('the caller gives up while it rings', async () => {
    const both = await openBoth(settings, host);
    both.callee.decide = () => new Promise(() => undefined);
    const { leg, events } = await place(both.caller);
    await until(() => events.length === 1, 'ringing');
    leg.hangUp();
    await until(() => both.callee.calls[0]?.events.at(-1)?.type === 'ended', 'the far end knows');
    expect(both.callee.calls[0]?.events.at(-1)).toMatchObject({ endReason: 'canceled' });
    await bothGone(both);
  });
});

test.each(['tcp', 'tls'])(
  'a trunk over %s that falls away is noticed, and reached when it is back',
  async (transport) => {
    const { caller, callee } = await openBoth({ transport });
    const { events } = await place(caller);
    await until(() => events.length === 2, 'answered');
    await callee.service.close();
    opened.splice(opened.indexOf(callee), 1);
    await until(() => events.at(-1)?.type === 'ended', 'closing has sent BYE');
    const failing = await place(caller);
    await until(() => failing.events.at(-1)?.type === 'ended', 'the next call fails');
    expect(failing.events.at(-1)).toMatchObject({ endReason: 'carrier_failed' });
    opened.push(await openTestingService({ port: callee.port, tls: localTls }));
    const again = await place(caller);
    await until(() => again.events.length === 2, 'answered again');
  },
);

test('listening on every address, we tell each caller the one that it can reach', async () => {
  const peer = await TestingPeer.open();
  const ours = await openTestingService({ host: '0.0.0.0' });
  opened.push(ours);
  const { answer } = await peer.ring(ours.port);
  expect(answer.headers.find('contact')).toBe(`<sip:+14155550123@127.0.0.1:${ours.port}>`);
  expect([...ours.media.reserved.values()][0]?.localAddress).toBe('127.0.0.1');
  expect(ours.service.addressOf('+14155550123')).not.toContain('0.0.0.0');
  peer.close();
});

test('a port that is taken is said so', async () => {
  const first = await openTestingService();
  opened.push(first);
  await expect(openTestingService({ port: first.port })).rejects.toThrow(`127.0.0.1:${first.port}`);
});
