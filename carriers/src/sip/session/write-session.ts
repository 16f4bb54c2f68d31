import { isIPv6 } from 'node:net';
import type { MediaDirection } from '../media-messages.ts';
import type { OfferedCodec, OfferedMedia } from './read-session.ts';
import { type OfferedKey, writeKey } from './srtp-keys.ts';

export type SessionParts = {
  /** Stays for the whole call; the version counts changes (RFC 3264 section 8). */
  origin: { id: number; version: number };
  address: string;
  port: number;
  rtcpPort: number;
  /** Best first. An answer names the one that is used. */
  codecs: readonly OfferedCodec[];
  telephoneEventPayloadType: number | null;
  /** Ours, for an encrypted stream; an answer names the one that is used. Empty: it is not encrypted. */
  keys: readonly OfferedKey[];
  direction: MediaDirection;
  /** For an answer: the lines of the offer, answered in their order, and which of them is ours. */
  offered?: { media: readonly OfferedMedia[]; audioIndex: number };
};

/** A session description with one audio stream (RFC 8866, RFC 3264, RFC 4733 section 2.4.1). */
export function writeSession(parts: SessionParts): string {
  const { origin, address, port } = parts;
  const connection = `IN ${isIPv6(address) ? 'IP6' : 'IP4'} ${address}`;
  const formats = [
    ...parts.codecs,
    ...(parts.telephoneEventPayloadType === null
      ? []
      : [{ name: 'telephone-event' as const, payloadType: parts.telephoneEventPayloadType }]),
  ];
  const audio = [
    `m=audio ${port} ${parts.keys.length > 0 ? 'RTP/SAVP' : 'RTP/AVP'} ${formats.map(({ payloadType }) => payloadType).join(' ')}`,
    ...formats.map(({ name, payloadType }) => `a=rtpmap:${payloadType} ${name}/8000`),
    ...formats
      .filter(({ name }) => name === 'telephone-event')
      .map(({ payloadType }) => `a=fmtp:${payloadType} 0-15`),
    ...parts.keys.map(writeKey),
    // Named only where it is not the next port (RFC 3605).
    ...(parts.rtcpPort === port + 1 ? [] : [`a=rtcp:${parts.rtcpPort}`]),
    'a=ptime:20',
    `a=${parts.direction}`,
  ];
  const lines = parts.offered
    ? parts.offered.media.flatMap((line, index) =>
        index === parts.offered?.audioIndex ? audio : [`m=${line.kind} 0 ${line.protocol} ${line.formats}`],
      )
    : audio;
  return [
    'v=0',
    `o=- ${origin.id} ${origin.version} ${connection}`,
    's=-',
    `c=${connection}`,
    't=0 0',
    ...lines,
    '',
  ].join('\r\n');
}

/** What we do when the far end does `direction` (RFC 3264 section 6.1). */
export function mirrorDirection(direction: MediaDirection): MediaDirection {
  if (direction === 'sendonly') return 'recvonly';
  if (direction === 'recvonly') return 'sendonly';
  return direction;
}
