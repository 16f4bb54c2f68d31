/** What the fixed header of an RTP packet says (RFC 3550 section 5.1), and where its payload lies. */
export type RtpPacket = {
  payloadType: number;
  hasMarker: boolean;
  sequence: number;
  timestamp: number;
  source: number;
  /** Payload: `bytes[start]` up to `bytes[end - 1]`. */
  start: number;
  end: number;
};

export const rtpHeaderBytes = 12;

/** An empty packet for `parseRtp` to fill again and again. */
export function createRtpPacket(): RtpPacket {
  return { payloadType: 0, hasMarker: false, sequence: 0, timestamp: 0, source: 0, start: 0, end: 0 };
}

/**
 * Reads a datagram into `packet`. False, with `packet` undefined in content, when it is not RTP: too short, another
 * version, or contributing sources, extension or padding longer than what there is. Never throws.
 */
export function parseRtp(bytes: Uint8Array, packet: RtpPacket): boolean {
  const length = bytes.length;
  if (length < rtpHeaderBytes) return false;
  const first = bytes[0]!;
  if (first >> 6 !== 2) return false;
  let start = rtpHeaderBytes + 4 * (first & 15);
  if ((first & 0x10) !== 0) {
    if (start + 4 > length) return false;
    start += 4 + 4 * readUint16(bytes, start + 2);
  }
  let end = length;
  if ((first & 0x20) !== 0) {
    const padding = bytes[length - 1]!;
    if (padding === 0) return false;
    end -= padding;
  }
  if (start > end) return false;
  const second = bytes[1]!;
  packet.hasMarker = second >> 7 === 1;
  packet.payloadType = second & 0x7f;
  packet.sequence = readUint16(bytes, 2);
  packet.timestamp = readUint32(bytes, 4);
  packet.source = readUint32(bytes, 8);
  packet.start = start;
  packet.end = end;
  return true;
}

/** Whether a datagram on an RTP port is RTCP, by its packet type (RFC 5761 section 4). */
export function isRtcp(bytes: Uint8Array): boolean {
  return bytes.length >= 2 && bytes[1]! >= 192 && bytes[1]! <= 223;
}

/** Writes a fixed header without sources, extension or padding; the payload begins at `rtpHeaderBytes`. */
export function writeRtpHeader(
  bytes: Uint8Array,
  header: Pick<RtpPacket, 'payloadType' | 'hasMarker' | 'sequence' | 'timestamp' | 'source'>,
): void {
  bytes[0] = 0x80;
  bytes[1] = header.payloadType | (header.hasMarker ? 0x80 : 0);
  writeUint16(bytes, 2, header.sequence);
  writeUint32(bytes, 4, header.timestamp);
  writeUint32(bytes, 8, header.source);
}

export function readUint16(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}

export function readUint32(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
}

export function writeUint16(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >> 8;
  bytes[at + 1] = value;
}

export function writeUint32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}
