import { createSocket } from 'node:dgram';
import { describe, expect, it } from 'vitest';
import { settle } from '../../testing/settle.ts';
import { findFreePorts } from '../../testing/testing-service.ts';
import { packetOf, useTestCalls } from '../testing-call.ts';

describe('LegWire', async () => {
  const { clock, openEnd, openPeer, peers } = useTestCalls(await findFreePorts(400));

  /** A leg whose far end has sent its first packets from where it was said to be. */
  async function openSettled() {
    const near = openEnd();
    const { port } = await near.reserve();
    const phone = await openPeer();
    const stream = await near.setRemote({ port: phone.port });
    let sequence = 0;
    const send = async (from: { send: (typeof phone.socket)['send'] }, fill: number) => {
      for (let i = 0; i < 5; i += 1) {
        sequence += 1;
        from.send(packetOf({ sequence, fill, source: fill }), port, '127.0.0.1');
      }
      await settle();
      stream.read();
    };
    await send(phone.socket, 0x80);
    return { near, phone, stream, send };
  }

  it('sends to a settled far end, and to its new place when signalling moves it', async () => {
    const { near, phone, stream, send } = await openSettled();
    const [moved, intruder] = [await openPeer(), await openPeer()];
    stream.write(null);
    await send(intruder.socket, 0xaa);
    stream.write(null);
    await settle();
    expect([phone.heard.length, intruder.heard.length]).toEqual([2, 0]);
    expect(stream.figures.packetsReceived).toBe(5);
    await near.setRemote({ port: moved.port });
    stream.write(null);
    await send(moved.socket, 0x80);
    stream.write(null);
    await settle();
    expect([phone.heard.length, moved.heard.length]).toEqual([2, 2]);
    expect(stream.figures.packetsReceived).toBe(10);
  });

  it('hears a settled far end again that was away for a while', async () => {
    const { phone, stream, send } = await openSettled();
    phone.socket.close();
    peers.splice(peers.indexOf(phone), 1);
    // The system answers that nobody is there.
    for (let i = 0; i < 5; i += 1) {
      stream.write(null);
      await settle();
      clock.nowMs += 20;
      stream.read();
    }
    const socket = createSocket('udp4');
    let heard = 0;
    socket.on('message', () => {
      heard += 1;
    });
    await new Promise<void>((resolve) => socket.bind(phone.port, '127.0.0.1', resolve));
    peers.push({ socket });
    await send(socket, 0x80);
    for (let i = 0; i < 3; i += 1) {
      stream.write(null);
      await settle();
    }
    expect(heard).toBeGreaterThanOrEqual(2);
    expect(stream.figures.packetsReceived).toBe(10);
  });
});
