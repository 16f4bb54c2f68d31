import { describe, expect, it } from 'vitest';
import { createRtpPacket } from './rtp-packet.ts';
import { frames, Line } from './testing-line.ts';
import { likeness, seededRandom, sine, voiceLike } from './testing-signals.ts';

describe('Playout', () => {
  it('plays packets that come on time without a gap, 40 ms after they came', () => {
    const line = new Line();
    line.sendAll(frames(40));
    expect(line.hear(45)).toEqual(['quiet', 'quiet', ...frames(40), 'made', 'made', 'made']);
  });

  it('puts reordered packets in order and ignores duplicates', () => {
    const line = new Line();
    for (const i of [0, 2, 1, 1, 3, 5, 4, 4, 6]) line.send({ index: i, atMs: i * 20 + 1 });
    expect(line.hear(9)).toEqual(['quiet', 'quiet', ...frames(7)]);
  });

  it('makes up a lost packet from what was heard and goes on in time', () => {
    const line = new Line();
    line.sendAll(frames(10), { lost: [4] });
    expect(line.hear(12)).toEqual(['quiet', 'quiet', ...frames(10).map((v, i) => (i === 4 ? 'made' : v))]);
  });

  it.each([80, 160, 240, 320, 480])('takes packets of %i samples', (samples) => {
    const line = new Line();
    const said = voiceLike(8000, 2.4);
    for (let i = 0; i * samples < said.length; i += 1) {
      line.sendSamples(said.subarray(i * samples, (i + 1) * samples), {
        sequence: i,
        timestamp: i * samples,
        atMs: ((i + 1) * samples) / 8,
      });
    }
    expect(likeness(said, line.hearSamples(140))).toBeGreaterThan(0.99);
  });

  it('goes on through a new source, a jump of the sequence and a leap of the timestamps', () => {
    for (const jump of [
      { source: 99, sequence: 40_000, timestamp: 4_000_000_000 },
      { sequence: 30_000, timestamp: 0 },
      { sequence: 0, timestamp: 3_000_000_000 },
      { sequence: 0, timestamp: -1_000_000 },
    ]) {
      const line = new Line();
      line.sendAll(frames(20));
      for (let i = 20; i < 60; i += 1) {
        line.send({
          index: i,
          atMs: i * 20,
          source: jump.source ?? 1,
          sequence: i + jump.sequence,
          timestamp: i * 160 + jump.timestamp,
        });
      }
      const heard = new Set(line.hear(70));
      const missing = frames(60).filter((v) => !heard.has(v));
      // The queue of up to 60 ms may go, and one packet until a jump is believed.
      expect(missing.length, JSON.stringify(jump)).toBeLessThanOrEqual(4);
    }
  });

  it('plays a short pause in the timestamps as silence and not as loss', () => {
    const line = new Line();
    for (let i = 0; i < 20; i += 1) {
      line.send({ index: i, timestamp: (i < 10 ? i : i + 2) * 160, atMs: (i < 10 ? i : i + 1) * 20 });
    }
    expect(line.hear(20).slice(11, 16)).toEqual([9, 'quiet', 'quiet', 10, 11]);
  });

  it('fades out when nothing comes any more', () => {
    const line = new Line();
    const tone = sine({ rateHz: 8000, hz: 200, seconds: 0.4, peak: 8000 });
    for (let i = 0; i < 20; i += 1) {
      line.sendSamples(tone.subarray(i * 160, i * 160 + 160), {
        sequence: i,
        timestamp: i * 160,
        atMs: i * 20,
      });
    }
    const frames = line.hearSamples(40);
    const peakOf = (frame: number) => Math.max(...frames.subarray(frame * 160, frame * 160 + 160));
    expect(peakOf(22)).toBeGreaterThan(7000);
    expect(peakOf(23)).toBeGreaterThan(6000);
    expect(peakOf(25)).toBeLessThan(4000);
    expect(peakOf(27)).toBe(0);
  });

  it('conceals 5 % of loss so that a voice stays recognisable', () => {
    const line = new Line();
    const said = voiceLike(8000, 6);
    const random = seededRandom(5);
    for (let i = 0; i < 300; i += 1) {
      if (random() < 0.05) continue;
      line.sendSamples(said.subarray(i * 160, i * 160 + 160), {
        sequence: i,
        timestamp: i * 160,
        atMs: i * 20,
      });
    }
    expect(likeness(said, line.hearSamples(310))).toBeGreaterThan(0.95);
  });

  it('survives packets of any kind', () => {
    const random = seededRandom(11);
    const line = new Line();
    const bytes = new Uint8Array(1500);
    for (let i = 0; i < 20_000; i += 1) {
      const packet = {
        ...createRtpPacket(),
        payloadType: [0, 8, 9, 13, 101][Math.floor(random() * 5)]!,
        sequence: random() < 0.5 ? (i + Math.floor(random() * 8)) & 0xffff : Math.floor(random() * 65_536),
        timestamp: random() < 0.5 ? i * 160 : Math.floor(random() * 2 ** 32),
        source: random() < 0.9 ? 1 : Math.floor(random() * 2 ** 32),
        start: 12,
        end: 12 + Math.floor(random() ** 3 * 1488),
      };
      line.playout.put(packet, bytes, i * 10 + random() * 50);
      if (i % 2 === 0) expect(line.playout.read(i * 10)).toHaveLength(160);
    }
  });
});
