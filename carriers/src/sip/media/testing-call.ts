import { createSocket, type Socket } from 'node:dgram';
import { afterEach } from 'vitest';
import type { CarrierMedia } from '../../carrier.ts';
import type { MediaSignal, RemoteMedia, ReservedMedia } from '../media-messages.ts';
import { settle } from '../testing/settle.ts';
import { openMedia } from './open-media.ts';
import { rtpHeaderBytes, writeRtpHeader } from './rtp-packet.ts';
import type { SipMediaStream } from './sip-media-stream.ts';
import { seededRandom } from './testing-signals.ts';

/** A near end over real sockets on loopback, in a time that tests turn. */
export class TestEnd {
  readonly media: CarrierMedia;
  readonly signals: { legId: string; signal: MediaSignal }[] = [];
  readonly clock: { nowMs: number };

  constructor(options: { clock: { nowMs: number }; seed?: number; ports: readonly [number, number] }) {
    this.clock = options.clock;
    this.media = openMedia(
      {
        environment: {
          sipHost: '127.0.0.1',
          sipPort: 0,
          rtpPortMin: options.ports[0],
          rtpPortMax: options.ports[1],
          productName: 'Test',
          publicUrl: 'http://localhost:3000',
          processUrl: 'http://localhost:3000',
        },
        textToSpeech: {
          open: () => {
            throw new Error('SIP needs no synthesiser.');
          },
        } as never,
        onSignal: (legId, signal) => this.signals.push({ legId, signal: signal as MediaSignal }),
      },
      {
        nowMs: () => this.clock.nowMs,
        wallMs: () => 1_800_000_000_000 + this.clock.nowMs,
        random: seededRandom(options.seed ?? 1),
      },
    );
  }

  async reserve(
    legId = 'leg',
    wanted: RemoteMedia['codec']['name'][] = ['PCMU', 'PCMA'],
  ): Promise<ReservedMedia> {
    const request = { role: 'answerer', wanted, localAddress: '127.0.0.1' };
    return (await this.media.reserve(legId, request)) as ReservedMedia;
  }

  async setRemote(remote: Partial<RemoteMedia> & { port: number }, legId = 'leg'): Promise<SipMediaStream> {
    await this.media.update(legId, { kind: 'remote', remote: describeRemote(remote) });
    return this.stream(legId);
  }

  stream(legId = 'leg'): SipMediaStream {
    return this.media.stream(legId) as SipMediaStream;
  }
}

export function describeRemote(remote: Partial<RemoteMedia> & { port: number }): RemoteMedia {
  return {
    address: '127.0.0.1',
    codec: { name: 'PCMU', payloadType: 0 },
    telephoneEventPayloadType: 101,
    direction: 'sendrecv',
    ...remote,
  };
}

/** A socket that keeps what it hears. */
export async function openPeerAt(
  address: string,
): Promise<{ socket: Socket; port: number; heard: Buffer[] }> {
  const socket = createSocket('udp4');
  const heard: Buffer[] = [];
  socket.on('message', (bytes) => heard.push(bytes));
  await new Promise<void>((resolve) => socket.bind(0, address, resolve));
  return { socket, port: socket.address().port, heard };
}

/** Calls of a test file, closed after each test. A file takes 400 ports from `firstPort`. */
export function useTestCalls(firstPort: number) {
  const clock = { nowMs: 1000 };
  const ends: TestEnd[] = [];
  const peers: { socket: { close(): void } }[] = [];
  afterEach(() => {
    for (const end of ends.splice(0)) end.media.close();
    for (const peer of peers.splice(0)) peer.socket.close();
  });

  const openEnd = (seed = 1) => {
    const end = new TestEnd({
      clock,
      seed,
      ports: seed === 1 ? [firstPort, firstPort + 199] : [firstPort + 200, firstPort + 399],
    });
    ends.push(end);
    return end;
  };
  const openPeerHere = async () => {
    const peer = await openPeerAt('127.0.0.1');
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
    const heard: number[] = [];
    for (let at = 0; at < said.length + 10 * frame; at += frame) {
      heard.push(...(await tick(from, to, at < said.length ? said.subarray(at, at + frame) : null)));
    }
    return Int16Array.from(heard);
  };
  return { clock, peers, openEnd, openPeer: openPeerHere, openCall, tick, play };
}

/** A packet of PCMU unless told, with its timestamp by its sequence. */
export function packetOf(fields: {
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
