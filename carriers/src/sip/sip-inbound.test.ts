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
    await settle(10);
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
    ['taken', 482, 'canceled'],
  ] as const)('is refused for %s with %i', async (because, status, endReason) => {
    ours.decide = () => ({ answer: false, because });
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    await peer.nextResponse(status);
    expect(ending()).toBe(endReason);
  });

  test('that rings several processes at once is known to each as the same', async () => {
    const other = await openTestingService({ scheduler });
    const [one, next] = [peer.writeInvite(), peer.writeInvite()];
    for (const [invite, port] of [
      [one, ours.port],
      [one, other.port],
      [next, ours.port],
    ] as const) {
      peer.send(invite, port);
      await peer.nextResponse(180);
      await peer.nextResponse(200);
    }
    const rings = [...ours.calls, ...other.calls].map(({ offer }) => offer.ring);
    expect(rings[2]).toBe(rings[0]);
    expect(rings[1]).not.toBe(rings[0]);
    await other.service.close();
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

  test('goes on when a listener of its leg fails', async () => {
    ours.decide = ({ leg }) => {
      leg.onEvent(() => {
        throw new Error('a listener');
      });
      return { answer: true };
    };
    const { answer } = await peer.ring(ours.port);
    peer.send(peer.writeInDialog('BYE', answer, 2), ours.port);
    await peer.nextResponse(200);
    expect(ours.logs).toContain('error A listener of a SIP leg failed.');
    await allGone();
  });

  test('is refused when the server fails at once', async () => {
    ours.decide = () => {
      throw new Error('at once');
    };
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(180);
    await peer.nextResponse(500);
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
