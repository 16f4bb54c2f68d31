import { describe, expect, it } from 'vitest';
import { settle } from '../testing/settle.ts';
import { findFreePorts } from '../testing/testing-service.ts';
import { buildReport } from './rtcp-packet.ts';
import { openPeerAt, packetOf, useTestCalls } from './testing-call.ts';
import { seededRandom } from './testing-signals.ts';

const firstPort = await findFreePorts(400);

describe('SipMediaStream', () => {
  const { clock, openCall, openEnd, openPeer, peers, tick } = useTestCalls(firstPort);

  it('listens to the first source only, until signalling names another', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const [phone, intruder, transferred] = [await openPeer(), await openPeer(), await openPeer()];
    // The phone does not know its own address.
    const stream = await near.setRemote({ port: 9 });
    const send = async (peer: typeof phone, at: number, fill: number) => {
      for (let i = 0; i < 10; i += 1) {
        peer.socket.send(packetOf({ sequence: at + i, fill, source: fill }), ports.port, '127.0.0.1');
      }
      await settle();
      stream.read();
    };
    await send(phone, 0, 0x80);
    await send(intruder, 10, 0xaa);
    clock.nowMs += 60;
    stream.read();
    for (let i = 0; i < 5; i += 1) expect(stream.read()[100]).toBe(32_124);
    stream.write(null);
    await settle();
    expect([phone.heard.length, intruder.heard.length]).toEqual([1, 0]);
    await near.setRemote({ port: transferred.port });
    await send(transferred, 20, 0xaa);
    stream.write(null);
    await settle();
    expect([phone.heard.length, transferred.heard.length]).toEqual([1, 1]);
  });

  it('tells of hold and its end, and sends nothing meanwhile', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    await near.media.update('leg', { kind: 'direction', direction: 'recvonly' });
    await near.media.update('leg', { kind: 'direction', direction: 'inactive' });
    stream.write(null);
    await settle();
    expect(peer.heard).toEqual([]);
    await near.setRemote({ port: peer.port, direction: 'sendrecv' });
    stream.write(null);
    await settle();
    expect(peer.heard).toHaveLength(1);
    expect(stream.takeEvents()).toEqual([{ type: 'held' }, { type: 'resumed' }]);
    expect(stream.takeEvents()).toEqual([]);
  });

  it('tells once that the far end is lost after 30 s of silence, and not while it may be silent', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port, direction: 'inactive' });
    const pass = (ms: number) => {
      for (let i = 0; i < ms; i += 20) {
        clock.nowMs += 20;
        stream.read();
      }
      return stream.takeEvents().map((event) => event.type);
    };
    expect(pass(60_000)).toEqual(['held']);
    await near.media.update('leg', { kind: 'direction', direction: 'sendrecv' });
    expect(pass(20_000)).toEqual(['resumed']);
    peer.socket.send(packetOf({ sequence: 1 }), ports.port, '127.0.0.1');
    await settle();
    expect(pass(29_900)).toEqual([]);
    expect(pass(100_000)).toEqual(['lost']);
    expect(near.signals).toEqual([{ legId: 'leg', signal: { kind: 'rtp_timeout' } }]);
  });

  it('takes reports for a sign of life, from the address of the far end only', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const stream = await near.setRemote({ port: 9 });
    const report = buildReport({ source: 7, name: 'far', sent: null, received: null, isGoodbye: false });
    const liveWith = async (address: string) => {
      const peer = await openPeerAt(address);
      peers.push(peer);
      for (let i = 0; i < 8; i += 1) {
        peer.socket.send(report, ports.rtcpPort, '127.0.0.1');
        await settle();
        stream.read();
        clock.nowMs += 5000;
      }
      return stream.takeEvents();
    };
    expect(await liveWith('127.0.0.1')).toEqual([]);
    expect(await liveWith('127.0.0.2')).toEqual([{ type: 'lost' }]);
  });

  it('exchanges reports on the odd ports, measures the way, and says goodbye', async () => {
    const { near, nearStream, farStream } = await openCall();
    const control = await openPeer();
    for (let i = 0; i < 1000; i += 1) await tick(nearStream, farStream);
    expect(nearStream.figures.roundTripMs).toBeGreaterThanOrEqual(0);
    expect(nearStream.figures.roundTripMs).toBeLessThan(50);
    await near.setRemote({ port: 9, rtcpPort: control.port });
    near.media.release('leg');
    await settle();
    const last = control.heard.at(-1)!;
    expect([last[1], last.at(-7)]).toEqual([200, 203]);
    expect(near.signals).toEqual([
      {
        legId: 'leg',
        signal: { ...nearStream.figures, packetsSent: 1000, packetsReceived: 1000, packetsLost: 0 },
      },
    ]);
  });

  it('takes reports that come on the audio port', async () => {
    const { near, nearStream, farStream, nearPorts, farPorts } = await openCall();
    await near.setRemote({ port: farPorts.port, rtcpPort: farPorts.port });
    for (let i = 0; i < 1000; i += 1) await tick(nearStream, farStream);
    expect(nearPorts.rtcpPort).toBe(nearPorts.port + 1);
    expect(farStream.figures.packetsLost).toBe(0);
    expect(farStream.figures.packetsReceived).toBe(1000);
  });

  it('bears whatever is thrown at its ports', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const peer = await openPeer();
    const stream = await near.setRemote({ port: peer.port });
    const random = seededRandom(13);
    for (let i = 0; i < 6000; i += 1) {
      const bytes = Buffer.from(Uint8Array.from({ length: random() ** 2 * 400 }, () => random() * 256));
      if (bytes.length > 1 && random() < 0.9) bytes[0] = 0x80 | (bytes[0]! & 0x3f);
      if (bytes.length > 1 && random() < 0.7)
        bytes[1] = [0, 8, 9, 13, 101, 200, 203][Math.floor(random() * 7)]!;
      peer.socket.send(bytes, random() < 0.8 ? ports.port : ports.rtcpPort, '127.0.0.1');
      if (i % 10 !== 0) continue;
      await settle();
      clock.nowMs += 20;
      expect(stream.read()).toHaveLength(160);
      stream.write(null);
      expect(stream.takeEvents().length).toBeLessThanOrEqual(64);
    }
    // And then a call is still a call.
    for (let i = 0; i < 40; i += 1) {
      const bytes = packetOf({ sequence: i, fill: 0x80, source: 5 });
      peer.socket.send(bytes, ports.port, '127.0.0.1');
      await settle();
      clock.nowMs += 20;
      stream.read();
    }
    expect(stream.read()[100]).toBe(32_124);
  });

  it('bears a remote address it cannot reach', async () => {
    const near = openEnd();
    await near.reserve();
    const stream = await near.setRemote({ port: 4000, address: 'fd00::2' });
    stream.write(null);
    await near.setRemote({ port: 4000, address: '0.0.0.0' });
    stream.write(null);
    await settle();
    expect(stream.figures.packetsSent).toBe(0);
  });
});
