import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReceivedRequest } from './message/message.ts';
import { endingOf, TestingTrunk } from './testing/testing-trunk.ts';

let trunk: TestingTrunk;

beforeEach(async () => {
  trunk = await TestingTrunk.open();
});

afterEach(() => trunk.close());

describe('a trunk that asks who we are', () => {
  const challenge = (realm: string, more = '') =>
    `Digest realm="${realm}", nonce="n-${realm}", qop="auth"${more}`;

  async function refuse(invite: ReceivedRequest, status: 401 | 407, value: string): Promise<ReceivedRequest> {
    const name = status === 401 ? 'www-authenticate' : 'proxy-authenticate';
    trunk.peer.reply(invite, status, { headers: { [name]: value } });
    await trunk.peer.nextRequest('ACK');
    return trunk.peer.nextRequest('INVITE');
  }

  test('and its proxy too, is answered, and so are ACK and BYE', async () => {
    const { leg } = await trunk.call();
    const first = await trunk.peer.nextRequest('INVITE');
    const second = await refuse(first, 407, challenge('proxy'));
    expect(second.cseq.number).toBe(first.cseq.number + 1);
    expect(second.callId).toBe(first.callId);
    expect(second.headers.find('proxy-authorization')).toMatch(
      /username="alice", realm="proxy".*nc=00000001/,
    );
    const third = await refuse(second, 401, challenge('trunk'));
    expect(third.headers.find('proxy-authorization')).toContain('nc=00000002');
    expect(third.headers.find('authorization')).toContain('realm="trunk"');
    trunk.peer.accept(third);
    const ack = await trunk.peer.nextRequest('ACK');
    expect(ack.headers.find('authorization')).toBe(third.headers.find('authorization'));
    leg.hangUp();
    const bye = await trunk.peer.nextRequest('BYE');
    expect(bye.headers.find('authorization')).toContain('nc=00000002');
    trunk.peer.reply(bye, 200);
  });

  test('and takes none of our answers ends the call with the reason', async () => {
    const { events } = await trunk.call();
    const second = await refuse(await trunk.peer.nextRequest('INVITE'), 401, challenge('trunk'));
    trunk.peer.reply(second, 401, { headers: { 'www-authenticate': challenge('trunk') } });
    await trunk.peer.nextRequest('ACK');
    expect(endingOf(events)).toMatchObject({ endReason: 'carrier_failed' });
    expect(endingOf(events)?.detail).toContain('refused the user name or password');
    await trunk.allGone();
  });

  test('for a longer session gets one (RFC 4028 section 7.3)', async () => {
    await trunk.call();
    const first = await trunk.peer.nextRequest('INVITE');
    expect(first.headers.find('session-expires')).toBe('1800');
    trunk.peer.reply(first, 422, { headers: { 'min-se': '3600' } });
    await trunk.peer.nextRequest('ACK');
    const second = await trunk.peer.nextRequest('INVITE');
    expect(second.headers.find('session-expires')).toBe('3600');
    expect(second.headers.find('min-se')).toBe('3600');
    trunk.peer.reply(second, 486);
    await trunk.peer.nextRequest('ACK');
  });
});
