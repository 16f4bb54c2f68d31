import { readUint16, readUint32, writeUint16, writeUint32 } from './rtp-packet.ts';

/** Wall clock as RTCP writes it: seconds since 1900, in 32.32 fixed point (RFC 3550 section 4). */
export type NtpTime = { seconds: number; fraction: number };

export type ReportBlock = {
  source: number;
  fractionLost: number;
  lost: number;
  highest: number;
  jitter: number;
  /** Middle 32 bits of the last sender report's time, and how long ago it came in 1/65536 s; 0, 0 for none. */
  lastReport: number;
  sinceLastReport: number;
};

export type Report = {
  source: number;
  name: string;
  /** What was sent since the start; null makes it a receiver report (nothing sent lately). */
  sent: { time: NtpTime; timestamp: number; packets: number; octets: number } | null;
  received: ReportBlock | null;
  isGoodbye: boolean;
};

/** What an RTCP packet of the far end may tell. Each is called at most 31 times per datagram. */
export type RtcpListener = {
  onSenderReport(source: number, middleTime: number): void;
  onReportBlock(block: { source: number; lastReport: number; sinceLastReport: number }): void;
  onGoodbye(source: number): void;
};

/** A compound packet: report, source description with the canonical name, and a goodbye at the end. */
export function buildReport(report: Report): Uint8Array {
  const name = new TextEncoder().encode(report.name).subarray(0, 255);
  const reportBytes = 8 + (report.sent ? 20 : 0) + (report.received ? 24 : 0);
  // Source, item type, length and text, then 1 to 4 zero octets up to a word (section 6.5).
  const descriptionBytes = 4 + 4 * Math.floor((4 + 2 + name.length) / 4 + 1);
  const bytes = new Uint8Array(reportBytes + descriptionBytes + (report.isGoodbye ? 8 : 0));
  writeHeader(bytes, 0, {
    count: report.received ? 1 : 0,
    type: report.sent ? senderReport : receiverReport,
    length: reportBytes,
  });
  writeUint32(bytes, 4, report.source);
  let at = 8;
  if (report.sent) {
    writeUint32(bytes, at, report.sent.time.seconds);
    writeUint32(bytes, at + 4, report.sent.time.fraction);
    writeUint32(bytes, at + 8, report.sent.timestamp);
    writeUint32(bytes, at + 12, report.sent.packets);
    writeUint32(bytes, at + 16, report.sent.octets);
    at += 20;
  }
  if (report.received) {
    writeBlock(bytes, at, report.received);
    at += 24;
  }
  writeHeader(bytes, at, { count: 1, type: sourceDescription, length: descriptionBytes });
  writeUint32(bytes, at + 4, report.source);
  bytes[at + 8] = canonicalName;
  bytes[at + 9] = name.length;
  bytes.set(name, at + 10);
  at += descriptionBytes;
  if (report.isGoodbye) {
    writeHeader(bytes, at, { count: 1, type: goodbye, length: 8 });
    writeUint32(bytes, at + 4, report.source);
  }
  return bytes;
}

/** Reads a compound packet up to where it stops making sense. False when nothing in it did. Never throws. */
export function readReports(bytes: Uint8Array, listener: RtcpListener): boolean {
  let at = 0;
  while (at + 4 <= bytes.length && bytes[at]! >> 6 === 2) {
    const end = at + 4 + 4 * readUint16(bytes, at + 2);
    if (end > bytes.length) break;
    readOne(bytes, { at, end, count: bytes[at]! & 31, type: bytes[at + 1]! }, listener);
    at = end;
  }
  return at > 0;
}

function readOne(
  bytes: Uint8Array,
  part: { at: number; end: number; count: number; type: number },
  listener: RtcpListener,
): void {
  const { at, end, count, type } = part;
  if (type === goodbye) {
    for (let i = 0; i < count && at + 8 + 4 * i <= end; i += 1) {
      listener.onGoodbye(readUint32(bytes, at + 4 + 4 * i));
    }
    return;
  }
  if (type !== senderReport && type !== receiverReport) return;
  const blocks = at + (type === senderReport ? 28 : 8);
  if (blocks > end) return;
  if (type === senderReport) {
    const middle = (readUint16(bytes, at + 10) * 0x10000 + readUint16(bytes, at + 12)) >>> 0;
    listener.onSenderReport(readUint32(bytes, at + 4), middle);
  }
  for (let i = 0; i < count && blocks + 24 * (i + 1) <= end; i += 1) {
    const block = blocks + 24 * i;
    listener.onReportBlock({
      source: readUint32(bytes, block),
      lastReport: readUint32(bytes, block + 16),
      sinceLastReport: readUint32(bytes, block + 20),
    });
  }
}

function writeHeader(
  bytes: Uint8Array,
  at: number,
  header: { count: number; type: number; length: number },
): void {
  bytes[at] = 0x80 | header.count;
  bytes[at + 1] = header.type;
  writeUint16(bytes, at + 2, header.length / 4 - 1);
}

function writeBlock(bytes: Uint8Array, at: number, block: ReportBlock): void {
  writeUint32(bytes, at, block.source);
  writeUint32(bytes, at + 4, block.lost & 0xffffff);
  bytes[at + 4] = block.fractionLost;
  writeUint32(bytes, at + 8, block.highest);
  writeUint32(bytes, at + 12, block.jitter);
  writeUint32(bytes, at + 16, block.lastReport);
  writeUint32(bytes, at + 20, block.sinceLastReport);
}

/** Packet types and the item of RFC 3550 section 12. */
const senderReport = 200;
const receiverReport = 201;
const sourceDescription = 202;
const goodbye = 203;
const canonicalName = 1;
