import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeOffer } from './testing/testing-messages.ts';
import { until } from './testing/testing-service.ts';
import { endingOf, TestingTrunk } from './testing/testing-trunk.ts';

let trunk: TestingTrunk;

beforeEach(async () => {
  trunk = await TestingTrunk.open();
});

afterEach(() => trunk.close());

describe('a call that is answered', () => {
  test('rings, is answered once, tells the media half, and ends when the customer hangs up', async () => {
    const { events } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    expect(invite.uri).toBe(`sip:+14155550123@127.0.0.1:${trunk.peer.port}`);
    expect(invite.from.parsedUri?.user).toBe('+14155550100');
    expect(invite.body).toMatch(/m=audio 4\d+ RTP\/AVP 0 8 9 101/);
    trunk.peer.reply(invite, 100);
    trunk.peer.reply(invite, 180);
    trunk.peer.reply(invite, 180);
    trunk.peer.accept(invite, { body: writeOffer({ formats: '8 101', port: 41_234 }) });
    const ack = await trunk.peer.nextRequest('ACK');
    expect(ack.uri).toBe(`sip:peer@127.0.0.1:${trunk.peer.port}`);
    trunk.peer.send(trunk.peer.writeAsCalled('BYE', invite, 1), trunk.ours.port);
    await trunk.peer.nextResponse(200);
    expect(events).toEqual([
      { type: 'ringing' },
      { type: 'answered' },
      { type: 'ended', endReason: 'customer_hung_up', detail: 'BYE' },
    ]);
    expect(trunk.ours.media.changes[0]?.change).toMatchObject({
      kind: 'remote',
      remote: { port: 41_234, codec: { name: 'PCMA', payloadType: 8 }, telephoneEventPayloadType: 101 },
    });
    await trunk.allGone();
  });

  test('ends with BYE when we hang up, and only once', async () => {
    const { leg, events } = await trunk.answered();
    leg.hangUp();
    leg.hangUp();
    const bye = await trunk.peer.nextRequest('BYE');
    expect(bye.to.parameters.get('tag')).toBe('peer');
    trunk.peer.reply(bye, 200);
    await trunk.allGone();
    expect(endingOf(events)?.endReason).toBe('agent_hung_up');
    expect(trunk.peer.waiting).toEqual([]);
  });

  test('goes by the proxies that recorded their route, in reverse (RFC 3261 section 12.1.2)', async () => {
    const near = `<sip:127.0.0.1:${trunk.peer.port};lr;hop=near>`;
    const { leg } = await trunk.answered({ 'record-route': `<sip:far.example;lr>, ${near}` });
    leg.hangUp();
    const bye = await trunk.peer.nextRequest('BYE');
    expect(bye.headers.list('route')).toEqual([near, '<sip:far.example;lr>']);
    expect(bye.uri).toBe(`sip:peer@127.0.0.1:${trunk.peer.port}`);
    trunk.peer.reply(bye, 200);
  });

  test('puts a strict router on the first line (section 12.2.1.1)', async () => {
    const { leg } = await trunk.answered({ 'record-route': `<sip:127.0.0.1:${trunk.peer.port};hop=strict>` });
    leg.hangUp();
    const bye = await trunk.peer.nextRequest('BYE');
    expect(bye.uri).toBe(`sip:127.0.0.1:${trunk.peer.port};hop=strict`);
    expect(bye.headers.list('route')).toEqual([`<sip:peer@127.0.0.1:${trunk.peer.port}>`]);
    trunk.peer.reply(bye, 200);
  });

  test('acknowledges a 200 that comes again', async () => {
    const { invite } = await trunk.answered();
    trunk.peer.accept(invite);
    expect((await trunk.peer.nextRequest('ACK')).cseq).toEqual({ number: invite.cseq.number, method: 'ACK' });
  });

  test('takes the description of an early answer when the 200 repeats none', async () => {
    const { events } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    const headers = { 'content-type': 'application/sdp' };
    trunk.peer.reply(invite, 183, { headers, body: writeOffer({ port: 41_000 }) });
    trunk.peer.reply(invite, 183, { headers, body: writeOffer({ port: 42_000 }) });
    trunk.peer.reply(invite, 200);
    await trunk.peer.nextRequest('ACK');
    await until(() => events.length === 2, 'answered');
    expect(events).toEqual([{ type: 'ringing' }, { type: 'answered' }]);
    expect(trunk.ours.media.changes[0]?.change).toMatchObject({ remote: { port: 42_000 } });
  });

  test('keeps the first of two phones that answer, hangs up on the other and does not listen to it', async () => {
    const { events, invite } = await trunk.answered();
    trunk.peer.accept(invite, { toTag: 'second' });
    const ack = await trunk.peer.nextRequest('ACK');
    expect(ack.to.parameters.get('tag')).toBe('second');
    const bye = await trunk.peer.nextRequest('BYE');
    expect(bye.to.parameters.get('tag')).toBe('second');
    trunk.peer.reply(bye, 200);
    trunk.peer.send(
      trunk.peer.writeAsCalled('BYE', invite, 9).replace('tag=peer', 'tag=second'),
      trunk.ours.port,
    );
    await trunk.peer.nextResponse(481);
    expect(endingOf(events)).toBeUndefined();
  });

  test('without a codec of ours is acknowledged, hung up and told', async () => {
    const { events } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    trunk.peer.accept(invite, { body: writeOffer({ formats: '18' }) });
    await trunk.peer.nextRequest('ACK');
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 200);
    expect(events.map(({ type }) => type)).toEqual(['note', 'ended']);
    expect(endingOf(events)?.endReason).toBe('carrier_failed');
    await trunk.allGone();
  });

  test('ends as lost when the media half hears nothing any more', async () => {
    const { leg, events } = await trunk.answered();
    trunk.ours.media.signal(leg.id, { kind: 'rtp_timeout' });
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 200);
    expect(endingOf(events)?.endReason).toBe('media_lost');
    await trunk.allGone();
  });

  test('ends as failed when the network says so in BYE (RFC 3326)', async () => {
    const { events, invite } = await trunk.answered();
    trunk.peer.send(
      trunk.peer.writeAsCalled('BYE', invite, 1, { Reason: 'Q.850;cause=41;text="x"' }),
      trunk.ours.port,
    );
    await trunk.peer.nextResponse(200);
    expect(endingOf(events)?.endReason).toBe('carrier_failed');
  });

  test('is held and resumed by the called one', async () => {
    const { invite } = await trunk.answered();
    trunk.peer.send(
      trunk.peer.writeAsCalled('INVITE', invite, 1, {}, writeOffer({ direction: 'sendonly' })),
      trunk.ours.port,
    );
    const held = await trunk.peer.nextResponse(200);
    expect(held.body).toContain('a=recvonly');
    expect(trunk.ours.media.changes.at(-1)?.change).toEqual({ kind: 'direction', direction: 'recvonly' });
    trunk.peer.send(trunk.peer.writeAsCalled('ACK', invite, 1), trunk.ours.port);
    trunk.peer.send(trunk.peer.writeAsCalled('INVITE', invite, 2, {}, writeOffer()), trunk.ours.port);
    expect((await trunk.peer.nextResponse(200)).body).toContain('a=sendrecv');
    expect(trunk.ours.media.changes.at(-1)?.change).toEqual({ kind: 'direction', direction: 'sendrecv' });
  });
});
