import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { settle } from './testing/settle.ts';
import { writeOffer } from './testing/testing-messages.ts';
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
    await until(() => events().length === 2, 'answered');
    await settle(10);
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
