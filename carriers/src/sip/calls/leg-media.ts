import type { MediaControl } from '../../carrier.ts';
import type {
  CodecName,
  MediaChange,
  MediaDirection,
  RemoteMedia,
  ReserveRequest,
} from '../media-messages.ts';
import { ReservedMedia } from '../media-messages.ts';
import type { OfferedCodec, SessionDescription } from '../session/read-session.ts';
import type { SessionParts } from '../session/write-session.ts';
import { mirrorDirection, writeSession } from '../session/write-session.ts';
import type { Log } from '../sip-stack.ts';

/** Payload types of our offers: static ones (RFC 3551), and 101, which everybody uses for telephone-event. */
const payloadTypes: Record<CodecName, number> = { PCMU: 0, PCMA: 8, G722: 9 };
const telephoneEventPayloadType = 101;

export type LegMediaOptions = {
  control: MediaControl;
  legId: string;
  /** Codecs we take, best first. */
  codecs: readonly CodecName[];
  log: Log;
};

/** The media half of one leg, seen from here, and the session descriptions that speak of it. */
export class LegMedia {
  readonly #options: LegMediaOptions;
  readonly #originId = Math.floor(Math.random() * 2 ** 48);
  #version = 0;
  #written = '';
  #reserved: ReservedMedia | undefined;
  #remote: RemoteMedia | undefined;
  #isReleased = false;

  constructor(options: LegMediaOptions) {
    this.#options = options;
  }

  get legId(): string {
    return this.#options.legId;
  }

  /** Reserves ports. Rejects when there are none, or when the leg was released meanwhile. */
  async reserve(role: 'answerer' | 'offerer', localAddress: string, remote?: RemoteMedia): Promise<void> {
    const request: ReserveRequest = { role, wanted: [...this.#options.codecs], localAddress };
    if (remote) request.remote = remote;
    const { control, legId } = this.#options;
    const reserved = ReservedMedia.parse(await control.reserve('sip', legId, request));
    if (this.#isReleased) {
      control.release(legId);
      throw new Error('The leg ended while its ports were reserved.');
    }
    this.#reserved = reserved;
    this.#remote = remote;
  }

  /** What we make of the far end's offer: undefined without a codec in common. A codec in use is kept. */
  chooseRemote(offer: SessionDescription): RemoteMedia | undefined {
    const { codecs } = this.#options;
    const inUse = offer.codecs.find(({ name }) => name === this.#remote?.codec.name);
    const wanted = codecs.map((name) => offer.codecs.find((codec) => codec.name === name)).find(Boolean);
    const codec = inUse ?? wanted;
    return codec && this.#toRemote(offer, codec);
  }

  /** What the far end's answer means: it lists its best codec first (RFC 3264 section 6.1). */
  chooseAnswered(answer: SessionDescription): RemoteMedia | undefined {
    const codec = answer.codecs.find(({ name }) => this.#options.codecs.includes(name));
    return codec && this.#toRemote(answer, codec);
  }

  /** Tells the media half, where there is something new to tell. */
  apply(remote: RemoteMedia): void {
    const before = this.#remote;
    this.#remote = remote;
    if (before && JSON.stringify(before) === JSON.stringify(remote)) return;
    const { direction } = remote;
    const isTurnOnly = before && JSON.stringify({ ...before, direction }) === JSON.stringify(remote);
    void this.#update(isTurnOnly ? { kind: 'direction', direction } : { kind: 'remote', remote });
  }

  addDigits(digits: string): void {
    void this.#update({ kind: 'digits', digits });
  }

  writeAnswer(offer: SessionDescription, remote: RemoteMedia): string {
    return this.#write({
      codecs: [remote.codec],
      telephoneEventPayloadType: remote.telephoneEventPayloadType,
      direction: remote.direction,
      offered: offer,
    });
  }

  /** Offers every codec; where the call stands already, the one in use first and the direction as it is. */
  writeOffer(): string {
    const inUse = this.#remote?.codec;
    const others = this.#options.codecs
      .filter((name) => name !== inUse?.name)
      .map((name) => ({ name, payloadType: payloadTypes[name] }));
    const codecs: OfferedCodec[] = inUse ? [inUse, ...others] : others;
    // On hold we still offer to send: it is for the far end to say that it does not want it.
    const direction: MediaDirection = this.#remote?.direction === 'inactive' ? 'inactive' : 'sendrecv';
    return this.#write({
      codecs,
      telephoneEventPayloadType: this.#remote?.telephoneEventPayloadType ?? telephoneEventPayloadType,
      direction,
    });
  }

  /** Gives the ports back. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#options.control.release(this.#options.legId);
  }

  #write(
    parts: Pick<SessionParts, 'codecs' | 'telephoneEventPayloadType' | 'direction' | 'offered'>,
  ): string {
    const { address, port, rtcpPort } = this.#reserved!;
    const write = (version: number) =>
      writeSession({ ...parts, address, port, rtcpPort, origin: { id: this.#originId, version } });
    // The version counts changes; a description that is sent again keeps its own (RFC 3264 section 8).
    const unnumbered = write(0);
    if (unnumbered !== this.#written) this.#version++;
    this.#written = unnumbered;
    return write(this.#version);
  }

  #toRemote(description: SessionDescription, codec: OfferedCodec): RemoteMedia {
    const isUnheard = description.address === '0.0.0.0' || description.address === '::';
    const known = isUnheard ? this.#remote : undefined;
    const rtcpPort = known ? known.rtcpPort : description.rtcpPort;
    return {
      address: known?.address ?? description.address,
      port: known?.port ?? description.port,
      ...(rtcpPort === undefined ? {} : { rtcpPort }),
      codec: { name: codec.name, payloadType: codec.payloadType },
      telephoneEventPayloadType: description.telephoneEventPayloadType,
      direction: mirrorDirection(description.direction),
    };
  }

  async #update(change: MediaChange): Promise<void> {
    if (this.#isReleased) return;
    const { control, legId, log } = this.#options;
    try {
      await control.update(legId, change);
    } catch (error) {
      if (this.#isReleased) return;
      log('warn', 'The media half of a leg did not take a change.', {
        legId,
        kind: change.kind,
        error: error instanceof Error ? error.message : String(error),
      });
    }
  }
}
