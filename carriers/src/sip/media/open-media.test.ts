import { describe, expect, it } from 'vitest';
import type { CodecName } from '../media-messages.ts';
import { settle } from '../testing/settle.ts';
import { findFreePorts } from '../testing/testing-service.ts';
import { packetOf, useTestCalls } from './testing-call.ts';
import { likeness, seededRandom, voiceLike } from './testing-signals.ts';

const firstPort = await findFreePorts(400);

describe('openMedia', () => {
  const { clock, openCall, openEnd, openPeer, play } = useTestCalls(firstPort);

  it.each([
    ['PCMU', 0, 8000],
    ['PCMA', 8, 8000],
    ['G722', 9, 16_000],
    ['PCMU', 96, 8000],
  ] as const)('carries a voice both ways by %s as payload type %i', async (name, payloadType, rateHz) => {
    const { nearStream, farStream } = await openCall({ codec: { name, payloadType } });
    expect(nearStream.sampleRateHz).toBe(rateHz);
    const said = voiceLike(rateHz, 1.2);
    expect(likeness(said, await play(nearStream, farStream, said))).toBeGreaterThan(0.99);
    expect(likeness(said, await play(farStream, nearStream, said))).toBeGreaterThan(0.99);
  });

  it('keeps the rate of a stream whose codec changes in the call', async () => {
    const { near, far, nearStream, farStream, nearPorts, farPorts } = await openCall({
      codec: { name: 'G722', payloadType: 9 },
    });
    await near.setRemote({ port: farPorts.port });
    await far.setRemote({ port: nearPorts.port });
    expect(nearStream.sampleRateHz).toBe(16_000);
    const said = voiceLike(16_000, 1.2);
    expect(likeness(said, await play(nearStream, farStream, said))).toBeGreaterThan(0.95);
  });

  it('understands both laws whatever was agreed, and what is no audio not at all', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    for (let i = 0; i < 10; i += 1) {
      peer.socket.send(packetOf({ sequence: i, payloadType: 8, fill: 0xaa }), ports.port, '127.0.0.1');
      peer.socket.send(packetOf({ sequence: 5000 + i, payloadType: 77 }), ports.port, '127.0.0.1');
    }
    await settle();
    stream.read();
    clock.nowMs += 60;
    stream.read();
    // A-law 0xaa is full scale.
    expect(stream.read()[100]).toBe(32_256);
  });

  it('counts what came since the last tick when it is released', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    peer.socket.send(packetOf({ sequence: 1 }), ports.port, '127.0.0.1');
    await settle();
    stream.read();
    peer.socket.send(packetOf({ sequence: 2 }), ports.port, '127.0.0.1');
    await settle();
    near.media.release('leg');
    expect(near.signals).toMatchObject([{ signal: { kind: 'statistics', packetsReceived: 2 } }]);
  });

  it('survives loss, jitter and reordering of a wild network with the words intact', async () => {
    const { nearStream, farStream, near, farPorts, nearPorts, far } = await openCall();
    const wire = await openPeer();
    await near.setRemote({ port: wire.port });
    await far.setRemote({ port: wire.port });
    const random = seededRandom(9);
    const under: { atMs: number; bytes: Buffer }[] = [];
    wire.socket.on('message', (bytes, from) => {
      const target = from.port === nearPorts.port ? farPorts.port : nearPorts.port;
      if (target === nearPorts.port) wire.socket.send(bytes, target, '127.0.0.1');
      else if (random() > 0.03) under.push({ atMs: clock.nowMs + random() * 50, bytes: Buffer.from(bytes) });
    });
    const said = voiceLike(8000, 6);
    const heard: number[] = [];
    for (let at = 0; at < said.length + 1600; at += 160) {
      nearStream.write(at < said.length ? said.subarray(at, at + 160) : null);
      farStream.write(null);
      await settle();
      clock.nowMs += 20;
      for (const due of under.filter((one) => one.atMs <= clock.nowMs)) {
        wire.socket.send(due.bytes, farPorts.port, '127.0.0.1');
        under.splice(under.indexOf(due), 1);
      }
      await settle();
      nearStream.read();
      heard.push(...farStream.read());
    }
    expect(likeness(said, Int16Array.from(heard))).toBeGreaterThan(0.85);
    far.media.release('leg');
    const figures = far.signals.find(({ signal }) => signal.kind === 'statistics')?.signal;
    expect(figures).toMatchObject({ kind: 'statistics' });
    if (figures?.kind !== 'statistics') throw new Error('No statistics came.');
    expect(figures.packetsLost / 310).toBeGreaterThan(0.01);
    expect(figures.packetsLost / 310).toBeLessThan(0.06);
    expect(figures.jitterMs).toBeGreaterThan(5);
    expect(figures.jitterMs).toBeLessThan(40);
  });

  it('gives the ports back at release or close of the stream, once, and answers calmly afterwards', async () => {
    const near = openEnd();
    for (let i = 0; i < 100; i += 1) await near.reserve(`leg${i}`);
    await expect(near.reserve('one too many')).rejects.toThrow('No pair of RTP ports is free');
    const stream = near.stream('leg0');
    stream.close();
    stream.close();
    await near.reserve('next');
    near.media.release('leg0');
    near.media.release('leg0');
    near.media.release('never');
    expect(near.signals.map(({ legId }) => legId)).toEqual(['leg0']);
    stream.write(new Int16Array(160));
    stream.sendDigits('1');
    expect(stream.read()).toEqual(new Int16Array(160));
    expect(() => near.stream('leg0')).toThrow('released');
    await expect(near.media.update('leg0', { kind: 'digits', digits: '1' })).rejects.toThrow('released');
    near.media.close();
    near.media.close();
    expect(near.signals).toHaveLength(101);
    await expect(near.reserve('late')).rejects.toThrow('closed');
  });

  it('gives up a reservation that is released while its ports are opened', async () => {
    const near = openEnd();
    const reserving = near.reserve();
    near.media.release('leg');
    await expect(reserving).rejects.toThrow('released');
    for (let i = 0; i < 100; i += 1) await near.reserve(`leg${i}`);
  });

  it('refuses requests it does not understand, and a leg twice', async () => {
    const near = openEnd();
    await expect(near.media.reserve('leg', { wanted: ['OPUS'] })).rejects.toThrow();
    await near.reserve();
    await expect(near.reserve()).rejects.toThrow('already');
    await expect(near.media.update('leg', { kind: 'remote', remote: { port: 0 } })).rejects.toThrow();
  });

  it.each([
    [['G722', 'PCMU'], 16_000],
    [['PCMU', 'G722'], 8000],
  ] as const)(
    'gives a stream at once, for the best of %j, before the far end is known',
    async (wanted, rateHz) => {
      const near = openEnd();
      await near.reserve('leg', wanted as unknown as CodecName[]);
      const stream = near.stream();
      expect(stream.sampleRateHz).toBe(rateHz);
      expect(stream.read()).toEqual(new Int16Array(rateHz / 50));
      stream.write(new Int16Array(rateHz / 50));
    },
  );
});
