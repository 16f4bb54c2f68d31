import { describe, expect, it } from 'vitest';
import { SourceLatch } from './source-latch.ts';

describe('SourceLatch', () => {
  it('sends where signalling says until the first packet, then where that came from', () => {
    const latch = new SourceLatch();
    expect(latch.port).toBe(0);
    latch.setSignalled('10.0.0.5', 4000);
    expect([latch.address, latch.port]).toEqual(['10.0.0.5', 4000]);
    expect(latch.accept('198.51.100.7', 61_000)).toBe(true);
    expect([latch.address, latch.port]).toEqual(['198.51.100.7', 61_000]);
  });

  it('ignores everyone but the first source', () => {
    const latch = new SourceLatch();
    latch.setSignalled('10.0.0.5', 4000);
    latch.accept('198.51.100.7', 61_000);
    expect(latch.accept('203.0.113.9', 61_000)).toBe(false);
    expect(latch.accept('198.51.100.7', 61_002)).toBe(false);
    expect([latch.address, latch.port]).toEqual(['198.51.100.7', 61_000]);
  });

  it('lets the signalled address take over from an intruder, once and for all', () => {
    const latch = new SourceLatch();
    latch.setSignalled('10.0.0.5', 4000);
    latch.accept('203.0.113.9', 5000);
    expect(latch.accept('10.0.0.5', 4000)).toBe(true);
    expect(latch.accept('203.0.113.9', 5000)).toBe(false);
  });

  it('begins anew at a new signalled address, and not at the same one', () => {
    const latch = new SourceLatch();
    latch.setSignalled('10.0.0.5', 4000);
    latch.accept('198.51.100.7', 61_000);
    latch.setSignalled('10.0.0.5', 4000);
    expect(latch.accept('203.0.113.9', 5000)).toBe(false);
    latch.setSignalled('10.0.0.6', 4000);
    expect(latch.accept('203.0.113.9', 5000)).toBe(true);
  });

  it('waits for a packet when the far end has no address yet', () => {
    const latch = new SourceLatch();
    latch.setSignalled('0.0.0.0', 4000);
    expect(latch.port).toBe(0);
    expect(latch.accept('10.0.0.5', 4000)).toBe(true);
    expect(latch.port).toBe(4000);
  });

  it('keeps the source of packets that came before the answer', () => {
    const latch = new SourceLatch();
    latch.accept('198.51.100.7', 61_000);
    latch.setSignalled('10.0.0.5', 4000);
    expect(latch.address).toBe('198.51.100.7');
    expect(latch.accept('203.0.113.9', 5000)).toBe(false);
  });
});
