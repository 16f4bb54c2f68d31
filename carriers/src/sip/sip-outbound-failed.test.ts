import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settle } from './testing/settle.ts';
import { until } from './testing/testing-service.ts';
import { endingOf, TestingTrunk } from './testing/testing-trunk.ts';

let trunk: TestingTrunk;

beforeEach(async () => {
  trunk = await TestingTrunk.open();
});

afterEach(() => trunk.close());

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
    const { events } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    trunk.peer.reply(invite, status, { headers });
    await trunk.peer.nextRequest('ACK');
    expect(endingOf(events)).toMatchObject({ endReason });
    expect(endingOf(events)?.detail).toContain(String(status));
    await trunk.allGone();
  });

  test('after the ring time is cancelled, and 487 is the end of it', async () => {
    const { events } = await trunk.call({ ringMs: 20_000 });
    const invite = await trunk.peer.nextRequest('INVITE');
    trunk.peer.reply(invite, 180);
    await until(() => events.length === 1, 'ringing');
    trunk.scheduler.advance(20_000);
    const cancel = await trunk.peer.nextRequest('CANCEL');
    expect(cancel.headers.find('via')).toBe(invite.headers.find('via'));
    trunk.peer.reply(cancel, 200);
    trunk.peer.reply(invite, 487);
    await trunk.peer.nextRequest('ACK');
    expect(endingOf(events)?.endReason).toBe('no_answer');
    await trunk.allGone();
  });

  test('and is answered at the very moment of CANCEL, is acknowledged and hung up', async () => {
    const { leg, events } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    trunk.peer.reply(invite, 180);
    await until(() => events.length === 1, 'ringing');
    leg.hangUp();
    trunk.peer.reply(await trunk.peer.nextRequest('CANCEL'), 481);
    trunk.peer.accept(invite);
    await trunk.peer.nextRequest('ACK');
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 200);
    expect(events.map(({ type }) => type)).toEqual(['ringing', 'ended']);
    expect(endingOf(events)?.endReason).toBe('staff_hung_up');
    await trunk.allGone();
  });

  test('is not cancelled before the trunk has said anything (section 9.1)', async () => {
    const { leg } = await trunk.call();
    const invite = await trunk.peer.nextRequest('INVITE');
    leg.hangUp();
    await settle(10);
    expect(trunk.peer.waiting).toEqual([]);
    trunk.peer.reply(invite, 100);
    trunk.peer.reply(await trunk.peer.nextRequest('CANCEL'), 200);
    trunk.peer.reply(invite, 487);
    await trunk.peer.nextRequest('ACK');
    await trunk.allGone();
  });

  test('when the trunk says nothing at all is the trunk that failed', async () => {
    const { events } = await trunk.call({ ringMs: 20_000 });
    await trunk.peer.nextRequest('INVITE');
    trunk.scheduler.advance(20_000);
    expect(endingOf(events)?.endReason).toBe('carrier_failed');
    trunk.scheduler.advance(12_000);
    await trunk.allGone();
  });

  test('for want of a port says so, and sends nothing', async () => {
    trunk.ours.media.isFull = true;
    const { events } = await trunk.call();
    expect(endingOf(events)?.endReason).toBe('internal_error');
    expect(trunk.peer.waiting).toEqual([]);
  });

  test.each<[string, { toNumber?: string; workspaceId?: string }, string]>([
    ['a number that is an address', { toNumber: 'sip:evil@example.com' }, 'number_unreachable'],
    ['a number with a line break', { toNumber: '+1415\r\nVia: x' }, 'number_unreachable'],
    ['a workspace without trunk', { workspaceId: 'wsp_b' }, 'carrier_failed'],
  ])('for %s sends nothing', async (_, more, endReason) => {
    const { events } = await trunk.call(more);
    expect(endingOf(events)?.endReason).toBe(endReason);
    expect(trunk.peer.waiting).toEqual([]);
    expect(trunk.ours.service.canReach(more.toNumber ?? '+14155550123', more.workspaceId ?? 'wsp_a')).toBe(
      false,
    );
  });

  test('while we shut down', async () => {
    trunk.ours.service.drain();
    const { events } = await trunk.call();
    expect(endingOf(events)?.endReason).toBe('shut_down');
    expect(trunk.ours.service.canReach('+14155550123', 'wsp_a')).toBe(false);
  });
});
