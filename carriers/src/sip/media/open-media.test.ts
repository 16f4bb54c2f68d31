import { afterEach, describe, expect, it } from 'vitest';
import type { CodecName, RemoteMedia } from '../media-messages.ts';
import { buildReport } from './rtcp-packet.ts';
import { rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import type { SipMediaStream } from './sip-media-stream.ts';
import { openPeer, settle, TestEnd } from './testing-call.ts';
import { likeness, seededRandom, toneDbfs, voiceLike } from './testing-signals.ts';

describe('openMedia', () => {
  const clock = { nowMs: 1000 };
  const ends: TestEnd[] = [];
  const peers: { socket: { close(): void } }[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.media.close();
    for (const peer of peers.splice(0)) peer.socket.close();
  });

  const openEnd = (seed = 1) => {
    const end = new TestEnd({ clock, seed, ports: seed === 1 ? [21_000, 21_199] : [21_200, 21_399] });
    ends.push(end);
    return end;
  };
  const openPeerHere = async () => {
    const peer = await openPeer();
    peers.push(peer);
    return peer;
  };
  /** Two ends in a call. */
  const openCall = async (remote: Partial<RemoteMedia> = {}) => {
    const near = openEnd(1);
    const far = openEnd(2);
    const nearPorts = await near.reserve();
    const farPorts = await far.reserve();
    const nearStream = await near.setRemote({ port: farPorts.port, ...remote });
    const farStream = await far.setRemote({ port: nearPorts.port, ...remote });
    return { near, far, nearStream, farStream, nearPorts, farPorts };
  };
  const tick = async (from: SipMediaStream, to: SipMediaStream, frame: Int16Array | null = null) => {
    from.write(frame);
    to.write(null);
    await settle();
    clock.nowMs += 20;
    from.read();
    return to.read();
  };
  const play = async (from: SipMediaStream, to: SipMediaStream, said: Int16Array) => {
    const frame = from.sampleRateHz / 50;
    const heardFrame = to.sampleRateHz / 50;
    const heard: number[] = [];
    for (let at = 0; at < said.length + 10 * frame; at += frame) {
      heard.push(...(await tick(from, to, at < said.length ? said.subarray(at, at + frame) : null)));
    }
    expect(heard.length % heardFrame).toBe(0);
    return Int16Array.from(heard);
  };

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
    const peer = await openPeerHere();
    const stream = await near.setRemote({ port: peer.port });
    for (let i = 0; i < 10; i += 1) {
      peer.socket.send(packetOf({ sequence: i, payloadType: 8, fill: 0xaa }), ports.port, '127.0.0.1');
      peer.socket.send(packetOf({ sequence: 5000 + i, payloadType: 77 }), ports.port, '127.0.0.1');
    }
    await settle();
    clock.nowMs += 60;
    stream.read();
    // A-law 0xaa is full scale.
    expect(stream.read()[100]).toBe(32_256);
  });

  it('survives loss, jitter and reordering of a wild network with the words intact', async () => {
    const { nearStream, farStream, near, farPorts, nearPorts, far } = await openCall();
    const wire = await openPeerHere();
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

  it('listens to the first source only, until signalling names another', async () => {
    const near = openEnd();
    const ports = await near.reserve();
    const [phone, intruder, transferred] = [await openPeerHere(), await openPeerHere(), await openPeerHere()];
    // The phone does not know its own address.
    const stream = await near.setRemote({ port: 9 });
    const send = async (peer: typeof phone, at: number, fill: number) => {
      for (let i = 0; i < 10; i += 1) {
        peer.socket.send(packetOf({ sequence: at + i, fill, source: fill }), ports.port, '127.0.0.1');
      }
      await settle();
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

  it('sends a whole frame at every tick, silence where there is nothing to say', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeerHere();
    const stream = await near.setRemote({ port: peer.port });
    const loud = new Int16Array(160).fill(20_000);
    for (const frame of [null, loud, null, new Int16Array(7)]) stream.write(frame);
    await settle();
    expect(peer.heard.map((bytes) => bytes.length)).toEqual([172, 172, 172, 172]);
    expect(peer.heard.map((bytes) => bytes[20])).toEqual([0xff, expect.any(Number), 0xff, 0xff]);
    expect(peer.heard[1]![20]).not.toBe(0xff);
    const stamps = peer.heard.map((bytes) => bytes.readUInt32BE(4));
    const sequences = peer.heard.map((bytes) => bytes.readUInt16BE(2));
    for (let i = 1; i < 4; i += 1) {
      expect((stamps[i]! - stamps[i - 1]!) >>> 0).toBe(160);
      expect((sequences[i]! - sequences[i - 1]!) & 0xffff).toBe(1);
    }
    expect(peer.heard.map((bytes) => bytes[1]! >> 7)).toEqual([1, 0, 0, 0]);
  });

  it('lets the timestamps follow the clock when its owner stood still', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeerHere();
    const stream = await near.setRemote({ port: peer.port });
    stream.write(null);
    clock.nowMs += 20;
    stream.write(null);
    clock.nowMs += 1000;
    stream.write(null);
    await settle();
    const stamps = peer.heard.map((bytes) => bytes.readUInt32BE(4));
    expect((stamps[1]! - stamps[0]!) >>> 0).toBe(160);
    expect((stamps[2]! - stamps[1]!) >>> 0).toBe(8000);
    expect(peer.heard[2]![1]! >> 7).toBe(1);
  });

  it('hears the digits the other end plays, each once', async () => {
    const { nearStream, farStream } = await openCall();
    nearStream.sendDigits('15#*A0');
    const digits: unknown[] = [];
    const loud = new Int16Array(160).fill(20_000);
    for (let i = 0; i < 100; i += 1) {
      await tick(nearStream, farStream, loud);
      digits.push(...farStream.takeEvents());
    }
    expect(digits).toEqual([...'15#*A0'].map((digit) => ({ type: 'digit', digit })));
    expect(nearStream.takeEvents()).toEqual([]);
  });

  it('marks the first packet of a digit and of the audio after it, and keeps their timestamps in step', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeerHere();
    const stream = await near.setRemote({ port: peer.port });
    stream.write(null);
    stream.sendDigits('9');
    for (let i = 0; i < 15; i += 1) stream.write(null);
    await settle();
    const first = peer.heard[0]!.readUInt32BE(4);
    expect(
      peer.heard.map((bytes) => [bytes[1]! & 0x7f, bytes[1]! >> 7, bytes.readUInt32BE(4) - first]),
    ).toEqual([
      [0, 1, 0],
      [101, 1, 160],
      ...Array(9).fill([101, 0, 160]),
      [0, 1, 160 * 11],
      [0, 0, 160 * 12],
      [0, 0, 160 * 13],
      [0, 0, 160 * 14],
      [0, 0, 160 * 15],
    ]);
  });

  it('plays digits as tones to a far end without telephone events', async () => {
    const { nearStream, farStream } = await openCall({ telephoneEventPayloadType: null });
    nearStream.sendDigits('3');
    const heard = await play(nearStream, farStream, new Int16Array(4800));
    expect(toneDbfs(heard.subarray(480 + 160, 480 + 1280), 8000, 697)).toBeGreaterThan(-20);
    expect(toneDbfs(heard.subarray(480 + 160, 480 + 1280), 8000, 1477)).toBeGreaterThan(-20);
    expect(farStream.takeEvents()).toEqual([]);
  });

  it('adds the digits of SIP INFO, and leaves out those that came as events too', async () => {
    const { near, far, nearStream, farStream } = await openCall();
    await near.media.update('leg', { kind: 'digits', digits: '42#' });
    expect(nearStream.takeEvents()).toEqual([...'42#'].map((digit) => ({ type: 'digit', digit })));
    nearStream.sendDigits('7');
    for (let i = 0; i < 12; i += 1) await tick(nearStream, farStream);
    await far.media.update('leg', { kind: 'digits', digits: '77' });
    expect(farStream.takeEvents()).toEqual([
      { type: 'digit', digit: '7' },
      { type: 'digit', digit: '7' },
    ]);
    await expect(near.media.update('leg', { kind: 'digits', digits: 'x' })).rejects.toThrow();
  });

  it('tells of hold and its end, and sends nothing meanwhile', async () => {
    const near = openEnd();
    await near.reserve();
    const peer = await openPeerHere();
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
    const peer = await openPeerHere();
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
      const peer = await openPeer(0, address);
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
    const control = await openPeerHere();
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
    const peer = await openPeerHere();
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

/** A packet of PCMU unless told, with its timestamp by its sequence. */
function packetOf(fields: {
  sequence: number;
  payloadType?: number;
  fill?: number;
  source?: number;
}): Buffer {
  const bytes = Buffer.alloc(rtpHeaderBytes + 160, fields.fill ?? 0xff);
  writeRtpHeader(bytes, {
    payloadType: fields.payloadType ?? 0,
    hasMarker: false,
    sequence: fields.sequence & 0xffff,
    timestamp: fields.sequence * 160,
    source: fields.source ?? 1,
  });
  return bytes;
}
