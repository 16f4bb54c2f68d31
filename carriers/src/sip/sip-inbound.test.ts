import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { writeOffer, writeRequest } from './testing/testing-messages.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import { TestingScheduler } from './testing/testing-scheduler.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

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

const events = () => ours.calls[0]?.events ?? [];

function ending(list: LegEvent[] = events()) {
  const last = list.at(-1);
  return last?.type === 'ended' ? last.endReason : undefined;
}

async function allGone() {
  await until(() => ours.service.counts().dialogs === 0, 'the dialogs are gone');
  expect(ours.service.counts().legs).toBe(0);
  expect(ours.media.reserved.size).toBe(0);
}

describe('a call that comes in', () => {
  test('is answered with the best codec of its offer, and stands when ACK has come', async () => {
    peer.send(peer.writeInvite({}, writeOffer({ formats: '0 9 101' })), ours.port);
    const ringing = await peer.nextResponse(180);
    const answer = await peer.nextResponse(200);
    expect(ringing.to.parameters.get('tag')).toBe(answer.to.parameters.get('tag'));
    expect(answer.body).toMatch(/m=audio 4\d+ RTP\/AVP 9 101\r\na=rtpmap:9 G722\/8000/);
    expect(answer.headers.find('contact')).toBe(`<sip:+14155550123@127.0.0.1:${ours.port}>`);
    const legId = ours.calls[0]?.offer.legId ?? '';
    expect(ours.media.reserved.get(legId)).toMatchObject({
      role: 'answerer',
      localAddress: '127.0.0.1',
      remote: {
        address: '127.0.0.1',
        port: 40_100,
        codec: { name: 'G722', payloadType: 9 },
        direction: 'sendrecv',
      },
    });
    expect(events().map(({ type }) => type)).toEqual(['ringing']);
    peer.send(peer.writeInDialog('ACK', answer, 1), ours.port);
    await until(() => events().length === 2, 'answered');
    expect(events()[1]).toEqual({ type: 'answered' });
  });

  test('hears our 200 again until its ACK comes, and is hung up on after 32 s without (section 13.3.1.4)', async () => {
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    await peer.nextResponse(200);
    for (const waitMs of [500, 1000, 2000, 4000, 4000]) {
      scheduler.advance(waitMs);
      await peer.nextResponse(200);
    }
    scheduler.advance(20_500);
    expect(ending()).toBe('carrier_failed');
    let message = await peer.nextResponse(200).catch((error: Error) => error.message);
    while (typeof message !== 'string')
      message = await peer.nextResponse(200).catch((error: Error) => error.message);
    expect(message).toContain('BYE');
  });

  test('that we hang up before ACK gets BYE only behind it (section 15)', async () => {
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    const answer = await peer.nextResponse(200);
    ours.calls[0]?.offer.leg.hangUp();
    expect(ending()).toBe('agent_hung_up');
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(peer.waiting).toEqual([]);
    peer.send(peer.writeInDialog('ACK', answer, 1), ours.port);
    peer.reply(await peer.nextRequest('BYE'), 200);
    await allGone();
  });

  test('that hangs up before its own ACK is over', async () => {
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    const answer = await peer.nextResponse(200);
    peer.send(peer.writeInDialog('BYE', answer, 2), ours.port);
    await peer.nextResponse(200);
    expect(ending()).toBe('customer_hung_up');
    await allGone();
    scheduler.advance(40_000);
    expect(peer.waiting).toEqual([]);
  });

  test('crossing our BYE with its own gets both answered', async () => {
    const { answer } = await peer.ring(ours.port);
    await until(() => events().length === 2, 'answered');
    ours.calls[0]?.offer.leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    peer.send(peer.writeInDialog('BYE', answer, 2), ours.port);
    await peer.nextResponse(200);
    peer.reply(bye, 200);
    await allGone();
  });

  test('by proxies that recorded their route is answered by them', async () => {
    const { answer } = await peer.ring(ours.port, {
      'Record-Route': `<sip:127.0.0.1:${peer.port};lr;n=1>, <sip:far.example;lr>`,
    });
    expect(answer.headers.list('record-route')).toHaveLength(2);
    await until(() => events().length === 2, 'answered');
    ours.calls[0]?.offer.leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    expect(bye.headers.list('route')).toEqual([
      `<sip:127.0.0.1:${peer.port};lr;n=1>`,
      '<sip:far.example;lr>',
    ]);
    peer.reply(bye, 200);
  });

  test('may be refused by the server that failed, or that says nothing in 20 s', async () => {
    ours.decide = () => Promise.reject(new Error('database'));
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    await peer.nextResponse(500);
    expect(ending()).toBe('internal_error');
    ours.decide = () => new Promise(() => undefined);
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    scheduler.advance(20_000);
    expect(ending(ours.calls[1]?.events)).toBe('internal_error');
    await allGone();
  });

  test.each([
    ['no_agent', 480, 'number_unreachable'],
    ['shutting_down', 503, 'shut_down'],
  ] as const)('is refused for %s with %i', async (because, status, endReason) => {
    ours.decide = () => ({ answer: false, because });
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    await peer.nextResponse(status);
    expect(ending()).toBe(endReason);
  });

  test('finds no port: 503 and when to try again', async () => {
    ours.media.isFull = true;
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    expect((await peer.nextResponse(503)).headers.find('retry-after')).toBe('5');
    expect(ending()).toBe('internal_error');
  });

  test('is cancelled while its port is reserved: nothing stays behind', async () => {
    const { reserve } = ours.media;
    let reserved: () => void = () => undefined;
    ours.media.reserve = async (...asked) => {
      await new Promise<void>((resolve) => {
        reserved = resolve;
      });
      return reserve.apply(ours.media, asked);
    };
    const invite = peer.writeInvite();
    peer.send(invite, ours.port);
    await peer.nextResponse(180);
    peer.send(invite.replace('INVITE sip', 'CANCEL sip').replace('1 INVITE', '1 CANCEL'), ours.port);
    await peer.nextResponse(200);
    await peer.nextResponse(487);
    reserved();
    await until(() => ours.media.released.length > 0 && ours.media.reserved.size === 0, 'released');
    expect(ending()).toBe('canceled');
    expect(peer.waiting).toEqual([]);
  });

  test('comes too late when we shut down', async () => {
    ours.service.drain();
    peer.answersOptions = false;
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(503);
    expect(ours.service.status().isReady).toBe(false);
    expect(ours.calls).toEqual([]);
  });

  test('is ended by closing, with BYE and its own reason', async () => {
    await peer.ring(ours.port);
    await until(() => events().length === 2, 'answered');
    const closing = ours.service.close();
    peer.reply(await peer.nextRequest('BYE'), 200);
    await closing;
    expect(ending()).toBe('shut_down');
    expect(ours.service.counts()).toEqual({ transactions: 0, dialogs: 0, legs: 0, sockets: 0 });
    expect(scheduler.pending).toBe(0);
    await ours.service.close();
  });
});

describe('in a call', () => {
  test('an older or repeated sequence number is refused, and the call goes on (section 12.2.2)', async () => {
    const { answer } = await peer.ring(ours.port);
    peer.send(peer.writeInDialog('INFO', answer, 5), ours.port);
    await peer.nextResponse(200);
    peer.send(peer.writeInDialog('BYE', answer, 4), ours.port);
    await peer.nextResponse(500);
    expect(ending()).toBeUndefined();
  });

  test('a second offer before the ACK of the first waits (section 14.2)', async () => {
    const { answer } = await peer.ring(ours.port);
    peer.send(peer.writeInDialog('INVITE', answer, 2, {}, writeOffer({ port: 41_000 })), ours.port);
    await peer.nextResponse(200);
    peer.send(peer.writeInDialog('INVITE', answer, 3, {}, writeOffer({ port: 42_000 })), ours.port);
    expect((await peer.nextResponse(500)).headers.has('retry-after')).toBe(true);
    expect(ours.media.changes).toHaveLength(1);
  });

  test('an offer that crosses ours is refused with 491', async () => {
    const { answer } = await peer.ring(ours.port, {
      Supported: 'timer',
      'Session-Expires': '100;refresher=uas',
    });
    await until(() => events().length === 2, 'answered');
    scheduler.advance(50_000);
    const refresh = await peer.nextRequest('INVITE');
    peer.send(peer.writeInDialog('INVITE', answer, 2, {}, writeOffer()), ours.port);
    await peer.nextResponse(491);
    peer.accept(refresh, { headers: { 'session-expires': '100;refresher=uac' } });
    await peer.nextRequest('ACK');
    expect(ending()).toBeUndefined();
  });

  test('a description that is sent again keeps its version; a changed one gets the next (RFC 3264 section 8)', async () => {
    const { answer } = await peer.ring(ours.port);
    const version = (text: string) => Number(/^o=\S+ \d+ (\d+)/m.exec(text)?.[1]);
    const offers = [
      writeOffer(),
      writeOffer({ direction: 'sendonly' }),
      writeOffer({ direction: 'sendonly' }),
    ];
    const versions = [version(answer.body)];
    for (const [index, offer] of offers.entries()) {
      peer.send(peer.writeInDialog('INVITE', answer, index + 2, {}, offer), ours.port);
      versions.push(version((await peer.nextResponse(200)).body));
      peer.send(peer.writeInDialog('ACK', answer, index + 2), ours.port);
    }
    expect(versions).toEqual([1, 1, 2, 2]);
  });

  test('a new Contact is where the next request goes (section 12.2.1.2)', async () => {
    const other = await TestingPeer.open();
    const { answer } = await peer.ring(ours.port);
    const lines = { Contact: `<sip:moved@127.0.0.1:${other.port}>` };
    peer.send(peer.writeInDialog('INVITE', answer, 2, lines, writeOffer()), ours.port);
    await peer.nextResponse(200);
    peer.send(peer.writeInDialog('ACK', answer, 2), ours.port);
    await new Promise((resolve) => setTimeout(resolve, 20));
    ours.calls[0]?.offer.leg.hangUp();
    expect((await other.nextRequest('BYE')).uri).toBe(`sip:moved@127.0.0.1:${other.port}`);
    other.close();
  });

  test.each<[string, string, Record<string, string>, string, number]>([
    [
      'INFO with a touch-tone',
      'INFO',
      { 'Content-Type': 'application/dtmf-relay' },
      'Signal=#\r\nDuration=160',
      200,
    ],
    ['INFO with an event number', 'INFO', { 'Content-Type': 'application/dtmf-relay' }, 'Signal= 11', 200],
    ['INFO with a bare key', 'INFO', { 'Content-Type': 'application/dtmf' }, '#', 200],
    [
      'INFO with something else',
      'INFO',
      { 'Content-Type': 'application/xml' },
      '<picture_fast_update/>',
      415,
    ],
    ['OPTIONS', 'OPTIONS', {}, '', 200],
    ['REFER', 'REFER', { 'Refer-To': '<sip:a@b>' }, '', 405],
    ['PRACK', 'PRACK', { RAck: '1 1 INVITE' }, '', 405],
    ['UPDATE that demands the unknown', 'UPDATE', { Require: 'nothingSupportsThis' }, '', 420],
    ['UPDATE with too short a session', 'UPDATE', { Supported: 'timer', 'Session-Expires': '30' }, '', 422],
    ['UPDATE without a codec of ours', 'UPDATE', {}, writeOffer({ formats: '18' }), 488],
    ['UPDATE with another kind of body', 'UPDATE', { 'Content-Type': 'text/plain' }, 'hello', 415],
  ])('%s is answered', async (_, method, lines, body, status) => {
    const { answer } = await peer.ring(ours.port);
    const type = body.startsWith('v=0') ? { 'Content-Type': 'application/sdp' } : {};
    peer.send(peer.writeInDialog(method, answer, 2, { ...type, ...lines }, body), ours.port);
    await peer.nextResponse(status);
    const digits = ours.media.changes.flatMap(({ change }) =>
      change.kind === 'digits' ? [change.digits] : [],
    );
    expect(digits).toEqual(method === 'INFO' && status === 200 ? ['#'] : []);
    peer.send(peer.writeInDialog('BYE', answer, 3), ours.port);
    await peer.nextResponse(200);
    await allGone();
  });

  test('a caller that should refresh the session and does not is hung up on', async () => {
    const { answer } = await peer.ring(ours.port, { Supported: 'timer', 'Session-Expires': '90' });
    expect(answer.headers.find('session-expires')).toBe('90;refresher=uac');
    expect(answer.headers.find('require')).toBe('timer');
    await until(() => events().length === 2, 'answered');
    scheduler.advance(60_000);
    peer.reply(await peer.nextRequest('BYE'), 200);
    expect(ending()).toBe('carrier_failed');
    await allGone();
  });
});

describe('outside a call', () => {
  test.each<[string, string, Record<string, string>, number]>([
    ['OPTIONS', 'OPTIONS', {}, 200],
    ['OPTIONS that has come to the end of its way', 'OPTIONS', { 'Max-Forwards': '0' }, 200],
    ['a call that has come too far (RFC 4475 section 3.3.10)', 'INVITE', { 'Max-Forwards': '0' }, 483],
    ['BYE of no call', 'BYE', { To: '<sip:a@127.0.0.1>;tag=gone' }, 481],
    ['BYE without tag', 'BYE', {}, 481],
    ['INVITE of a call that is gone', 'INVITE', { To: '<sip:a@127.0.0.1>;tag=gone' }, 481],
    ['REGISTER', 'REGISTER', {}, 405],
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
      'an encrypted address, which we do not speak',
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
