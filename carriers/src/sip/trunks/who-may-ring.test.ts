import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CarrierConnection } from '../../carrier.ts';
import { settle } from '../testing/settle.ts';
import { writeRequest } from '../testing/testing-messages.ts';
import { TestingPeer } from '../testing/testing-peer.ts';
import { TestingScheduler } from '../testing/testing-scheduler.ts';
import type { TestingService } from '../testing/testing-service.ts';
import { openTestingService, until } from '../testing/testing-service.ts';

let peer: TestingPeer;
let scheduler: TestingScheduler;
const opened: TestingService[] = [];

beforeEach(async () => {
  peer = await TestingPeer.open();
  scheduler = new TestingScheduler();
});

afterEach(async () => {
  for (const one of opened.splice(0)) await one.service.close();
  peer.close();
});

function trunk(
  settings: Record<string, unknown> = {},
  id = 'con_a',
  workspaceId = 'wsp_a',
): CarrierConnection {
  return { id, workspaceId, settings: { host: `127.0.0.1:${peer.port}`, ...settings } };
}

async function open(connections: CarrierConnection[], parts: Parameters<typeof openTestingService>[0] = {}) {
  const ours = await openTestingService({ scheduler, connections, ...parts });
  opened.push(ours);
  return ours;
}

/** Nobody is on this machine: everybody is a stranger or a trunk. */
const abroad = { isLocal: () => false };

describe('who may ring us', () => {
  test('a stranger hears nothing, whatever it sends, and is counted', async () => {
    const ours = await open([], abroad);
    peer.answersOptions = false;
    peer.send(peer.writeInvite(), ours.port);
    peer.send(writeRequest('OPTIONS'), ours.port);
    peer.send(writeRequest('REGISTER', { CSeq: 'wrong' }), ours.port);
    await until(() => ours.service.refusals().strangers === 3, 'counted');
    await settle(10);
    expect(peer.waiting).toEqual([]);
    expect(ours.calls).toEqual([]);
    expect(ours.service.counts().transactions).toBe(0);
  });

  test('a trunk may from the address of its server, and its calls are its own', async () => {
    const ours = await open([trunk({ numbers: '+14155550123' })], abroad);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reachable');
    await peer.ring(ours.port);
    expect(ours.calls[0]?.offer).toMatchObject({ connectionId: 'con_a', toNumber: '+14155550123' });
  });

  test('a trunk may from the networks it is allowed', async () => {
    const far = { host: '192.0.2.1' };
    const ours = await open(
      [trunk({ ...far, allowedAddresses: '203.0.113.5, 127.0.0.0/8 nonsense' })],
      abroad,
    );
    await peer.ring(ours.port);
    expect(ours.calls[0]?.offer.connectionId).toBe('con_a');
    const closed = await open([trunk({ ...far, allowedAddresses: '0.0.0.0/0, 203.0.113.5' })], abroad);
    peer.send(peer.writeInvite(), closed.port);
    await until(() => closed.service.refusals().strangers === 1, 'a stranger');
  });

  test('of several at one address, the trunk that has the number', async () => {
    const connections = [
      trunk({ numbers: '+14155550199' }, 'con_a', 'wsp_a'),
      trunk({ numbers: '(415) 555-0123, +14155550124'.replace(/[()\s-]/g, '') }, 'con_b', 'wsp_b'),
    ];
    const ours = await open(connections, abroad);
    await until(() => ours.service.status().detail.includes('2 of 2'), 'both reachable');
    await peer.ring(ours.port);
    expect(ours.calls[0]?.offer.connectionId).toBe('con_b');
  });

  test('on this machine a trunk is known by its port, and all others are local', async () => {
    const other = await TestingPeer.open();
    const ours = await open([trunk()]);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reachable');
    await peer.ring(ours.port);
    await other.ring(ours.port);
    expect(ours.calls.map(({ offer }) => offer.connectionId)).toEqual(['con_a', null]);
    other.close();
  });

  test('a trunk that puts our user name on the first line means the number in To', async () => {
    const ours = await open([trunk({ username: 'alice' })], abroad);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reachable');
    await peer.ring(ours.port, {
      'Request-URI': 'sip:alice@127.0.0.1',
      To: '<sip:4155550177@sip.example.com>',
      'P-Asserted-Identity': '"Bob" <sip:+14155550188@sip.example.com>, <tel:+14155550188>',
    });
    expect(ours.calls[0]?.offer).toMatchObject({ toNumber: '+14155550177', fromNumber: '+14155550188' });
  });
});

describe('a trunk that proves itself by password', () => {
  const settings = { host: '192.0.2.1', inboundUsername: 'carrier', inboundPassword: 'hush' };

  async function challenged(ours: TestingService) {
    const invite = peer.writeInvite();
    peer.send(invite, ours.port);
    const refusal = await peer.nextResponse(401);
    peer.send(invite.replace('INVITE sip', 'ACK sip').replace('1 INVITE', '1 ACK'), ours.port);
    return { invite, refusal };
  }

  /** The INVITE again, with what a client of this password answers. */
  async function authorize(
    invite: string,
    refusal: Awaited<ReturnType<typeof challenged>>['refusal'],
    password: string,
  ) {
    const { DigestClient } = await import('../digest.ts');
    const { readRequest } = await import('../testing/testing-messages.ts');
    const client = new DigestClient({ username: 'carrier', password });
    const request = readRequest(invite);
    client.learn(refusal, request);
    client.authorize(request);
    return invite
      .replace('1 INVITE', '2 INVITE')
      .replace('z9hG4bK', 'z9hG4bKsecond')
      .replace('Max-Forwards', `Authorization: ${request.headers.find('authorization')}\r\nMax-Forwards`);
  }

  test('is let in from anywhere, and may cancel', async () => {
    const ours = await open([trunk(settings)], abroad);
    ours.decide = () => new Promise(() => undefined);
    const { invite, refusal } = await challenged(ours);
    expect(refusal.headers.list('www-authenticate')).toHaveLength(1);
    expect(refusal.headers.find('www-authenticate')).toContain('algorithm=MD5');
    const second = await authorize(invite, refusal, 'hush');
    peer.send(second, ours.port);
    await peer.nextResponse(180);
    expect(ours.calls[0]?.offer.connectionId).toBe('con_a');
    peer.send(second.replace('INVITE sip', 'CANCEL sip').replace('2 INVITE', '2 CANCEL'), ours.port);
    await peer.nextResponse(200);
    await peer.nextResponse(487);
  });

  test('may be set to SHA-256', async () => {
    const ours = await open([trunk({ ...settings, inboundDigest: 'sha-256' })], abroad);
    const { invite, refusal } = await challenged(ours);
    expect(refusal.headers.find('www-authenticate')).toContain('algorithm=SHA-256');
    peer.send(await authorize(invite, refusal, 'hush'), ours.port);
    await peer.nextResponse(180);
  });

  test('is not let in with another password', async () => {
    const ours = await open([trunk(settings)], abroad);
    const { invite, refusal } = await challenged(ours);
    peer.send(await authorize(invite, refusal, 'guess'), ours.port);
    await peer.nextResponse(401);
    expect(ours.calls).toEqual([]);
  });

  test('hears nothing to other requests, and strangers draw 20 challenges in a second at most', async () => {
    const ours = await open([trunk(settings)], abroad);
    peer.answersOptions = false;
    peer.send(writeRequest('OPTIONS').replaceAll('127.0.0.1:5999', `127.0.0.1:${peer.port}`), ours.port);
    for (let calls = 0; calls < 30; calls++) peer.send(peer.writeInvite(), ours.port);
    await until(() => ours.service.refusals().strangers === 11, 'counted');
    await settle(10);
    expect(peer.waiting).toHaveLength(20);
  });
});
