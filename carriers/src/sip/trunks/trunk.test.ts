import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CarrierConnection } from '../../carrier.ts';
import type { ReceivedRequest } from '../message/message.ts';
import { settle } from '../testing/settle.ts';
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

describe('registering at a trunk', () => {
  const account = { username: 'alice', password: 'secret', register: true };

  /** Grants a registration and waits until that is known. */
  async function grant(ours: TestingService, register: ReceivedRequest, seconds: number) {
    const contact = register.headers.find('contact')?.replace(/;expires.*/, '');
    peer.reply(register, 200, { headers: { contact: `${contact};expires=${seconds}` } });
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'registered');
  }

  test('answers the challenge, refreshes at four fifths of the time, and is taken back at the end', async () => {
    const ours = await open([trunk(account)]);
    const state = () => ours.service.connectionStates();
    expect(state()).toEqual([{ connectionId: 'con_a', state: 'checking', detail: 'Not registered yet.' }]);
    const first = await peer.nextRequest('REGISTER');
    expect(first.uri).toBe(`sip:127.0.0.1:${peer.port}`);
    expect(first.headers.find('to')).toBe(`<sip:alice@127.0.0.1:${peer.port}>`);
    peer.reply(first, 401, { headers: { 'www-authenticate': 'Digest realm="r", nonce="n", qop="auth"' } });
    const second = await peer.nextRequest('REGISTER');
    expect(second.headers.find('contact')).toBe(`<sip:alice@127.0.0.1:${ours.port}>;expires=300`);
    expect(second.headers.find('authorization')).toContain('nc=00000001');
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
    await grant(ours, second, 100);
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(true);
    expect(state()).toEqual([{ connectionId: 'con_a', state: 'registered', detail: 'Registered.' }]);
    scheduler.advance(80_000);
    const third = await peer.nextRequest('REGISTER');
    expect(third.callId).toBe(first.callId);
    expect(third.cseq.number).toBeGreaterThan(second.cseq.number);
    expect(third.headers.find('authorization')).toMatch(/nc=0000000[23]/);
    await grant(ours, third, 100);
    await settle(10);
    const closing = ours.service.close();
    const last = await peer.nextRequest('REGISTER');
    expect(last.headers.find('expires')).toBe('0');
    peer.reply(last, 200);
    await closing;
    expect(scheduler.pending).toBe(0);
  });

  test('runs out when the registrar falls silent, and not before', async () => {
    const ours = await open([trunk(account)]);
    await grant(ours, await peer.nextRequest('REGISTER'), 100);
    scheduler.advance(99_000);
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(true);
    scheduler.advance(1000);
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });

  test('waits longer after each failure, and says what is wrong', async () => {
    const ours = await open([trunk(account)]);
    const pauses: number[] = [];
    for (let failures = 0; failures < 4; failures++) {
      peer.reply(await peer.nextRequest('REGISTER'), 403);
      const failed = () => ours.logs.filter((line) => line.includes('registration')).length;
      await until(() => failed() === failures + 1, 'the refusal is known');
      const beganMs = scheduler.nowMs();
      while (peer.waiting.length === 0) {
        scheduler.advance(1000);
        await settle();
      }
      pauses.push(scheduler.nowMs() - beganMs);
    }
    const detail = 'The registrar refused the user name or password (SIP 403).';
    expect(ours.service.status().detail).toContain(detail);
    expect(ours.service.connectionStates()).toEqual([{ connectionId: 'con_a', state: 'failing', detail }]);
    for (const [index, pauseMs] of pauses.entries()) {
      expect(pauseMs).toBeGreaterThanOrEqual(5000 * 2 ** index * 0.75);
      expect(pauseMs).toBeLessThanOrEqual(5000 * 2 ** index * 1.25 + 6000);
    }
  });

  test('asks for longer when the registrar wants that (RFC 3261 section 10.2.8)', async () => {
    await open([trunk(account)]);
    peer.reply(await peer.nextRequest('REGISTER'), 423, { headers: { 'min-expires': '600' } });
    expect((await peer.nextRequest('REGISTER')).headers.find('expires')).toBe('600');
  });

  test('behind a translator says again where the registrar sees us (RFC 3581)', async () => {
    const ours = await open([trunk(account)]);
    const first = await peer.nextRequest('REGISTER');
    const via = `${first.headers.find('via')?.replace(';rport', ';rport=61000')};received=203.0.113.7`;
    peer.reply(first, 200, { headers: { via, expires: '100' } });
    const second = await peer.nextRequest('REGISTER');
    expect(second.headers.find('contact')).toBe('<sip:alice@203.0.113.7:61000>;expires=300');
    peer.reply(second, 200, {
      headers: {
        via: via.replace(/branch=[^;]+/, second.headers.find('via')?.match(/branch=[^;]+/)?.[0] ?? ''),
        expires: '100',
      },
    });
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'registered');
  });

  test('stops and begins with the settings, and leaves alone what stayed the same', async () => {
    const ours = await open([trunk(account)]);
    await grant(ours, await peer.nextRequest('REGISTER'), 100);
    await ours.service.setConnections([trunk(account)]);
    await settle(10);
    expect(peer.waiting).toEqual([]);
    const changing = ours.service.setConnections([trunk({ ...account, username: 'bob' })]);
    const leaving = await peer.nextRequest('REGISTER');
    expect(leaving.headers.find('expires')).toBe('0');
    expect(leaving.to.parsedUri?.user).toBe('alice');
    peer.reply(leaving, 200);
    await changing;
    expect((await peer.nextRequest('REGISTER')).to.parsedUri?.user).toBe('bob');
  });
});

describe('a trunk without registration', () => {
  test('is there while it answers OPTIONS, whatever it answers, and gone when it does not', async () => {
    peer.answersOptions = false;
    const ours = await open([trunk()]);
    peer.reply(await peer.nextRequest('OPTIONS'), 404);
    expect(ours.service.connectionStates()).toMatchObject([{ state: 'checking' }]);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reachable');
    expect(ours.service.connectionStates()).toMatchObject([{ state: 'reachable' }]);
    expect(ours.service.canReach('+14155550123', 'wsp_other')).toBe(false);
    scheduler.advance(25_000);
    await peer.nextRequest('OPTIONS');
    scheduler.advance(32_000);
    await until(() => !ours.service.canReach('+14155550123', 'wsp_a'), 'not reachable');
    expect(ours.service.status().detail).toContain('0 of 1 trunks can be reached.');
    expect(ours.service.connectionStates()).toMatchObject([
      { state: 'failing', detail: 'The trunk did not answer: no answer.' },
    ]);
    expect(ours.logs).toContain('warn A SIP trunk is not reachable any more.');
  });

  test('that sends 503 takes no calls', async () => {
    peer.answersOptions = false;
    const ours = await open([trunk()]);
    peer.reply(await peer.nextRequest('OPTIONS'), 503);
    await until(() => ours.service.status().detail.includes('takes no calls now'), 'told');
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });

  test('beyond this machine cannot be reached from a loopback address, and says so', async () => {
    const ours = await open([trunk({ host: '192.0.2.1' })]);
    await until(() => ours.service.status().detail.includes('SIP_HOST is a loopback address'), 'told');
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });

  test('with impossible settings is named in the log and does no harm', async () => {
    const ours = await open([trunk({ host: 'a b\r\nc' }), trunk({}, 'con_b')]);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'the other is reachable');
    expect(ours.logs).toContain('error The settings of a SIP trunk cannot be used.');
  });

  test('dials and shows numbers as its provider wants them, by its proxy', async () => {
    const proxy = await TestingPeer.open();
    const settings = {
      host: 'sip.example.com',
      outboundProxy: `127.0.0.1:${proxy.port}`,
      dialFormat: 'digits',
      callerId: '+14155550111',
      codecs: 'pcma',
    };
    const ours = await open([trunk(settings)]);
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reachable');
    const call = { legId: 'leg_p', toNumber: '+14155550123', workspaceId: 'wsp_a', ringMs: 30_000 };
    await ours.service.placeCall({ ...call, fromNumber: '' });
    const invite = await proxy.nextRequest('INVITE');
    expect(invite.uri).toBe('sip:14155550123@sip.example.com');
    expect(invite.from.uri).toBe('sip:14155550111@sip.example.com');
    expect(invite.headers.list('route')).toEqual([`<sip:127.0.0.1:${proxy.port};lr>`]);
    expect(invite.body).toContain('RTP/AVP 8 101');
    proxy.reply(invite, 486);
    await proxy.nextRequest('ACK');
    proxy.close();
  });

  test('that has the number of the caller is preferred', async () => {
    const second = await TestingPeer.open();
    const numbers = 'Main: +1 415 555 0100'.replace(/^Main: |\s/g, '');
    const ours = await open([
      trunk(),
      { id: 'con_b', workspaceId: 'wsp_a', settings: { host: `127.0.0.1:${second.port}`, numbers } },
    ]);
    await until(() => ours.service.status().detail.includes('2 of 2'), 'both reachable');
    const call = { toNumber: '+14155550123', workspaceId: 'wsp_a', ringMs: 30_000 };
    await ours.service.placeCall({ ...call, legId: 'leg_1', fromNumber: '+14155550100' });
    await second.nextRequest('INVITE');
    await ours.service.placeCall({ ...call, legId: 'leg_2', fromNumber: '+14155550999' });
    await peer.nextRequest('INVITE');
    second.close();
  });
});
