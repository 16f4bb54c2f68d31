import { describe, expect, it } from 'vitest';
import { ReceiveStatistics } from './receive-statistics.ts';
import { buildReport, readReports } from './rtcp-packet.ts';
import { RtcpSession } from './rtcp-session.ts';
import { createRtpPacket, isRtcp, readUint32 } from './rtp-packet.ts';
import { seededRandom } from './testing-signals.ts';

describe('ReceiveStatistics', () => {
  it('counts what is missing, across the wrap of the sequence', () => {
    const statistics = new ReceiveStatistics();
    for (const sequence of [65_533, 65_534, 0, 1, 4, 3]) receive(statistics, { sequence });
    expect(statistics.packetsReceived).toBe(6);
    expect(statistics.packetsLost).toBe(2);
    expect(statistics.takeReport()).toMatchObject({ lost: 2, highest: 65_536 + 4, fractionLost: 64 });
    for (let sequence = 5; sequence < 10; sequence += 1) receive(statistics, { sequence });
    expect(statistics.takeReport()).toMatchObject({ lost: 2, fractionLost: 0 });
  });

  it('takes a new source and a jump that goes on for no loss', () => {
    const statistics = new ReceiveStatistics();
    for (const sequence of [10, 11, 30_000, 30_001, 30_002]) receive(statistics, { sequence });
    for (const sequence of [500, 501]) receive(statistics, { sequence, source: 2 });
    expect(statistics.packetsLost).toBe(0);
    expect(statistics.takeReport()).toMatchObject({ source: 2, lost: 0, highest: 501 });
  });

  it('keeps the losses of a former source', () => {
    const statistics = new ReceiveStatistics();
    for (const sequence of [1, 5]) receive(statistics, { sequence });
    for (const sequence of [7, 9]) receive(statistics, { sequence, source: 2 });
    expect(statistics.packetsLost).toBe(4);
  });

  it('measures jitter as RFC 3550 does', () => {
    const statistics = new ReceiveStatistics();
    for (let i = 0; i < 400; i += 1) {
      receive(statistics, { sequence: i, timestamp: i * 160, ms: i * 20 + (i % 2) * 10 });
    }
    // Every packet differs by 10 ms from the one before, so that the mean goes to 80 units.
    expect(statistics.jitter).toBeCloseTo(80, 1);
    const calm = new ReceiveStatistics();
    for (let i = 0; i < 50; i += 1) {
      receive(calm, { sequence: i, timestamp: (i * 160 + 0xfffffff0) >>> 0, ms: i * 20 });
    }
    expect(calm.jitter).toBe(0);
  });
});

describe('RTCP', () => {
  const block = { fractionLost: 3, lost: 70_000, highest: 99, jitter: 12, lastReport: 0xabcd1234 };

  it('writes a sender report that reads back, with a name and a goodbye', () => {
    const bytes = buildReport({
      source: 0x89abcdef,
      name: 'abcdefg',
      sent: { time: { seconds: 0x1234ffff, fraction: 0xeeee5678 }, timestamp: 77, packets: 5, octets: 800 },
      received: { ...block, source: 4_000_000_000, sinceLastReport: 65_536 },
      isGoodbye: true,
    });
    expect(bytes.length % 4).toBe(0);
    expect(isRtcp(bytes)).toBe(true);
    expect(readAll(bytes)).toEqual([
      ['sender', 0x89abcdef, 0xffffeeee],
      ['block', { source: 4_000_000_000, lastReport: 0xabcd1234, sinceLastReport: 65_536 }],
      ['goodbye', 0x89abcdef],
    ]);
    expect(readUint32(bytes, 28 + 4) & 0xffffff).toBe(70_000);
    // Source description: header, source, item 1 with its length, text, then at least one zero octet.
    expect([...bytes.subarray(52, 54)]).toEqual([0x81, 202]);
    expect(new TextDecoder().decode(bytes.subarray(62, 69))).toBe('abcdefg');
    expect(bytes[69]).toBe(0);
  });

  it.each([...Array(9).keys()])(
    'ends the description with a zero octet for a name of %i letters',
    (length) => {
      const bytes = buildReport({
        source: 1,
        name: 'n'.repeat(length),
        sent: null,
        received: null,
        isGoodbye: true,
      });
      expect(bytes[8 + 10 + length]).toBe(0);
      expect(readAll(bytes)).toEqual([['goodbye', 1]]);
    },
  );

  it('reports at random intervals of about five seconds, the first one sooner', () => {
    const { session } = openSession();
    const times: number[] = [];
    for (let now = 1000; now < 300_000; now += 20) if (session.takeDue(now)) times.push(now);
    const gaps = times.slice(1).map((time, i) => time - times[i]!);
    expect(times[0]! - 1000).toBeLessThan(3100);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2040);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(6180);
    expect(new Set(gaps).size).toBeGreaterThan(20);
  });

  it('knows the time to the far end and back from its answer to our report', () => {
    const near = openSession();
    const far = openSession({ source: 9 });
    near.sent.packets = 10;
    const report = takeReport(near.session, 10_000);
    far.session.onDatagram(report, 10_030);
    receive(far.statistics, { sequence: 1, source: near.sent.source });
    near.session.onDatagram(takeReport(far.session, 14_000), 14_040);
    expect(near.session.roundTripMs).toBeCloseTo(70, 0);
  });

  it('sends a receiver report when nothing was sent, and says goodbye only if it ever spoke', () => {
    const { session, sent } = openSession();
    expect(session.takeGoodbye(2000)).toBeNull();
    expect(takeReport(session, 20_000)[1]).toBe(201);
    sent.packets = 1;
    expect(takeReport(session, 40_000)[1]).toBe(200);
    expect(takeReport(session, 60_000)[1]).toBe(201);
    expect(readAll(session.takeGoodbye(60_001)!)).toContainEqual(['goodbye', 1]);
  });

  it('never throws on what is no RTCP', () => {
    const random = seededRandom(8);
    const { session } = openSession();
    for (let i = 0; i < 50_000; i += 1) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 80) }, () => random() * 256);
      if (bytes.length > 4 && random() < 0.9) {
        bytes[0] = 0x80 | (bytes[0]! & 0x3f);
        bytes[1] = 200 + Math.floor(random() * 5);
        bytes[2] = 0;
        bytes[3] = random() * 22;
      }
      session.onDatagram(bytes, i);
    }
    expect(session.takeDue(100_000)).not.toBeNull();
  });
});

function receive(
  statistics: ReceiveStatistics,
  packet: { sequence: number; source?: number; timestamp?: number; ms?: number },
): void {
  const { sequence, source = 1, timestamp = 0, ms = 0 } = packet;
  statistics.onPacket({ ...createRtpPacket(), sequence, source, timestamp }, { ms, isAudio: true });
}

function openSession(options: { source?: number } = {}) {
  const statistics = new ReceiveStatistics();
  const sent = { source: options.source ?? 1, timestamp: 0, packets: 0, octets: 0 };
  const session = new RtcpSession({
    statistics,
    sent,
    name: 'someone',
    nowMs: 1000,
    wallMs: 1_800_000_000_000,
    random: seededRandom(6),
  });
  return { session, statistics, sent };
}

function takeReport(session: RtcpSession, nowMs: number): Uint8Array {
  const report = session.takeDue(nowMs);
  if (!report) throw new Error('No report was due.');
  return report;
}

function readAll(bytes: Uint8Array): unknown[] {
  const heard: unknown[] = [];
  readReports(bytes, {
    onSenderReport: (source, middle) => heard.push(['sender', source, middle]),
    onReportBlock: (value) => heard.push(['block', value]),
    onGoodbye: (source) => heard.push(['goodbye', source]),
  });
  return heard;
}
