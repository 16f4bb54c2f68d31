import { createSocket, type Socket } from 'node:dgram';
import type { CarrierMedia } from '../../carrier.ts';
import type { MediaSignal, RemoteMedia, ReservedMedia } from '../media-messages.ts';
import { openMedia } from './open-media.ts';
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
export async function openPeer(
  port = 0,
  address = '127.0.0.1',
): Promise<{ socket: Socket; port: number; heard: Buffer[] }> {
  const socket = createSocket('udp4');
  const heard: Buffer[] = [];
  socket.on('message', (bytes) => heard.push(bytes));
  await new Promise<void>((resolve) => socket.bind(port, address, resolve));
  return { socket, port: socket.address().port, heard };
}

/** Lets datagrams on loopback arrive: a turn of the event loop reads what was sent in the one before. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 3; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
