import { describe, expect, it } from 'vitest';
import type { SrtpKeys } from '../media-messages.ts';
import { settle } from '../testing/settle.ts';
import { findFreePorts } from '../testing/testing-service.ts';
import { packetOf, useTestCalls } from './testing-call.ts';
import { likeness, voiceLike } from './testing-signals.ts';

const firstPort = await findFreePorts(400);
const [one, other] = ['A'.repeat(40), 'B'.repeat(40)];
const keys = (change: Partial<SrtpKeys> = {}): SrtpKeys => ({
  ...{ suite: 'AES_CM_128_HMAC_SHA1_80', sendKey: one!, receiveKey: other!, ...change },
});

describe('encrypted audio', () => {
  const { clock, openEnd, openPeer, play } = useTestCalls(firstPort);

  async function openCall(near: SrtpKeys, far: SrtpKeys) {
    const [nearEnd, farEnd] = [openEnd(1), openEnd(2)];
    const [nearPorts, farPorts] = [await nearEnd.reserve(), await farEnd.reserve()];
    const nearStream = await nearEnd.setRemote({ port: farPorts.port, srtp: near });
    const farStream = await farEnd.setRemote({ port: nearPorts.port, srtp: far });
    const setFar = (srtp: SrtpKeys) => farEnd.setRemote({ port: nearPorts.port, srtp });
    const setNear = (srtp: SrtpKeys) => nearEnd.setRemote({ port: farPorts.port, srtp });
    return { nearEnd, nearStream, farStream, setNear, setFar };
  }

  it.each(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const)(
    'is heard on both sides by %s, digits too, and still after one side took a new key',
    async (suite) => {
      const far = keys({ suite, sendKey: other!, receiveKey: one! });
      const call = await openCall(keys({ suite }), far);
      const { nearStream, farStream } = call;
      const said = voiceLike(8000, 1);
      expect(likeness(said, await play(nearStream, farStream, said))).toBeGreaterThan(0.99);
      expect(likeness(said, await play(farStream, nearStream, said))).toBeGreaterThan(0.99);
      nearStream.sendDigits('7');
      await play(nearStream, farStream, said);
      expect(farStream.takeEvents()).toContainEqual({ type: 'digit', digit: '7' });
      const next = 'C'.repeat(40);
      await call.setNear(keys({ suite, sendKey: next }));
      await call.setFar({ ...far, receiveKey: next });
      expect(likeness(said, await play(nearStream, farStream, said))).toBeGreaterThan(0.99);
      expect(likeness(said, await play(farStream, nearStream, said))).toBeGreaterThan(0.99);
    },
  );

  it('carries reports too: the way there and back is measured', async () => {
    const { nearStream, farStream } = await openCall(keys(), keys({ sendKey: other!, receiveKey: one! }));
    await play(nearStream, farStream, voiceLike(8000, 20));
    expect(nearStream.figures).toMatchObject({ packetsLost: 0, roundTripMs: expect.any(Number) });
  });

  it('is silence under another key, and nobody is let in by it', async () => {
    const { nearStream, farStream } = await openCall(keys(), keys({ sendKey: other!, receiveKey: other! }));
    const heard = await play(nearStream, farStream, voiceLike(8000, 0.5));
    expect(heard.every((sample) => sample === 0)).toBe(true);
    expect(farStream.figures.packetsReceived).toBe(0);
  });

  it('leaves packets that are not encrypted unheard, before the keys are known and after', async () => {
    const near = openEnd();
    const request = { role: 'offerer', wanted: ['PCMU'], localAddress: '127.0.0.1', isEncrypted: true };
    const ports = (await near.media.reserve('leg', request)) as { port: number };
    const [peer, stranger] = [await openPeer(), await openPeer()];
    const stream = near.stream();
    const send = async () => {
      stranger.socket.send(packetOf({ sequence: 1, fill: 0 }), ports.port, '127.0.0.1');
      await settle();
      clock.nowMs += 20;
      stream.read();
      stream.write(null);
      await settle();
    };
    await send();
    expect(stranger.heard).toEqual([]);
    await near.setRemote({ port: peer.port, srtp: keys() });
    await send();
    expect(stream.figures.packetsReceived).toBe(0);
    expect(stranger.heard).toEqual([]);
    expect(peer.heard.length).toBeGreaterThan(0);
    expect(peer.heard[0]).toHaveLength(12 + 160 + 10);
  });
});
