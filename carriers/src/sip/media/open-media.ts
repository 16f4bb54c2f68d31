import { randomInt } from 'node:crypto';
import type { CarrierMedia, CarrierMediaOptions } from '../../carrier.ts';
import {
  type CodecName,
  MediaChange,
  type MediaSignal,
  type ReservedMedia,
  ReserveRequest,
} from '../media-messages.ts';
import { staticPayloadTypes } from './codecs.ts';
import { type MediaWorld, SipMediaStream } from './sip-media-stream.ts';
import { type PortPair, PortPairs } from './sockets/port-pairs.ts';

/**
 * Opens the media half of the SIP carrier in the thread that runs the calls. Streams are driven by their owner's
 * 20 ms tick. Throws a RangeError when the range of RTP ports is empty.
 */
export function openMedia(options: CarrierMediaOptions, world: MediaWorld = realWorld): CarrierMedia {
  const { environment } = options;
  const ports = new PortPairs({
    min: environment.rtpPortMin,
    max: environment.rtpPortMax,
    nowMs: world.nowMs,
    random: world.random,
  });
  const legs = new Map<string, RtpLeg>();
  /** Legs whose sockets are being bound; a release meanwhile takes them out. */
  const reserving = new Set<string>();
  let isClosed = false;
  const signal = (legId: string, value: MediaSignal) => options.onSignal(legId, value);

  function getLeg(legId: string): RtpLeg {
    const leg = legs.get(legId);
    if (!leg) throw new Error('This leg has no RTP ports: it was never reserved, or it was released.');
    return leg;
  }

  return {
    async reserve(legId, request) {
      const wanted = ReserveRequest.parse(request);
      if (isClosed) throw new Error('The media half of SIP is closed.');
      if (legs.has(legId) || reserving.has(legId)) throw new Error('This leg has its RTP ports already.');
      reserving.add(legId);
      let pair: PortPair;
      try {
        pair = await ports.open(wanted.localAddress);
      } catch (error) {
        reserving.delete(legId);
        throw error;
      }
      if (!reserving.delete(legId) || isClosed) {
        pair.close();
        throw new Error('The leg was released while its RTP ports were opened.');
      }
      legs.set(
        legId,
        new RtpLeg({ pair, request: wanted, world, onSignal: (value) => signal(legId, value) }),
      );
      return {
        address: wanted.localAddress,
        port: pair.port,
        rtcpPort: pair.port + 1,
      } satisfies ReservedMedia;
    },
    async update(legId, change) {
      getLeg(legId).update(MediaChange.parse(change));
      return {};
    },
    stream: (legId) => getLeg(legId).stream,
    release(legId) {
      reserving.delete(legId);
      const leg = legs.get(legId);
      if (!leg) return;
      legs.delete(legId);
      leg.release();
    },
    close() {
      isClosed = true;
      reserving.clear();
      for (const leg of legs.values()) leg.release();
      legs.clear();
    },
  };
}

/**
 * A reserved leg. Its stream is made when the far end's codec is known or when the owner asks for it, as the codec
 * decides the rate of the stream.
 */
class RtpLeg {
  readonly #pair: PortPair;
  readonly #request: ReserveRequest;
  readonly #world: MediaWorld;
  readonly #onSignal: (value: MediaSignal) => void;
  #stream: SipMediaStream | null = null;

  constructor(options: {
    pair: PortPair;
    request: ReserveRequest;
    world: MediaWorld;
    onSignal: (value: MediaSignal) => void;
  }) {
    this.#pair = options.pair;
    this.#request = options.request;
    this.#world = options.world;
    this.#onSignal = options.onSignal;
    if (options.request.remote) this.update({ kind: 'remote', remote: options.request.remote });
  }

  get stream(): SipMediaStream {
    const best = this.#request.wanted[0] ?? 'PCMU';
    return this.#stream ?? this.#create({ name: best, payloadType: staticPayloadTypes[best] });
  }

  update(change: MediaChange): void {
    if (change.kind === 'remote') {
      (this.#stream ?? this.#create(change.remote.codec)).setRemote(change.remote);
    } else if (change.kind === 'direction') this.stream.setDirection(change.direction);
    else this.stream.addDigits(change.digits);
  }

  release(): void {
    // Closing takes what has come since the last tick: it counts as well.
    this.#stream?.close();
    this.#pair.close();
    this.#onSignal(this.#stream?.figures ?? { ...noFigures });
  }

  #create(codec: { name: CodecName; payloadType: number }): SipMediaStream {
    this.#stream = new SipMediaStream({
      pair: this.#pair,
      localAddress: this.#request.localAddress,
      codec,
      isEncrypted: this.#request.isEncrypted,
      world: this.#world,
      onTimeout: () => this.#onSignal({ kind: 'rtp_timeout' }),
    });
    return this.#stream;
  }
}

const noFigures: MediaSignal = {
  kind: 'statistics',
  packetsSent: 0,
  packetsReceived: 0,
  packetsLost: 0,
  jitterMs: 0,
  roundTripMs: null,
};

const realWorld: MediaWorld = {
  nowMs: () => performance.now(),
  wallMs: () => Date.now(),
  // Sources and sequence numbers that can be guessed make it easy to talk into a call (RFC 3550 section 9).
  random: () => randomInt(2 ** 32) / 2 ** 32,
};
