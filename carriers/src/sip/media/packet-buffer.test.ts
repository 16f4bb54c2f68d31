import { describe, expect, it } from 'vitest';
import { PacketBuffer } from './packet-buffer.ts';
import { createRtpPacket } from './rtp-packet.ts';

describe('PacketBuffer', () => {
  it('says what becomes of each packet', () => {
    const buffer = new PacketBuffer();
    expect(put(buffer, { sequence: 65_534 })).toBe('stored');
    expect(put(buffer, { sequence: 1 })).toBe('stored');
    expect(put(buffer, { sequence: 65_535 })).toBe('stored');
    expect(put(buffer, { sequence: 1 })).toBe('duplicate');
    expect(takeAll(buffer)).toEqual([65_534, 65_535, 1]);
    expect(put(buffer, { sequence: 0 })).toBe('late');
    expect(put(buffer, { sequence: 1 })).toBe('late');
    expect(put(buffer, { sequence: 30_000 })).toBe('jumped');
    expect(put(buffer, { sequence: 2 })).toBe('stored');
    expect(put(buffer, { sequence: 30_001 })).toBe('jumped');
    expect(put(buffer, { sequence: 30_002 })).toBe('stored');
    expect(takeAll(buffer)).toEqual([2, 30_002]);
    expect(buffer.held).toBe(0);
  });

  it('finds a place for a packet that the very first one overtook', () => {
    const buffer = new PacketBuffer();
    put(buffer, { sequence: 10 });
    expect(put(buffer, { sequence: 9 })).toBe('stored');
    expect(takeAll(buffer)).toEqual([9, 10]);
  });

  it('continues the timeline with a new source, whatever its numbers', () => {
    const buffer = new PacketBuffer();
    put(buffer, { sequence: 10, timestamp: 1600, atMs: 0 });
    put(buffer, { sequence: 9, timestamp: 4_000_000_000, atMs: 50, source: 2 });
    put(buffer, { sequence: 10, timestamp: 4_000_000_160, atMs: 70, source: 2 });
    const stamps: number[] = [];
    for (let packet = buffer.findFirst(); packet; packet = buffer.findFirst()) {
      stamps.push(packet.timestamp);
      buffer.drop(packet);
    }
    expect(stamps).toEqual([0, 400, 560]);
  });

  it('holds 64 packets, the newest', () => {
    const buffer = new PacketBuffer();
    for (let sequence = 0; sequence < 200; sequence += 1) put(buffer, { sequence });
    expect(buffer.held).toBe(64);
    expect(takeAll(buffer)).toEqual(Array.from({ length: 64 }, (_, i) => 136 + i));
  });

  it('knows whether packets are missing before one', () => {
    const buffer = new PacketBuffer();
    for (const sequence of [1, 2, 4]) put(buffer, { sequence });
    const gaps: boolean[] = [];
    buffer.drop(buffer.findFirst()!);
    for (let packet = buffer.findFirst(); packet; packet = buffer.findFirst()) {
      gaps.push(buffer.isAfterGap(packet));
      buffer.drop(packet);
    }
    expect(gaps).toEqual([false, true]);
  });
});

/** The payload is the sequence number. */
function put(
  buffer: PacketBuffer,
  packet: { sequence: number; timestamp?: number; source?: number; atMs?: number },
): string {
  const { sequence, timestamp = sequence * 160, source = 1, atMs = 0 } = packet;
  const bytes = Uint8Array.of(sequence >> 8, sequence);
  return buffer.put({ ...createRtpPacket(), sequence, timestamp, source, start: 0, end: 2 }, bytes, atMs);
}

function takeAll(buffer: PacketBuffer): number[] {
  const found: number[] = [];
  for (let packet = buffer.findFirst(); packet; packet = buffer.findFirst()) {
    found.push(packet.payload[0]! * 256 + packet.payload[1]!);
    buffer.drop(packet);
  }
  return found;
}
