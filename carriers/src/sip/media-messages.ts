import { z } from 'zod';

/**
 * What the signalling half and the media half of the SIP carrier say to each other, through `MediaControl`.
 * Session descriptions are read and written by the signalling half only; the media half sees addresses.
 */

/** Codecs the carrier speaks, by their names in RFC 3551 section 6. All run on an RTP clock of 8000 Hz. */
export const codecNames = ['PCMU', 'PCMA', 'G722'] as const;
export type CodecName = (typeof codecNames)[number];

/** What we do with the stream, seen from our side (RFC 3264 section 6.1): `recvonly` means we are on hold. */
export const MediaDirection = z.enum(['sendrecv', 'sendonly', 'recvonly', 'inactive']);
export type MediaDirection = z.output<typeof MediaDirection>;

/** Suites of encrypted audio that we speak, best first (RFC 4568 section 6.2). */
export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/** Octets of a master key (16) and of its salt (14), which are agreed on as one (RFC 4568 section 6.2). */
export const srtpMasterBytes = 30;
/** These in base64. */
const SrtpMaster = z.string().regex(/^[A-Za-z0-9+/]{40}$/);

/** What encrypts the audio of a leg. A secret: never to be logged or kept. */
export const SrtpKeys = z.object({ suite: z.enum(srtpSuites), sendKey: SrtpMaster, receiveKey: SrtpMaster });
export type SrtpKeys = z.output<typeof SrtpKeys>;

/** The far end of the audio. */
export const RemoteMedia = z.object({
  /** An IP literal, checked. `0.0.0.0` when the far end has not said where it listens: wait for its first packet. */
  address: z.string(),
  port: z.int().min(1).max(65535),
  /** Only where the far end names one (RFC 3605); else it is `port` + 1. */
  rtcpPort: z.int().min(1).max(65535).optional(),
  /** The payload type to send. Static types 0, 8 and 9 keep their meaning in receiving, whatever was agreed. */
  codec: z.object({ name: z.enum(codecNames), payloadType: z.int().min(0).max(127) }),
  /** Null: the far end takes no telephone-event (RFC 4733). */
  telephoneEventPayloadType: z.int().min(0).max(127).nullable(),
  direction: MediaDirection,
  /** Absent: the audio is not encrypted. */
  srtp: SrtpKeys.optional(),
});
export type RemoteMedia = z.output<typeof RemoteMedia>;

/** Asks for a pair of ports. */
export const ReserveRequest = z.object({
  /** `answerer`: the far end has offered and is in `remote`, unless its offer is still to come. */
  role: z.enum(['answerer', 'offerer']),
  /** Codecs we take, best first. */
  wanted: z.array(z.enum(codecNames)).min(1),
  /** IP literal to bind and to announce; the signalling half knows which of ours the far end can reach. */
  localAddress: z.string(),
  remote: RemoteMedia.optional(),
  /** Whether what is not encrypted is dropped, also before the keys are known. */
  isEncrypted: z.boolean().default(false),
});
export type ReserveRequest = z.output<typeof ReserveRequest>;

/** What was reserved: the near end as it is announced. */
export const ReservedMedia = z.object({
  address: z.string(),
  port: z.int().min(1).max(65535),
  rtcpPort: z.int().min(1).max(65535),
});
export type ReservedMedia = z.output<typeof ReservedMedia>;

/** What `MediaControl.update` carries. */
export const MediaChange = z.discriminatedUnion('kind', [
  /** The far end answered, moved, changed codec, went on hold or came back. */
  z.object({ kind: z.literal('remote'), remote: RemoteMedia }),
  /** Only the direction changed. */
  z.object({ kind: z.literal('direction'), direction: MediaDirection }),
  /** Touch-tones that came by SIP INFO instead of RTP, in order. */
  z.object({ kind: z.literal('digits'), digits: z.string().regex(/^[0-9A-D*#]+$/) }),
]);
export type MediaChange = z.output<typeof MediaChange>;

/** What the media half signals. */
export const MediaSignal = z.discriminatedUnion('kind', [
  /** No packet for too long while the far end should send: told once. */
  z.object({ kind: z.literal('rtp_timeout') }),
  /** Told once, when the leg is released. */
  z.object({
    kind: z.literal('statistics'),
    packetsSent: z.number(),
    packetsReceived: z.number(),
    packetsLost: z.number(),
    /** Interarrival jitter of RFC 3550 section 6.4.1. */
    jitterMs: z.number(),
    /** Null until a receiver report of the far end came. */
    roundTripMs: z.number().nullable(),
  }),
]);
export type MediaSignal = z.output<typeof MediaSignal>;
