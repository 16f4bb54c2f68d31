import { randomBytes } from 'node:crypto';
import type { MediaControl } from '../../carrier.ts';
import type {
  CodecName,
  MediaChange,
  MediaDirection,
  RemoteMedia,
  ReserveRequest,
  SrtpSuite,
} from '../media-messages.ts';
import { ReservedMedia, srtpMasterBytes, srtpSuites } from '../media-messages.ts';
import type { OfferedCodec, SessionDescription } from '../session/read-session.ts';
import { readSession } from '../session/read-session.ts';
import type { OfferedKey } from '../session/srtp-keys.ts';
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
  /** Plain audio is neither offered nor taken. Else the far end's offer decides. */
  mustEncrypt: boolean;
  log: Log;
};

/** An offer, and what we make of it. */
export type Agreed = { offer: SessionDescription; remote: RemoteMedia };

/** The media half of one leg, seen from here, and the session descriptions that speak of it. */
export class LegMedia {
  readonly #options: LegMediaOptions;
  readonly #originId = Math.floor(Math.random() * 2 ** 48);
  #version = 0;
  #written = '';
  #reserved: ReservedMedia | undefined;
  #remote: RemoteMedia | undefined;
  /** One per suite while it may be chosen: a key is never used for two streams. */
  readonly #ownKeys = new Map<SrtpSuite, string>();
  #isReleased = false;

  constructor(options: LegMediaOptions) {
    this.#options = options;
  }

  get legId(): string {
    return this.#options.legId;
  }

  /** Reserves ports. Rejects when there are none, or when the leg was released meanwhile. */
  async reserve(role: 'answerer' | 'offerer', localAddress: string, remote?: RemoteMedia): Promise<void> {
    const isEncrypted = this.#options.mustEncrypt || remote?.srtp !== undefined;
    const request: ReserveRequest = { role, wanted: [...this.#options.codecs], localAddress, isEncrypted };
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

  /**
   * What we make of the far end's offer: undefined without audio that we take. A codec in use is kept, and so is whether
   * the call is encrypted.
   */
  readOffer(text: string): Agreed | undefined {
    const { codecs, mustEncrypt } = this.#options;
    const isFree = this.#remote === undefined && !mustEncrypt;
    const offer = readSession(text, isFree ? 'either' : this.#audioKind);
    if (!offer) return undefined;
    const inUse = offer.codecs.find(({ name }) => name === this.#remote?.codec.name);
    const wanted = codecs.map((name) => offer.codecs.find((codec) => codec.name === name)).find(Boolean);
    const codec = inUse ?? wanted;
    return codec && { offer, remote: this.#toRemote(offer, codec) };
  }

  /** What the far end's answer means: it lists its best codec first (RFC 3264 section 6.1). Undefined without audio. */
  readAnswer(text: string): RemoteMedia | undefined {
    const answer = readSession(text, this.#audioKind);
    const codec = answer?.codecs.find(({ name }) => this.#options.codecs.includes(name));
    return answer && codec && this.#toRemote(answer, codec);
  }

  /** Tells the media half, where there is something new to tell. */
  apply(remote: RemoteMedia): void {
    const before = this.#remote;
    this.#remote = remote;
    for (const suite of this.#ownKeys.keys()) if (suite !== remote.srtp?.suite) this.#ownKeys.delete(suite);
    if (before && JSON.stringify(before) === JSON.stringify(remote)) return;
    const { direction } = remote;
    const isTurnOnly = before && JSON.stringify({ ...before, direction }) === JSON.stringify(remote);
    void this.#update(isTurnOnly ? { kind: 'direction', direction } : { kind: 'remote', remote });
  }

  addDigits(digits: string): void {
    void this.#update({ kind: 'digits', digits });
  }

  writeAnswer({ offer, remote }: Agreed): string {
    return this.#write({
      codecs: [remote.codec],
      telephoneEventPayloadType: remote.telephoneEventPayloadType,
      keys: this.#chooseKey(offer).map(({ tag, suite }) => ({ tag, suite, key: this.#ownKey(suite) })),
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
      keys: this.#offeredKeys(),
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
    parts: Pick<SessionParts, 'codecs' | 'telephoneEventPayloadType' | 'keys' | 'direction' | 'offered'>,
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

  /** Of the call as it stands, or as we open it. */
  get #audioKind(): 'plain' | 'encrypted' {
    const isEncrypted = this.#remote ? this.#remote.srtp !== undefined : this.#options.mustEncrypt;
    return isEncrypted ? 'encrypted' : 'plain';
  }

  /** A call that is encrypted keeps its suite, and with it our key. */
  #offeredKeys(): OfferedKey[] {
    if (this.#audioKind === 'plain') return [];
    const inUse = this.#remote?.srtp?.suite;
    return srtpSuites.flatMap((suite, index) =>
      inUse === undefined || inUse === suite ? [{ tag: index + 1, suite, key: this.#ownKey(suite) }] : [],
    );
  }

  /** Of the keys that the far end tells, that of the suite in use, or its best. Empty: the audio is not encrypted. */
  #chooseKey({ keys = [] }: SessionDescription): OfferedKey[] {
    const inUse = keys.find(({ suite }) => suite === this.#remote?.srtp?.suite);
    return inUse ? [inUse] : keys.slice(0, 1);
  }

  #ownKey(suite: SrtpSuite): string {
    const key = this.#ownKeys.get(suite) ?? randomBytes(srtpMasterBytes).toString('base64');
    this.#ownKeys.set(suite, key);
    return key;
  }

  #toRemote(description: SessionDescription, codec: OfferedCodec): RemoteMedia {
    const isUnheard = description.address === '0.0.0.0' || description.address === '::';
    const known = isUnheard ? this.#remote : undefined;
    const rtcpPort = known ? known.rtcpPort : description.rtcpPort;
    const [theirs] = this.#chooseKey(description);
    return {
      address: known?.address ?? description.address,
      port: known?.port ?? description.port,
      ...(rtcpPort === undefined ? {} : { rtcpPort }),
      codec: { name: codec.name, payloadType: codec.payloadType },
      telephoneEventPayloadType: description.telephoneEventPayloadType,
      direction: mirrorDirection(description.direction),
      ...(theirs && {
        srtp: { suite: theirs.suite, sendKey: this.#ownKey(theirs.suite), receiveKey: theirs.key },
      }),
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
