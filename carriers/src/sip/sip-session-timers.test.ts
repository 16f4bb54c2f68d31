import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { settle } from './testing/settle.ts';
import { endingOf, TestingTrunk } from './testing/testing-trunk.ts';

let trunk: TestingTrunk;

beforeEach(async () => {
  trunk = await TestingTrunk.open();
});

afterEach(() => trunk.close());

describe('the session of a call of ours', () => {
  test('is refreshed by UPDATE at half time where the far end takes that, and by INVITE where not', async () => {
    const { invite } = await trunk.answered({
      'session-expires': '100;refresher=uac',
      allow: 'INVITE, UPDATE',
    });
    trunk.scheduler.advance(50_000);
    const update = await trunk.peer.nextRequest('UPDATE');
    expect(update.headers.find('session-expires')).toBe('100;refresher=uac');
    expect(update.body).toBe('');
    trunk.peer.reply(update, 405);
    const again = await trunk.peer.nextRequest('INVITE');
    const version = (text: string) => /^o=\S+ (\d+ \d+)/m.exec(text)?.[1];
    expect(again.to.parameters.get('tag')).toBe('peer');
    expect(version(again.body)?.split(' ')[0]).toBe(version(invite.body)?.split(' ')[0]);
    trunk.peer.accept(again, { headers: { 'session-expires': '100;refresher=uac' } });
    await trunk.peer.nextRequest('ACK');
    trunk.scheduler.advance(50_000);
    await trunk.peer.nextRequest('INVITE');
  });

  test('is offered again a while after offers have crossed (section 14.1)', async () => {
    await trunk.answered({ 'session-expires': '100;refresher=uac' });
    trunk.scheduler.advance(50_000);
    const refresh = await trunk.peer.nextRequest('INVITE');
    trunk.peer.reply(refresh, 491);
    await trunk.peer.nextRequest('ACK');
    trunk.scheduler.advance(2000);
    await settle(10);
    expect(trunk.peer.waiting).toEqual([]);
    trunk.scheduler.advance(2000);
    await trunk.peer.nextRequest('INVITE');
  });

  test('ends when the far end no longer knows it', async () => {
    const { events } = await trunk.answered({ 'session-expires': '100;refresher=uac', allow: 'UPDATE' });
    trunk.scheduler.advance(50_000);
    trunk.peer.reply(await trunk.peer.nextRequest('UPDATE'), 481);
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 481);
    expect(endingOf(events)?.endReason).toBe('carrier_failed');
    await trunk.allGone();
  });

  test('ends when the far end should refresh it and does not', async () => {
    const { events } = await trunk.answered({ 'session-expires': '90;refresher=uas' });
    trunk.scheduler.advance(59_000);
    expect(endingOf(events)).toBeUndefined();
    trunk.scheduler.advance(1000);
    trunk.peer.reply(await trunk.peer.nextRequest('BYE'), 200);
    expect(endingOf(events)).toMatchObject({ endReason: 'carrier_failed' });
    await trunk.allGone();
  });

  test('goes on when the far end refreshes it in time', async () => {
    const { events, invite } = await trunk.answered({ 'session-expires': '90;refresher=uas' });
    trunk.scheduler.advance(45_000);
    const lines = { 'Session-Expires': '90;refresher=uac', Supported: 'timer' };
    trunk.peer.send(trunk.peer.writeAsCalled('UPDATE', invite, 1, lines), trunk.ours.port);
    expect((await trunk.peer.nextResponse(200)).headers.find('session-expires')).toBe('90;refresher=uac');
    trunk.scheduler.advance(45_000);
    expect(endingOf(events)).toBeUndefined();
  });
});
