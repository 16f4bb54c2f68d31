import { afterEach, describe, expect, test } from 'vitest';
import type { LegEvent } from '../carrier.ts';
import { localTls, trustingTls } from './testing/testing-certificates.ts';
import { TestingPhone } from './testing/testing-phone.ts';
import type { TestingService } from './testing/testing-service.ts';
import { findFreePort, openTestingService, until } from './testing/testing-service.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function openPhone(...parts: Parameters<typeof TestingPhone.open>): Promise<TestingPhone> {
  const phone = await TestingPhone.open(...parts);
  closing.push(() => phone.close());
  return phone;
}

async function openOurs(options: Parameters<typeof openTestingService>[0] = {}): Promise<TestingService> {
  const ours = await openTestingService(options);
  closing.push(() => ours.service.close());
  return ours;
}

describe('baresip', () => {
  test.each(['udp', 'tcp'])('rings us over %s, holds, comes back and hangs up', async (transport) => {
    const ours = await openOurs();
    const phone = await openPhone(
      `<sip:phone@127.0.0.1;transport=${transport}>;regint=0;audio_codecs=G722/16000/1,PCMU/8000/1`,
    );
    phone.command('dial', `sip:+14155550123@127.0.0.1:${ours.port};transport=${transport}`);
    await until(() => ours.calls[0]?.events.length === 2, 'answered');
    expect(ours.calls[0]?.offer).toMatchObject({ fromNumber: 'phone', toNumber: '+14155550123' });
    expect([...ours.media.reserved.values()][0]?.remote?.codec.name).toBe('G722');
    phone.command('hold');
    const last = () => {
      const change = ours.media.changes.at(-1)?.change;
      return change?.kind === 'remote'
        ? change.remote.direction
        : change?.kind === 'direction' && change.direction;
    };
    await until(() => last() === 'recvonly', 'held');
    phone.command('resume');
    await until(() => last() === 'sendrecv', 'resumed');
    phone.command('hangup');
    await until(() => ours.calls[0]?.events.at(-1)?.type === 'ended', 'ended');
    expect(ours.calls[0]?.events.at(-1)).toMatchObject({ endReason: 'customer_hung_up' });
    expect(ours.service.counts()).toMatchObject({ dialogs: 0, legs: 0 });
  });

  test('is rung by us over TLS, and takes encrypted audio', async () => {
    const port = (await findFreePort()) + 1;
    const phone = await openPhone(
      '<sip:+14155550123@127.0.0.1;transport=tls>;regint=0;answermode=auto;mediaenc=srtp-mand;audio_codecs=PCMU/8000/1',
      { ...localTls, port },
    );
    const settings = { host: '127.0.0.1', port, transport: 'tls', audioEncryption: 'required' };
    const ours = await openOurs({
      tls: trustingTls,
      connections: [{ id: 'con_a', workspaceId: 'wsp_a', settings }],
    });
    await until(() => ours.service.canReach('+14155550123', 'wsp_a'), 'reached');
    const events: LegEvent[] = [];
    const call = { legId: 'leg_1', fromNumber: '+14155550100', toNumber: '+14155550123', ringMs: 5000 };
    const leg = await ours.service.placeCall({ ...call, workspaceId: 'wsp_a' });
    leg.onEvent((event) => events.push(event));
    await until(() => events.at(-1)?.type === 'answered', 'answered');
    const change = ours.media.changes[0]?.change;
    expect(change?.kind === 'remote' && change.remote.srtp).toMatchObject({
      suite: 'AES_CM_128_HMAC_SHA1_80',
    });
    phone.command('hangup');
    await until(() => events.at(-1)?.type === 'ended', 'ended');
    expect(events.at(-1)).toMatchObject({ endReason: 'customer_hung_up' });
  });

  test('is hung up on by us', async () => {
    const ours = await openOurs();
    const phone = await openPhone('<sip:phone@127.0.0.1>;regint=0');
    phone.command('dial', `sip:+14155550123@127.0.0.1:${ours.port}`);
    await until(() => ours.calls[0]?.events.length === 2, 'answered');
    ours.calls[0]?.offer.leg.hangUp();
    await until(() => phone.events.includes('CALL_CLOSED'), 'closed');
    await until(() => ours.service.counts().dialogs === 0, 'gone');
  });

  test('proves by password that it is a trunk, and is left in silence where nobody may', async () => {
    const settings = { host: '192.0.2.1', inboundUsername: 'carrier', inboundPassword: 'hush' };
    const isLocal = () => false;
    const ours = await openOurs({ isLocal, connections: [{ id: 'con_a', workspaceId: 'wsp_a', settings }] });
    const phone = await openPhone('<sip:carrier@127.0.0.1>;auth_user=carrier;auth_pass=hush;regint=0');
    phone.command('dial', `sip:+14155550123@127.0.0.1:${ours.port}`);
    await until(() => ours.calls[0]?.events.length === 2, 'answered');
    expect(ours.calls[0]?.offer.connectionId).toBe('con_a');
    phone.command('hangup');
    const closed = await openOurs({ isLocal });
    phone.command('dial', `sip:+14155550123@127.0.0.1:${closed.port}`);
    await until(() => closed.service.refusals().strangers > 0, 'met with silence');
    expect(closed.calls).toEqual([]);
  });

  test('is asked to call somebody else, does so, tells us, and is left to it', async () => {
    const person = await openOurs();
    const ours = await openOurs({
      isLocal: () => false,
      connections: [
        { id: 'con_a', workspaceId: 'wsp_a', settings: { host: '127.0.0.1', port: person.port } },
      ],
    });
    const phone = await openPhone('<sip:phone@127.0.0.1>;regint=0;audio_codecs=PCMU/8000/1');
    phone.command('dial', `sip:+14155550123@127.0.0.1:${ours.port}`);
    await until(() => ours.calls[0]?.events.length === 2, 'answered');
    const end = ours.calls[0]?.offer.leg.refer?.('+14155550177');
    expect(await end).toEqual({ type: 'transferred' });
    expect(person.calls[0]?.offer.toNumber).toBe('+14155550177');
    expect(ours.calls[0]?.events.at(-1)).toMatchObject({ type: 'ended', endReason: 'transferred' });
    await until(() => ours.service.counts().dialogs === 0, 'gone');
    expect(person.calls[0]?.events.at(-1)?.type).toBe('answered');
  });
});
