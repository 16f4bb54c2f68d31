import { isIP } from 'node:net';
import { parse } from 'sdp-transform';
import type { CodecName, MediaDirection } from '../media-messages.ts';
import { codecNames } from '../media-messages.ts';
import { type OfferedKey, readKeys } from './srtp-keys.ts';

/** A codec as the far end numbers it. */
export type OfferedCodec = { name: CodecName; payloadType: number };

/** What may be read: an offer that leaves the choice to us is encrypted where it can be. */
export type WantedAudio = 'plain' | 'encrypted' | 'either';

/** One m-line as it stands there, to be refused in the same place (RFC 3264 section 6). */
export type OfferedMedia = { kind: string; protocol: string; formats: string };

/** What we read of a session description: its one audio stream, and what else must be refused. */
export type SessionDescription = {
  address: string;
  port: number;
  rtcpPort: number | undefined;
  /** Those we know, in the order of the far end. Empty: nothing in common. */
  codecs: OfferedCodec[];
  telephoneEventPayloadType: number | null;
  /** Of an encrypted stream, those that we can use, best first; undefined when it is not encrypted. */
  keys: OfferedKey[] | undefined;
  /** As the far end says it of itself; `sendonly` means that it holds us. */
  direction: MediaDirection;
  media: OfferedMedia[];
  /** Which of `media` is the audio stream. */
  audioIndex: number;
};

/** Payload types with a meaning of their own (RFC 3551 table 4). */
const staticCodecs = new Map<number, CodecName>([
  [0, 'PCMU'],
  [8, 'PCMA'],
  [9, 'G722'],
]);

/** Real descriptions have a handful of lines; a bound against hostile input. */
const maxSessionCharacters = 16_384;

/** Undefined when the text is no session description with an audio stream of the wanted kind. */
export function readSession(text: string, wanted: WantedAudio = 'either'): SessionDescription | undefined {
  if (text.length > maxSessionCharacters || !/^v=0\r?\n/.test(text)) return undefined;
  const session = parseQuietly(text);
  const media = session?.media ?? [];
  const profileOf = (line: (typeof media)[number]) => String(line.protocol).toUpperCase();
  // A port of 0 is a stream that is refused (RFC 3264 section 6).
  const isAudio = (line: (typeof media)[number]) => line.type === 'audio' && isPort(line.port);
  const encrypted = media.findIndex(
    (line) => isAudio(line) && profileOf(line) === 'RTP/SAVP' && readKeys(line.crypto).length > 0,
  );
  const plain = media.findIndex((line) => isAudio(line) && profileOf(line) === 'RTP/AVP');
  const isEncrypted = wanted === 'encrypted' || (wanted === 'either' && encrypted >= 0);
  const audioIndex = isEncrypted ? encrypted : plain;
  const audio = media[audioIndex];
  if (!session || !audio) return undefined;
  const address = String(audio.connection?.ip ?? session.connection?.ip ?? '').replace(/\/.*$/, '');
  // The parser turns "1" into a number and keeps names; a socket must be given neither.
  if (isIP(address) === 0) return undefined;
  const rates = new Map<number, { name: string; rate: number }>();
  for (const map of audio.rtp ?? []) {
    rates.set(Number(map.payload), { name: String(map.codec).toUpperCase(), rate: Number(map.rate ?? 8000) });
  }
  const codecs: OfferedCodec[] = [];
  let telephoneEventPayloadType: number | null = null;
  for (const payloadType of String(audio.payloads ?? '')
    .split(' ')
    .map(Number)) {
    if (!Number.isInteger(payloadType) || payloadType < 0 || payloadType > 127) continue;
    const map = rates.get(payloadType);
    const name = map?.name ?? staticCodecs.get(payloadType);
    if (map !== undefined && map.rate !== 8000) continue;
    if (name === 'TELEPHONE-EVENT') telephoneEventPayloadType ??= payloadType;
    const known = codecNames.find((codec) => codec === name);
    if (known) codecs.push({ name: known, payloadType });
  }
  const direction = readDirection(audio.direction ?? session.direction);
  const isUnheard = address === '0.0.0.0' || address === '::';
  const rtcpPort = isPort(audio.rtcp?.port) ? audio.rtcp.port : undefined;
  return {
    address,
    port: audio.port,
    rtcpPort,
    codecs,
    telephoneEventPayloadType,
    keys: isEncrypted ? readKeys(audio.crypto) : undefined,
    // The hold of RFC 2543: no address to send to (RFC 3264 section 8.4).
    direction: isUnheard && direction !== 'inactive' ? 'sendonly' : direction,
    media: media.map((line) => ({
      kind: String(line.type),
      protocol: String(line.protocol),
      formats: String(line.payloads ?? '0'),
    })),
    audioIndex,
  };
}

function parseQuietly(text: string) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function readDirection(text: string | undefined): MediaDirection {
  return text === 'sendonly' || text === 'recvonly' || text === 'inactive' ? text : 'sendrecv';
}

function isPort(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65535;
}
