import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import type { SrtpKeys } from './media-messages.ts';
import { readSession } from './session/read-session.ts';
import { writeOffer } from './testing/testing-messages.ts';
import { TestingPeer } from './testing/testing-peer.ts';
import type { TestingService } from './testing/testing-service.ts';
import { openTestingService, until } from './testing/testing-service.ts';

const key = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
const otherKey = key.toLowerCase();
const suite = 'AES_CM_128_HMAC_SHA1_80';
const encrypted = (own = key) =>
  writeOffer({ more: [`a=crypto:4 ${suite} inline:${own}`] }).replace('RTP/AVP', 'RTP/SAVP');

let peer: TestingPeer;
const opened: TestingService[] = [];

beforeEach(async () => {
  peer = await TestingPeer.open();
});

afterEach(async () => {
  for (const one of opened.splice(0)) await one.service.close();
  peer.close();
});

/** With the peer as trunk; without settings the peer is a phone of this machine. */
async function open(settings?: Record<string, unknown>): Promise<TestingService> {
  const connections = settings
    ? [{ id: 'con_a', workspaceId: 'wsp_a', settings: { host: '127.0.0.1', port: peer.port, ...settings } }]
    : [];
  const ours = await openTestingService({ connections });
  opened.push(ours);
  return ours;
}

const srtpOf = (ours: TestingService): SrtpKeys | undefined =>
  [...ours.media.reserved.values()][0]?.remote?.srtp;

describe('a caller', () => {
  test('that offers encrypted audio is answered with it, under a key of ours', async () => {
    const ours = await open();
    peer.send(peer.writeInvite({}, encrypted()), ours.port);
    await peer.nextResponse(180);
    const answer = await peer.nextResponse(200);
    const [own] = readSession(answer.body, 'encrypted')?.keys ?? [];
    expect(own).toMatchObject({ tag: 4, suite });
    expect(own?.key).not.toBe(key);
    expect(srtpOf(ours)).toEqual({ suite, sendKey: own?.key, receiveKey: key });
    expect([...ours.media.reserved.values()][0]?.isEncrypted).toBe(true);
  });

  test('changes its key in the call, while ours stays; plain audio is refused then, and the call goes on', async () => {
    const ours = await open();
    peer.send(peer.writeInvite({}, encrypted()), ours.port);
    await peer.nextResponse(180);
    const answer = await peer.nextResponse(200);
    peer.send(peer.writeInDialog('ACK', answer, 1), ours.port);
    const first = srtpOf(ours);
    peer.send(peer.writeInDialog('INVITE', answer, 2, {}, encrypted(otherKey)), ours.port);
    const second = await peer.nextResponse(200);
    peer.send(peer.writeInDialog('ACK', second, 2), ours.port);
    const change = ours.media.changes.at(-1)?.change;
    expect(change).toMatchObject({ remote: { srtp: { ...first, receiveKey: otherKey } } });
    peer.send(peer.writeInDialog('INVITE', answer, 3, {}, writeOffer({ port: 41_000 })), ours.port);
    await peer.nextResponse(488);
    expect(ours.media.changes.at(-1)?.change).toBe(change);
    expect(ours.calls[0]?.events.at(-1)?.type).not.toBe('ended');
  });

  test('keeps its suite where it can; one that it comes back to has a new key of ours', async () => {
    const ours = await open();
    const [strong, short] = [suite, 'AES_CM_128_HMAC_SHA1_32'];
    const offering = (...suites: string[]) => {
      const more = suites.map((name, index) => `a=crypto:${index + 1} ${name} inline:${key}`);
      return writeOffer({ more }).replace('RTP/AVP', 'RTP/SAVP');
    };
    peer.send(peer.writeInvite({}, offering(strong)), ours.port);
    await peer.nextResponse(180);
    const opening = await peer.nextResponse(200);
    peer.send(peer.writeInDialog('ACK', opening, 1), ours.port);
    const chosen = [readSession(opening.body)?.keys?.[0]];
    for (const [index, offer] of [[short, strong], [short], [strong]].entries()) {
      peer.send(peer.writeInDialog('INVITE', opening, index + 2, {}, offering(...offer)), ours.port);
      const answer = await peer.nextResponse(200);
      peer.send(peer.writeInDialog('ACK', answer, index + 2), ours.port);
      chosen.push(readSession(answer.body)?.keys?.[0]);
    }
    expect(chosen.map((one) => [one?.tag, one?.suite])).toEqual([
      [1, strong],
      [2, strong],
      [1, short],
      [1, strong],
    ]);
    expect(chosen[1]?.key).toBe(chosen[0]?.key);
    expect(new Set(chosen.map((one) => one?.key)).size).toBe(3);
  });

  test('that began with plain audio stays with it', async () => {
    const ours = await open();
    const { answer } = await peer.ring(ours.port);
    expect(answer.body).toContain('RTP/AVP');
    peer.send(peer.writeInDialog('INVITE', answer, 2, {}, encrypted()), ours.port);
    await peer.nextResponse(488);
  });

  test('of a trunk that must encrypt is refused with plain audio, and offered none where it leaves it to us', async () => {
    const ours = await open({ audioEncryption: 'required' });
    peer.send(peer.writeInvite(), ours.port);
    await peer.nextResponse(488);
    peer.send(peer.writeInvite({ 'Content-Type': '' }, ''), ours.port);
    await peer.nextResponse(180);
    const offer = await peer.nextResponse(200);
    const keys = readSession(offer.body, 'encrypted')?.keys;
    expect(keys?.map((one) => one.suite)).toEqual([suite, 'AES_CM_128_HMAC_SHA1_32']);
    expect([...ours.media.reserved.values()][0]?.isEncrypted).toBe(true);
    const type = { 'Content-Type': 'application/sdp' };
    peer.send(peer.writeInDialog('ACK', offer, 1, type, encrypted()), ours.port);
    await until(() => ours.calls[0]?.events.at(-1)?.type === 'answered', 'answered');
    expect(ours.media.changes.at(-1)?.change).toMatchObject({
      remote: { srtp: { suite, sendKey: keys?.[0]?.key, receiveKey: key } },
    });
  });
});

describe('a call of ours by a trunk that must encrypt', () => {
  async function place() {
    const ours = await open({ audioEncryption: 'required' });
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reached');
    const events: LegEvent[] = [];
    const leg = await ours.service.placeCall({
      ...{ legId: 'leg_1', fromNumber: '+14155550100', toNumber: '+14155550123', workspaceId: 'wsp_a' },
      ringMs: 5000,
    });
    leg.onEvent((event) => events.push(event));
    return { ours, events, invite: await peer.nextRequest('INVITE') };
  }

  test('offers encrypted audio only, and takes the suite that was chosen', async () => {
    const { ours, events, invite } = await place();
    expect(invite.body).not.toContain('RTP/AVP');
    const offered = readSession(invite.body, 'encrypted')?.keys?.[1];
    const body = writeOffer({ more: [`a=crypto:2 ${offered?.suite} inline:${key}`] });
    peer.accept(invite, { body: body.replace('RTP/AVP', 'RTP/SAVP') });
    await until(() => events.at(-1)?.type === 'answered', 'answered');
    expect(ours.media.changes.at(-1)?.change).toMatchObject({
      remote: { srtp: { suite: offered?.suite, sendKey: offered?.key, receiveKey: key } },
    });
  });

  test('ends where plain audio is answered', async () => {
    const { events, invite } = await place();
    peer.accept(invite);
    await until(() => events.at(-1)?.type === 'ended', 'ended');
    expect(events.at(-1)).toMatchObject({ endReason: 'carrier_failed' });
    await peer.nextRequest('ACK');
    await peer.nextRequest('BYE');
  });
});
