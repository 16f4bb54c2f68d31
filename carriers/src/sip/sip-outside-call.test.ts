import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeOffer, writeRequest } from './testing/testing-messages.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import { TestingScheduler } from './testing/testing-scheduler.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService } from './testing/testing-service.ts';

let peer: TestingPeer;
let ours: TestingService;
let scheduler: TestingScheduler;

beforeEach(async () => {
  peer = await TestingPeer.open();
  scheduler = new TestingScheduler();
  ours = await openTestingService({ scheduler });
});

afterEach(async () => {
  await ours.service.close();
  peer.close();
});

describe('outside a call', () => {
  test.each<[string, string, Record<string, string>, number]>([
    ['OPTIONS', 'OPTIONS', {}, 200],
    ['OPTIONS that has come to the end of its way', 'OPTIONS', { 'Max-Forwards': '0' }, 200],
    ['a call that has come too far (RFC 4475 section 3.3.10)', 'INVITE', { 'Max-Forwards': '0' }, 483],
    ['BYE of no call', 'BYE', { To: '<sip:a@127.0.0.1>;tag=gone' }, 481],
    ['BYE without tag', 'BYE', {}, 481],
    ['INVITE of a call that is gone', 'INVITE', { To: '<sip:a@127.0.0.1>;tag=gone' }, 481],
    ['REGISTER without Contact', 'REGISTER', { Contact: '' }, 200],
    ['SUBSCRIBE', 'SUBSCRIBE', {}, 405],
    ['an unknown method (RFC 4475 section 3.1.2.18)', 'NEWMETHOD', {}, 501],
    ['an unknown demand (section 3.3.2)', 'INVITE', { Require: 'nothingSupportsThis, timer' }, 420],
    [
      'an unknown scheme (section 3.3.3)',
      'OPTIONS',
      { 'Request-URI': 'nobodyKnowsThisScheme:totallyopaque' },
      416,
    ],
    [
      'an encrypted address by a way that is not',
      'INVITE',
      { 'Request-URI': 'sips:+14155550123@127.0.0.1' },
      416,
    ],
    [
      'headers in the address (section 3.1.2.11)',
      'INVITE',
      { 'Request-URI': 'sip:a@b?Route=%3Csip:c%3E' },
      400,
    ],
    ['another kind of body (section 3.3.6)', 'INVITE', { 'Content-Type': 'application/unknown' }, 415],
    ['no Contact', 'INVITE', { Contact: '' }, 400],
    ['no tag', 'INVITE', { From: '<sip:a@b>' }, 400],
    ['too short a session', 'INVITE', { Supported: 'timer', 'Session-Expires': '60' }, 422],
  ])('%s is answered', async (_, method, lines, status) => {
    peer.answersOptions = false;
    const body = method === 'INVITE' ? writeOffer() : '';
    const text = writeRequest(method, lines, body).replaceAll('127.0.0.1:5999', `127.0.0.1:${peer.port}`);
    peer.send(text, ours.port);
    const response = await peer.nextResponse(status);
    if (status === 405) expect(response.headers.list('allow')).toContain('INVITE');
    if (status === 420) expect(response.headers.list('unsupported')).toEqual(['nothingSupportsThis']);
    if (status === 422) expect(response.headers.find('min-se')).toBe('90');
    expect(ours.calls).toEqual([]);
  });

  test('phones of this machine that will not dial before they are registered are told that they are', async () => {
    const lines = { Contact: '<sip:phone@127.0.0.1:5999>;expires=99999, <sip:b@127.0.0.1>', Expires: '60' };
    peer.send(
      writeRequest('REGISTER', lines).replaceAll('127.0.0.1:5999', `127.0.0.1:${peer.port}`),
      ours.port,
    );
    const response = await peer.nextResponse(200);
    expect(response.headers.list('contact')).toEqual([
      `<sip:phone@127.0.0.1:${peer.port}>;expires=3600`,
      '<sip:b@127.0.0.1>;expires=60',
    ]);
  });

  test('a call to a tel address, and a caller that does not show itself, are understood', async () => {
    peer.send(
      peer.writeInvite({
        'Request-URI': 'tel:+1-415-555-0123',
        From: '"Anonymous" <sip:anonymous@anonymous.invalid>;tag=1',
      }),
      ours.port,
    );
    await peer.nextResponse(180);
    expect(ours.calls[0]?.offer).toMatchObject({ fromNumber: '', toNumber: '+14155550123' });
  });

  test('where a softphone rings a number is told', () => {
    expect(ours.service.addressOf('+14155550123')).toBe(`sip:+14155550123@127.0.0.1:${ours.port}`);
    expect(ours.service.status()).toEqual({
      isReady: true,
      detail: `Listens on 127.0.0.1:${ours.port} and [::1]:${ours.port}, UDP and TCP. No trunk is set up.`,
    });
  });
});
