import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReferEnd } from '../carrier.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import { openTestingService, until } from './testing/testing-service.ts';
import { endingOf, TestingTrunk } from './testing/testing-trunk.ts';

let trunk: TestingTrunk;

beforeEach(async () => {
  trunk = await TestingTrunk.open();
});
afterEach(() => trunk.close());

/** A call whose network was asked to hand it over. */
async function referred(allow = 'INVITE, ACK, BYE, REFER') {
  const { leg, events, invite } = await trunk.answered({ allow });
  const ends: ReferEnd[] = [];
  void leg.refer?.('+14155550177').then((end) => ends.push(end));
  const refer = await trunk.peer.nextRequest('REFER');
  let sequence = 0;
  /** Tells how the call to the person goes. */
  const notify = async (fragment: string, headers: Record<string, string> = {}, status = 200) => {
    sequence += 1;
    const lines = {
      Event: 'refer',
      'Subscription-State': 'active;expires=60',
      'Content-Type': 'message/sipfrag',
      ...headers,
    };
    trunk.peer.send(trunk.peer.writeAsCalled('NOTIFY', invite, sequence, lines, fragment), trunk.ours.port);
    await trunk.peer.nextResponse(status);
  };
  return { leg, events, ends, refer, invite, notify };
}

async function endsWith(ends: readonly ReferEnd[], expected: object): Promise<void> {
  await until(() => ends.length === 1, 'it is told how it ended');
  expect(ends[0]).toMatchObject(expected);
}

describe('a call is handed over by REFER (RFC 3515)', () => {
  test('accepted, told by NOTIFY: we leave, and the leg ends as transferred', async () => {
    const { events, ends, refer, notify } = await referred();
    expect(refer.headers.find('refer-to')).toBe(`<sip:+14155550177@127.0.0.1:${trunk.peer.port}>`);
    expect(refer.headers.find('referred-by')).toContain('+14155550100');
    expect(refer.headers.find('contact')).toMatch(/^<sip:/);
    trunk.peer.reply(refer, 202);
    await notify('SIP/2.0 100 Trying');
    await notify('SIP/2.0 180 Ringing');
    expect(ends).toEqual([]);
    expect(endingOf(events)).toBeUndefined();
    await notify('SIP/2.0 200 OK', { 'Subscription-State': 'terminated;reason=noresource' });
    await endsWith(ends, { type: 'transferred' });
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 200);
    expect(endingOf(events)).toMatchObject({ endReason: 'transferred' });
    await trunk.allGone();
  });

  test.each([405, 603, 501, 488])(
    'refused with %i: the call stands, and may still be handed over otherwise',
    async (status) => {
      const { events, ends, refer } = await referred();
      trunk.peer.reply(refer, status);
      await endsWith(ends, { type: 'refused', detail: `REFER: SIP ${status}` });
      expect(endingOf(events)).toBeUndefined();
    },
  );

  test.each([
    ['486 Busy Here', { type: 'missed', endReason: 'busy' }],
    ['603 Decline', { type: 'missed', endReason: 'declined' }],
    ['480 Temporarily Unavailable', { type: 'missed', endReason: 'no_answer' }],
    ['404 Not Found', { type: 'missed', endReason: 'number_unreachable' }],
    // The network itself failed: another way may do.
    ['503 Service Unavailable', { type: 'refused' }],
  ])('the person is not reached: %s', async (line, expected) => {
    const { events, ends, refer, notify } = await referred();
    trunk.peer.reply(refer, 202);
    await notify('SIP/2.0 100 Trying');
    await notify(`SIP/2.0 ${line}`, { 'Subscription-State': 'terminated' });
    await endsWith(ends, expected);
    expect(endingOf(events)).toBeUndefined();
    // What comes late changes nothing.
    await notify('SIP/2.0 200 OK');
    expect(endingOf(events)).toBeUndefined();
  });

  test('accepted, and nothing is heard of it any more: the call is ours again', async () => {
    const { events, ends, refer } = await referred();
    trunk.peer.reply(refer, 202);
    await until(() => trunk.ours.service.counts().legs === 1, 'the call stands');
    // The answer to the REFER has to come first: the time runs from there.
    for (let tries = 0; tries < 100 && ends.length === 0; tries++) {
      trunk.scheduler.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await endsWith(ends, { type: 'refused', detail: 'No NOTIFY came.' });
    expect(endingOf(events)).toBeUndefined();
  });

  test('it rings and rings: that is an answer too', async () => {
    const { ends, refer, notify } = await referred();
    trunk.peer.reply(refer, 202);
    await notify('SIP/2.0 180 Ringing');
    trunk.scheduler.advance(46_000);
    await endsWith(ends, { type: 'missed', endReason: 'no_answer' });
  });

  test('a network that leaves at once has taken the call over', async () => {
    const { events, ends, refer, invite, notify } = await referred();
    trunk.peer.reply(refer, 202);
    await notify('SIP/2.0 100 Trying');
    trunk.peer.send(trunk.peer.writeAsCalled('BYE', invite, 9), trunk.ours.port);
    await trunk.peer.nextResponse(200);
    await endsWith(ends, { type: 'transferred' });
    expect(endingOf(events)).toMatchObject({ endReason: 'transferred' });
  });

  test('a customer who hangs up while it rings there has hung up', async () => {
    const { events, ends, refer, invite, notify } = await referred();
    trunk.peer.reply(refer, 202);
    await notify('SIP/2.0 180 Ringing');
    trunk.peer.send(trunk.peer.writeAsCalled('BYE', invite, 9), trunk.ours.port);
    await trunk.peer.nextResponse(200);
    await endsWith(ends, { type: 'missed', endReason: 'canceled' });
    expect(endingOf(events)).toMatchObject({ endReason: 'customer_hung_up' });
  });

  test('news of something else, or without a referral, is refused; hostile news harms nothing', async () => {
    const { events, ends, refer, notify } = await referred();
    trunk.peer.reply(refer, 202);
    await notify('x', { Event: 'presence' }, 489);
    await notify('SIP/2.0 9999 ?\r\n'.repeat(200));
    await notify('', { 'Subscription-State': '' });
    expect(ends).toEqual([]);
    expect(endingOf(events)).toBeUndefined();
    const other = await trunk.answered();
    trunk.peer.send(trunk.peer.writeAsCalled('NOTIFY', other.invite, 1, { Event: 'refer' }), trunk.ours.port);
    await trunk.peer.nextResponse(481);
  });
});

test('who lists what it takes, without REFER, is not asked; nor is a softphone, which has no network', async () => {
  const { leg } = await trunk.answered({ allow: 'INVITE, BYE' });
  expect(await leg.refer?.('+14155550177')).toMatchObject({ type: 'refused' });
  const ours = await openTestingService();
  const phone = await TestingPeer.open();
  await phone.ring(ours.port);
  expect(ours.calls[0]?.offer.leg.refer).toBeUndefined();
  await ours.service.close();
  phone.close();
});

test('a trunk that is set to join lines is not asked', async () => {
  const settings = { host: `127.0.0.1:${trunk.peer.port}`, coldTransfers: 'join' };
  await trunk.ours.service.setConnections([{ id: 'con_a', workspaceId: 'wsp_a', settings }]);
  await until(() => trunk.ours.service.canReach('+14155550123', 'wsp_a'), 'the trunk is there');
  const { leg } = await trunk.answered();
  expect(leg.refer).toBeUndefined();
});
