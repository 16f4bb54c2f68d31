import { describe, expect, it } from 'vitest';
import { createRtpPacket, isRtcp, parseRtp, writeRtpHeader } from './rtp-packet.ts';
import { seededRandom } from './testing-signals.ts';

const plain = {
  payloadType: 101,
  hasMarker: true,
  sequence: 65_535,
  timestamp: 0xfedcba98,
  source: 0x80000001,
};

describe('parseRtp', () => {
  it('reads back the header that was written', () => {
    const bytes = new Uint8Array(12 + 160);
    writeRtpHeader(bytes, plain);
    const packet = createRtpPacket();
    expect(parseRtp(bytes, packet)).toBe(true);
    expect(packet).toEqual({ ...plain, start: 12, end: 172 });
  });

  it('steps over contributing sources, extension and padding', () => {
    const bytes = new Uint8Array(12 + 8 + 4 + 8 + 10 + 3);
    writeRtpHeader(bytes, plain);
    bytes[0] = 0x80 | 0x20 | 0x10 | 2;
    bytes[20 + 3] = 2;
    bytes[bytes.length - 1] = 3;
    const packet = createRtpPacket();
    expect(parseRtp(bytes, packet)).toBe(true);
    expect([packet.start, packet.end]).toEqual([32, 42]);
  });

  it.each([
    ['too short', new Uint8Array(11).fill(0x80)],
    ['version 1', header({ 0: 0x40 })],
    ['more contributing sources than octets', header({ 0: 0x8f })],
    ['an extension without its header', header({ 0: 0x90 }, 14)],
    ['an extension longer than the packet', header({ 0: 0x90, 15: 200 }, 40)],
    ['more padding than payload', header({ 0: 0xa0, 19: 9 }, 20)],
    ['padding of no length', header({ 0: 0xa0 }, 20)],
  ])('refuses %s', (_, bytes) => {
    expect(parseRtp(bytes, createRtpPacket())).toBe(false);
  });

  it('never throws and never answers a payload outside of the packet, whatever the octets', () => {
    const random = seededRandom(1);
    const packet = createRtpPacket();
    let accepted = 0;
    for (let i = 0; i < 50_000; i += 1) {
      const bytes = Uint8Array.from({ length: Math.floor(random() * 60) }, () => random() * 256);
      if (bytes.length > 0 && random() < 0.8) bytes[0] = 0x80 | (bytes[0]! & 0x3f);
      if (!parseRtp(bytes, packet)) continue;
      accepted += 1;
      expect(packet.start >= 12 && packet.start <= packet.end && packet.end <= bytes.length).toBe(true);
    }
    expect(accepted).toBeGreaterThan(1000);
  });
});

describe('isRtcp', () => {
  it('knows reports from audio with a marker', () => {
    expect(isRtcp(Uint8Array.of(0x80, 200))).toBe(true);
    expect(isRtcp(Uint8Array.of(0x80, 0x80 | 8))).toBe(false);
    expect(isRtcp(Uint8Array.of(0x80))).toBe(false);
  });
});

function header(changes: Record<number, number>, length = 12): Uint8Array {
  const bytes = new Uint8Array(length);
  writeRtpHeader(bytes, plain);
  for (const [at, value] of Object.entries(changes)) bytes[Number(at)] = value;
  return bytes;
}
