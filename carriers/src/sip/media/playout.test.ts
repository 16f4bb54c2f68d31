import { encodeMuLaw } from '@parley/engine/audio/g711';
import { describe, expect, it } from 'vitest';
import { createDecoder, type PayloadDecoder } from './codecs.ts';
import { Playout } from './playout.ts';
import { createRtpPacket } from './rtp-packet.ts';
import { likeness, seededRandom, sine, voiceLike } from './testing-signals.ts';

describe('Playout', () => {
  it('plays packets that come on time without a gap, 60 ms after they came', () => {
    const line = new Line();
    line.sendAll(frames(40));
    expect(line.hear(46)).toEqual(['quiet', 'quiet', 'quiet', ...frames(40), 'made', 'made', 'made']);
  });

  it('puts reordered packets in order and ignores duplicates', () => {
    const line = new Line();
    for (const i of [0, 2, 1, 1, 3, 5, 4, 4, 6]) line.send({ index: i, atMs: i * 20 + 1 });
    expect(line.hear(10)).toEqual(['quiet', 'quiet', 'quiet', ...frames(7)]);
  });

  it('makes up a lost packet from what was heard and goes on in time', () => {
    const line = new Line();
    line.sendAll(frames(10), { lost: [4] });
    expect(line.hear(13)).toEqual([
      'quiet',
      'quiet',
      'quiet',
      ...frames(10).map((v, i) => (i === 4 ? 'made' : v)),
    ]);
  });

  it('plays a late packet rather than losing its words, and waits longer from then on', () => {
    const line = new Line();
    for (let i = 0; i < 10; i += 1) line.send({ index: i, atMs: i >= 5 ? i * 20 + 90 : i * 20 });
    const heard = line.hear(17);
    expect(heard.filter((v) => typeof v === 'number')).toEqual(frames(10));
    expect(heard.slice(8, 10)).toEqual(['made', 'made']);
  });

  it('grows its delay with jitter up to 200 ms and shrinks again when the line is calm', () => {
    const line = new Line();
    const random = seededRandom(7);
    expect(line.playout.targetMs).toBe(60);
    let index = 0;
    for (; index < 500; index += 1) line.send({ index, atMs: index * 20 + random() * 120, isQuiet: true });
    line.hear(500);
    expect(line.playout.targetMs).toBeGreaterThanOrEqual(140);
    expect(line.playout.targetMs).toBeLessThanOrEqual(200);
    for (; index < 4500; index += 1) line.send({ index, atMs: index * 20, isQuiet: true });
    line.hear(4000);
    expect(line.playout.targetMs).toBe(40);
  });

  it('loses nothing to jitter once it has learned it', () => {
    const line = new Line();
    const random = seededRandom(3);
    for (let i = 0; i < 3000; i += 1) {
      // Two of three frames carry sound: in the third the delay may change.
      line.send({ index: i, atMs: i * 20 + random() * 70, isQuiet: i % 3 === 2 });
    }
    const heard = line.hear(3010);
    const played = new Set(heard.slice(500));
    const missing = frames(3000).filter((v, i) => i >= 500 && i % 3 !== 2 && !played.has(v));
    expect(missing).toEqual([]);
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

  it('takes the pause of a silent sender for silence, without delay when it speaks again', () => {
    const line = new Line();
    line.sendAll(frames(10));
    line.send({ index: 10, atMs: 200, payloadType: 13 });
    // Ten seconds later, by its clock and ours, the sequence goes on where it stopped.
    for (let i = 0; i < 10; i += 1) {
      line.send({ index: 500 + i, sequence: 11 + i, atMs: (500 + i) * 20 });
    }
    const heard = line.hear(520);
    expect(heard.slice(0, 13)).toEqual(['quiet', 'quiet', 'quiet', ...frames(10)]);
    expect(heard.slice(14, 503).every((v) => v === 'quiet')).toBe(true);
    expect(heard.slice(503, 513)).toEqual(frames(510).slice(500));
  });

  it('hears a sender whose timestamps stand still while it is silent', () => {
    const line = new Line();
    line.sendAll(frames(10));
    for (let i = 10; i < 500; i += 1) line.send({ index: i, atMs: 5000 + i * 20, isQuiet: i % 10 === 0 });
    const heard = line.hear(780);
    expect(heard.filter((v) => typeof v === 'number')).toEqual(
      frames(500).filter((i) => i < 10 || i % 10 !== 0),
    );
    // It waits for the usual 60 ms after the 5 s of pause.
    expect(delayOf(heard, 11)).toBe(5060);
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

  it('follows a sender whose clock runs 0.2 % fast or slow, changing only quiet frames', () => {
    for (const drift of [0.998, 1.002]) {
      const line = new Line();
      for (let i = 0; i < 3000; i += 1) {
        line.send({ index: i, atMs: i * 20 * drift, isQuiet: i % 5 === 0 });
      }
      const heard = new Set(line.hear(3020));
      const missing = frames(3000).filter((v, i) => i % 5 !== 0 && i < 2950 && !heard.has(v));
      expect(missing, `drift ${drift}`).toEqual([]);
      expect(line.playout.targetMs).toBeLessThanOrEqual(60);
    }
  });

  it('comes back to its delay after a spike, in the quiet frames or in the pause that follows', () => {
    for (const hasPause of [false, true]) {
      const line = new Line();
      for (let i = 0; i < 400; i += 1) {
        const isLate = i >= 50 && i < 55;
        if (hasPause && i >= 60 && i < 300) continue;
        line.send({
          index: i,
          sequence: hasPause && i >= 300 ? i - 240 : i,
          atMs: isLate ? 1110 : i * 20,
          isQuiet: !hasPause && i % 8 === 0,
        });
      }
      const heard = line.hear(404);
      expect(heard.filter((v) => typeof v === 'number').slice(0, 40)).toContain(33);
      expect(delayOf(heard, 55), `pause ${hasPause}`).toBe(120);
      expect(delayOf(heard, 393), `pause ${hasPause}`).toBeLessThanOrEqual(80);
    }
  });

  it('cuts into sound that never pauses only after two seconds of a needless delay', () => {
    const line = new Line();
    for (let i = 0; i < 300; i += 1) line.send({ index: i, atMs: i < 50 || i >= 56 ? i * 20 : 1150 });
    const heard = line.hear(320);
    expect([60, 140, 200, 290].map((index) => delayOf(heard, index))).toEqual([160, 160, 140, 120]);
  });

  it('waits longer, from a quiet frame on, before jitter makes it too late', () => {
    const line = new Line();
    const random = seededRandom(21);
    for (let i = 0; i < 300; i += 1) {
      line.send({ index: i, atMs: i * 20 + (i === 0 ? 0 : random() * 55), isQuiet: i % 10 === 0 });
    }
    const heard = line.hear(310);
    expect(line.playout.targetMs).toBe(80);
    expect(delayOf(heard, 299)).toBeGreaterThanOrEqual(80);
    expect(heard.slice(4, 300)).not.toContain('made');
  });

  it('plays a short pause in the timestamps as silence and not as loss', () => {
    const line = new Line();
    for (let i = 0; i < 20; i += 1) {
      line.send({ index: i, timestamp: (i < 10 ? i : i + 2) * 160, atMs: (i < 10 ? i : i + 1) * 20 });
    }
    expect(line.hear(20).slice(12, 17)).toEqual([9, 'quiet', 'quiet', 10, 11]);
  });

  it('throws away the backlog after a stall of its owner', () => {
    const line = new Line();
    line.sendAll(frames(200));
    line.hear(20);
    line.skip(1000);
    const place = line.hear(10).at(-1);
    // At 1580 ms, a packet of index 79 has just come; it plays at most 200 ms later.
    expect(place).toBeGreaterThanOrEqual(68);
    expect(place).toBeLessThanOrEqual(79);
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

/** A far end and a near end in turned time. Each frame carries its own number, see `frameOf`. */
class Line {
  readonly playout: Playout;
  #waiting: { atMs: number; put: () => void }[] = [];
  #nowMs = 0;

  constructor() {
    const decoders = new Map<number, PayloadDecoder>([
      [0, createDecoder('PCMU', 8000)],
      [8, createDecoder('PCMA', 8000)],
      [9, createDecoder('G722', 8000)],
    ]);
    this.playout = new Playout({ rateHz: 8000, decoders });
  }

  send(frame: {
    index: number;
    atMs: number;
    sequence?: number;
    timestamp?: number;
    source?: number;
    payloadType?: number;
    isQuiet?: boolean;
  }): void {
    this.sendSamples(frame.isQuiet ? new Int16Array(160) : frameOf(frame.index), {
      sequence: frame.sequence ?? frame.index,
      timestamp: frame.timestamp ?? frame.index * 160,
      atMs: frame.atMs,
      source: frame.source ?? 1,
      payloadType: frame.payloadType ?? 0,
    });
  }

  sendAll(values: number[], options: { lost?: number[] } = {}): void {
    for (let index = 0; index < values.length; index += 1) {
      if (!options.lost?.includes(index)) this.send({ index, atMs: index * 20 });
    }
  }

  sendSamples(
    samples: Int16Array,
    at: { sequence: number; timestamp: number; atMs: number; source?: number; payloadType?: number },
  ): void {
    const isNoise = at.payloadType === 13;
    const bytes = new Uint8Array(12 + (isNoise ? 1 : samples.length));
    if (!isNoise) encodeMuLaw(samples, bytes.subarray(12));
    const packet = {
      ...createRtpPacket(),
      payloadType: at.payloadType ?? 0,
      sequence: at.sequence & 0xffff,
      timestamp: at.timestamp >>> 0,
      source: at.source ?? 1,
      start: 12,
      end: bytes.length,
    };
    this.#waiting.push({ atMs: at.atMs, put: () => this.playout.put(packet, bytes, at.atMs) });
    this.#waiting.sort((a, b) => a.atMs - b.atMs);
  }

  skip(ms: number): void {
    this.#nowMs += ms;
  }

  hearSamples(frames: number): Int16Array {
    const heard = new Int16Array(frames * 160);
    for (let i = 0; i < frames; i += 1) {
      let next = this.#waiting[0];
      while (next && next.atMs <= this.#nowMs) {
        next.put();
        this.#waiting.shift();
        next = this.#waiting[0];
      }
      heard.set(this.playout.read(this.#nowMs), i * 160);
      this.#nowMs += 20;
    }
    return heard;
  }

  /** Per frame: the number of the sent one, 'quiet' for silence, or 'made' for anything else. */
  hear(count: number): (number | 'made' | 'quiet')[] {
    const samples = this.hearSamples(count);
    return Array.from({ length: count }, (_, i) => numberOf(samples.subarray(i * 160, i * 160 + 160)));
  }
}

/** Two levels that mu-law keeps, a half of the frame each, name 3600 frames. */
function frameOf(index: number): Int16Array {
  const frame = new Int16Array(160).fill(steps[index % steps.length]!);
  return frame.fill(steps[Math.floor(index / steps.length) % steps.length]!, 80);
}

/** The first 5 ms may be blended with what was before. */
function numberOf(frame: Int16Array): number | 'made' | 'quiet' {
  if (frame.every((v) => v === 0)) return 'quiet';
  const [low, high] = [frame[79]!, frame[159]!];
  const isFrame = frame.every((v, i) => i < 40 || v === (i < 80 ? low : high));
  if (!isFrame || !steps.includes(low) || !steps.includes(high)) return 'made';
  return steps.indexOf(low) + steps.length * steps.indexOf(high);
}

/** When a frame was played, after the time it was sent at, in ms. */
function delayOf(heard: (number | string)[], index: number): number | undefined {
  const tick = heard.indexOf(index);
  return tick < 0 ? undefined : (tick - index) * 20;
}

const steps = Array.from({ length: 60 }, (_, i) => {
  return createDecoder('PCMU', 8000)(Uint8Array.of(0x80 + 20 + i))[0]!;
});

function frames(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
