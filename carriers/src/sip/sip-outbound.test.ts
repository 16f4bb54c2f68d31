import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import type { ReceivedRequest } from './message/message.ts';
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
  ours = await openTestingService({
    scheduler,
    connections: [
      {
        id: 'con_a',
        workspaceId: 'wsp_a',
        settings: { host: `127.0.0.1:${peer.port}`, username: 'alice', password: 'secret' },
      },
    ],
  });
  await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'the trunk answers OPTIONS');
});

afterEach(async () => {
  await ours.service.close();
  peer.close();
});

let nextLeg = 0;

async function call(
  more: { toNumber?: string; fromNumber?: string; workspaceId?: string; ringMs?: number } = {},
) {
  const events: LegEvent[] = [];
  const leg = await ours.service.placeCall({
    legId: `leg_${nextLeg++}`,
    fromNumber: '+14155550100',
    toNumber: '+14155550123',
    workspaceId: 'wsp_a',
    ringMs: 30_000,
    ...more,
  });
  leg.onEvent((event) => events.push(event));
  return { leg, events };
}

async function answered(headers: Record<string, string> = {}) {
  const placed = await call();
  const invite = await peer.nextRequest('INVITE');
  peer.accept(invite, { headers });
  await peer.nextRequest('ACK');
  await until(() => placed.events.some(({ type }) => type === 'answered'), 'answered');
  return { ...placed, invite };
}

function ending(events: LegEvent[]) {
  const last = events.at(-1);
  return last?.type === 'ended' ? last : undefined;
}

async function allGone() {
  await until(() => ours.service.counts().dialogs === 0, 'the dialogs are gone');
  expect(ours.service.counts().legs).toBe(0);
  expect(ours.media.reserved.size).toBe(0);
}

describe('a call that is answered', () => {
  test('rings, is answered once, tells the media half, and ends when the customer hangs up', async () => {
    const { events } = await call();
    const invite = await peer.nextRequest('INVITE');
    expect(invite.uri).toBe(`sip:+14155550123@127.0.0.1:${peer.port}`);
    expect(invite.from.parsedUri?.user).toBe('+14155550100');
    expect(invite.body).toMatch(/m=audio 4\d+ RTP\/AVP 0 8 9 101/);
    peer.reply(invite, 100);
    peer.reply(invite, 180);
    peer.reply(invite, 180);
    peer.accept(invite, { body: writeOffer({ formats: '8 101', port: 41_234 }) });
    const ack = await peer.nextRequest('ACK');
    expect(ack.uri).toBe(`sip:peer@127.0.0.1:${peer.port}`);
    peer.send(peer.writeAsCalled('BYE', invite, 1), ours.port);
    await peer.nextResponse(200);
    expect(events).toEqual([
      { type: 'ringing' },
      { type: 'answered' },
      { type: 'ended', endReason: 'customer_hung_up', detail: 'BYE' },
    ]);
    expect(ours.media.changes[0]?.change).toMatchObject({
      kind: 'remote',
      remote: { port: 41_234, codec: { name: 'PCMA', payloadType: 8 }, telephoneEventPayloadType: 101 },
    });
    await allGone();
  });

  test('ends with BYE when we hang up, and only once', async () => {
    const { leg, events } = await answered();
    leg.hangUp();
    leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    expect(bye.to.parameters.get('tag')).toBe('peer');
    peer.reply(bye, 200);
    await allGone();
    expect(ending(events)?.endReason).toBe('agent_hung_up');
    expect(peer.waiting).toEqual([]);
  });

  test('goes by the proxies that recorded their route, in reverse (RFC 3261 section 12.1.2)', async () => {
    const near = `<sip:127.0.0.1:${peer.port};lr;hop=near>`;
    const { leg } = await answered({ 'record-route': `<sip:far.example;lr>, ${near}` });
    leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    expect(bye.headers.list('route')).toEqual([near, '<sip:far.example;lr>']);
    expect(bye.uri).toBe(`sip:peer@127.0.0.1:${peer.port}`);
    peer.reply(bye, 200);
  });

  test('puts a strict router on the first line (section 12.2.1.1)', async () => {
    const { leg } = await answered({ 'record-route': `<sip:127.0.0.1:${peer.port};hop=strict>` });
    leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    expect(bye.uri).toBe(`sip:127.0.0.1:${peer.port};hop=strict`);
    expect(bye.headers.list('route')).toEqual([`<sip:peer@127.0.0.1:${peer.port}>`]);
    peer.reply(bye, 200);
  });

  test('acknowledges a 200 that comes again', async () => {
    const { invite } = await answered();
    peer.accept(invite);
    expect((await peer.nextRequest('ACK')).cseq).toEqual({ number: invite.cseq.number, method: 'ACK' });
  });

  test('takes the description of an early answer when the 200 repeats none', async () => {
    const { events } = await call();
    const invite = await peer.nextRequest('INVITE');
    const headers = { 'content-type': 'application/sdp' };
    peer.reply(invite, 183, { headers, body: writeOffer({ port: 41_000 }) });
    peer.reply(invite, 183, { headers, body: writeOffer({ port: 42_000 }) });
    peer.reply(invite, 200);
    await peer.nextRequest('ACK');
    await until(() => events.length === 2, 'answered');
    expect(events).toEqual([{ type: 'ringing' }, { type: 'answered' }]);
    expect(ours.media.changes[0]?.change).toMatchObject({ remote: { port: 42_000 } });
  });

  test('keeps the first of two phones that answer, hangs up on the other and does not listen to it', async () => {
    const { events, invite } = await answered();
    peer.accept(invite, { toTag: 'second' });
    const ack = await peer.nextRequest('ACK');
    expect(ack.to.parameters.get('tag')).toBe('second');
    const bye = await peer.nextRequest('BYE');
    expect(bye.to.parameters.get('tag')).toBe('second');
    peer.reply(bye, 200);
    peer.send(peer.writeAsCalled('BYE', invite, 9).replace('tag=peer', 'tag=second'), ours.port);
    await peer.nextResponse(481);
    expect(ending(events)).toBeUndefined();
  });

  test('without a codec of ours is acknowledged, hung up and told', async () => {
    const { events } = await call();
    const invite = await peer.nextRequest('INVITE');
    peer.accept(invite, { body: writeOffer({ formats: '18' }) });
    await peer.nextRequest('ACK');
    peer.reply(await peer.nextRequest('BYE'), 200);
    expect(events.map(({ type }) => type)).toEqual(['note', 'ended']);
    expect(ending(events)?.endReason).toBe('carrier_failed');
    await allGone();
  });

  test('ends as lost when the media half hears nothing any more', async () => {
    const { leg, events } = await answered();
    ours.media.signal(leg.id, { kind: 'rtp_timeout' });
    peer.reply(await peer.nextRequest('BYE'), 200);
    expect(ending(events)?.endReason).toBe('media_lost');
    await allGone();
  });

  test('ends as failed when the network says so in BYE (RFC 3326)', async () => {
    const { events, invite } = await answered();
    peer.send(peer.writeAsCalled('BYE', invite, 1, { Reason: 'Q.850;cause=41;text="x"' }), ours.port);
    await peer.nextResponse(200);
    expect(ending(events)?.endReason).toBe('carrier_failed');
  });

  test('is held and resumed by the called one', async () => {
    const { invite } = await answered();
    peer.send(peer.writeAsCalled('INVITE', invite, 1, {}, writeOffer({ direction: 'sendonly' })), ours.port);
    const held = await peer.nextResponse(200);
    expect(held.body).toContain('a=recvonly');
    expect(ours.media.changes.at(-1)?.change).toEqual({ kind: 'direction', direction: 'recvonly' });
    peer.send(peer.writeAsCalled('ACK', invite, 1), ours.port);
    peer.send(peer.writeAsCalled('INVITE', invite, 2, {}, writeOffer()), ours.port);
    expect((await peer.nextResponse(200)).body).toContain('a=sendrecv');
    expect(ours.media.changes.at(-1)?.change).toEqual({ kind: 'direction', direction: 'sendrecv' });
  });
});

describe('a call that fails', () => {
  test.each<[number, string, Record<string, string>]>([
    [486, 'busy', {}],
    [600, 'busy', {}],
    [603, 'declined', {}],
    [403, 'declined', {}],
    [404, 'number_unreachable', {}],
    [410, 'number_unreachable', {}],
    [484, 'number_unreachable', {}],
    [408, 'no_answer', {}],
    [480, 'no_answer', {}],
    [500, 'carrier_failed', {}],
    [503, 'carrier_failed', { 'retry-after': '60' }],
    [488, 'carrier_failed', {}],
    [302, 'carrier_failed', { contact: '<sip:other@127.0.0.1>' }],
    [480, 'busy', { reason: 'SIP;cause=480, Q.850;cause=17;text="User busy"' }],
    [503, 'number_unreachable', { reason: 'Q.850 ;text="a;b" ;cause=1' }],
    [486, 'busy', { reason: 'Q.850;cause=16' }],
  ])('with %i ends as %s', async (status, endReason, headers) => {
    const { events } = await call();
    const invite = await peer.nextRequest('INVITE');
    peer.reply(invite, status, { headers });
    await peer.nextRequest('ACK');
    expect(ending(events)).toMatchObject({ endReason });
    expect(ending(events)?.detail).toContain(String(status));
    await allGone();
  });

  test('after the ring time is cancelled, and 487 is the end of it', async () => {
    const { events } = await call({ ringMs: 20_000 });
    const invite = await peer.nextRequest('INVITE');
    peer.reply(invite, 180);
    await until(() => events.length === 1, 'ringing');
    scheduler.advance(20_000);
    const cancel = await peer.nextRequest('CANCEL');
    expect(cancel.headers.find('via')).toBe(invite.headers.find('via'));
    peer.reply(cancel, 200);
    peer.reply(invite, 487);
    await peer.nextRequest('ACK');
    expect(ending(events)?.endReason).toBe('no_answer');
    await allGone();
  });

  test('and is answered at the very moment of CANCEL, is acknowledged and hung up', async () => {
    const { leg, events } = await call();
    const invite = await peer.nextRequest('INVITE');
    peer.reply(invite, 180);
    await until(() => events.length === 1, 'ringing');
    leg.hangUp();
    peer.reply(await peer.nextRequest('CANCEL'), 481);
    peer.accept(invite);
    await peer.nextRequest('ACK');
    peer.reply(await peer.nextRequest('BYE'), 200);
    expect(events.map(({ type }) => type)).toEqual(['ringing', 'ended']);
    expect(ending(events)?.endReason).toBe('staff_hung_up');
    await allGone();
  });

  test('is not cancelled before the trunk has said anything (section 9.1)', async () => {
    const { leg } = await call();
    const invite = await peer.nextRequest('INVITE');
    leg.hangUp();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(peer.waiting).toEqual([]);
    peer.reply(invite, 100);
    peer.reply(await peer.nextRequest('CANCEL'), 200);
    peer.reply(invite, 487);
    await peer.nextRequest('ACK');
    await allGone();
  });

  test('when the trunk says nothing at all is the trunk that failed', async () => {
    const { events } = await call({ ringMs: 20_000 });
    await peer.nextRequest('INVITE');
    scheduler.advance(20_000);
    expect(ending(events)?.endReason).toBe('carrier_failed');
    scheduler.advance(12_000);
    await allGone();
  });

  test('for want of a port says so, and sends nothing', async () => {
    ours.media.isFull = true;
    const { events } = await call();
    expect(ending(events)?.endReason).toBe('internal_error');
    expect(peer.waiting).toEqual([]);
  });

  test.each<[string, { toNumber?: string; workspaceId?: string }, string]>([
    ['a number that is an address', { toNumber: 'sip:evil@example.com' }, 'number_unreachable'],
    ['a number with a line break', { toNumber: '+1415\r\nVia: x' }, 'number_unreachable'],
    ['a workspace without trunk', { workspaceId: 'wsp_b' }, 'carrier_failed'],
  ])('for %s sends nothing', async (_, more, endReason) => {
    const { events } = await call(more);
    expect(ending(events)?.endReason).toBe(endReason);
    expect(peer.waiting).toEqual([]);
    expect(ours.service.canReach(more.toNumber ?? '+14155550123', more.workspaceId ?? 'wsp_a')).toBe(false);
  });

  test('while we shut down', async () => {
    ours.service.drain();
    const { events } = await call();
    expect(ending(events)?.endReason).toBe('shut_down');
    expect(ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });
});

describe('a trunk that asks who we are', () => {
  const challenge = (realm: string, more = '') =>
    `Digest realm="${realm}", nonce="n-${realm}", qop="auth"${more}`;

  async function refuse(invite: ReceivedRequest, status: 401 | 407, value: string): Promise<ReceivedRequest> {
    const name = status === 401 ? 'www-authenticate' : 'proxy-authenticate';
    peer.reply(invite, status, { headers: { [name]: value } });
    await peer.nextRequest('ACK');
    return peer.nextRequest('INVITE');
  }

  test('and its proxy too, is answered, and so are ACK and BYE', async () => {
    const { leg } = await call();
    const first = await peer.nextRequest('INVITE');
    const second = await refuse(first, 407, challenge('proxy'));
    expect(second.cseq.number).toBe(first.cseq.number + 1);
    expect(second.callId).toBe(first.callId);
    expect(second.headers.find('proxy-authorization')).toMatch(
      /username="alice", realm="proxy".*nc=00000001/,
    );
    const third = await refuse(second, 401, challenge('trunk'));
    expect(third.headers.find('proxy-authorization')).toContain('nc=00000002');
    expect(third.headers.find('authorization')).toContain('realm="trunk"');
    peer.accept(third);
    const ack = await peer.nextRequest('ACK');
    expect(ack.headers.find('authorization')).toBe(third.headers.find('authorization'));
    leg.hangUp();
    const bye = await peer.nextRequest('BYE');
    expect(bye.headers.find('authorization')).toContain('nc=00000002');
    peer.reply(bye, 200);
  });

  test('and takes none of our answers ends the call with the reason', async () => {
    const { events } = await call();
    const second = await refuse(await peer.nextRequest('INVITE'), 401, challenge('trunk'));
    peer.reply(second, 401, { headers: { 'www-authenticate': challenge('trunk') } });
    await peer.nextRequest('ACK');
    expect(ending(events)).toMatchObject({ endReason: 'carrier_failed' });
    expect(ending(events)?.detail).toContain('refused the user name or password');
    await allGone();
  });

  test('for a longer session gets one (RFC 4028 section 7.3)', async () => {
    await call();
    const first = await peer.nextRequest('INVITE');
    expect(first.headers.find('session-expires')).toBe('1800');
    peer.reply(first, 422, { headers: { 'min-se': '3600' } });
    await peer.nextRequest('ACK');
    const second = await peer.nextRequest('INVITE');
    expect(second.headers.find('session-expires')).toBe('3600');
    expect(second.headers.find('min-se')).toBe('3600');
    peer.reply(second, 486);
    await peer.nextRequest('ACK');
  });
});

describe('the session of a call of ours', () => {
  test('is refreshed by UPDATE at half time where the far end takes that, and by INVITE where not', async () => {
    const { invite } = await answered({ 'session-expires': '100;refresher=uac', allow: 'INVITE, UPDATE' });
    scheduler.advance(50_000);
    const update = await peer.nextRequest('UPDATE');
    expect(update.headers.find('session-expires')).toBe('100;refresher=uac');
    expect(update.body).toBe('');
    peer.reply(update, 405);
    const again = await peer.nextRequest('INVITE');
    const version = (text: string) => /^o=\S+ (\d+ \d+)/m.exec(text)?.[1];
    expect(again.to.parameters.get('tag')).toBe('peer');
    expect(version(again.body)?.split(' ')[0]).toBe(version(invite.body)?.split(' ')[0]);
    peer.accept(again, { headers: { 'session-expires': '100;refresher=uac' } });
    await peer.nextRequest('ACK');
    scheduler.advance(50_000);
    await peer.nextRequest('INVITE');
  });

  test('is offered again a while after offers have crossed (section 14.1)', async () => {
    await answered({ 'session-expires': '100;refresher=uac' });
    scheduler.advance(50_000);
    const refresh = await peer.nextRequest('INVITE');
    peer.reply(refresh, 491);
    await peer.nextRequest('ACK');
    scheduler.advance(2000);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(peer.waiting).toEqual([]);
    scheduler.advance(2000);
    await peer.nextRequest('INVITE');
  });

  test('ends when the far end no longer knows it', async () => {
    const { events } = await answered({ 'session-expires': '100;refresher=uac', allow: 'UPDATE' });
    scheduler.advance(50_000);
    peer.reply(await peer.nextRequest('UPDATE'), 481);
    peer.reply(await peer.nextRequest('BYE'), 481);
    expect(ending(events)?.endReason).toBe('carrier_failed');
    await allGone();
  });

  test('ends when the far end should refresh it and does not', async () => {
    const { events } = await answered({ 'session-expires': '90;refresher=uas' });
    scheduler.advance(59_000);
    expect(ending(events)).toBeUndefined();
    scheduler.advance(1000);
    peer.reply(await peer.nextRequest('BYE'), 200);
    expect(ending(events)).toMatchObject({ endReason: 'carrier_failed' });
    await allGone();
  });

  test('goes on when the far end refreshes it in time', async () => {
    const { events, invite } = await answered({ 'session-expires': '90;refresher=uas' });
    scheduler.advance(45_000);
    const lines = { 'Session-Expires': '90;refresher=uac', Supported: 'timer' };
    peer.send(peer.writeAsCalled('UPDATE', invite, 1, lines), ours.port);
    expect((await peer.nextResponse(200)).headers.find('session-expires')).toBe('90;refresher=uac');
    scheduler.advance(45_000);
    expect(ending(events)).toBeUndefined();
  });
});
