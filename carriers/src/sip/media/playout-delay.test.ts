import { describe, expect, it } from 'vitest';
import { delayOf, frames, Line } from './testing-line.ts';
import { seededRandom } from './testing-signals.ts';

describe('the delay of Playout', () => {
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
    expect(line.playout.targetMs).toBe(40);
    let index = 0;
    for (; index < 500; index += 1) line.send({ index, atMs: index * 20 + random() * 120, isQuiet: true });
    line.hear(500);
    expect(line.playout.targetMs).toBeGreaterThanOrEqual(140);
    expect(line.playout.targetMs).toBeLessThanOrEqual(200);
    for (; index < 4500; index += 1) line.send({ index, atMs: index * 20, isQuiet: true });
    line.hear(4000);
    expect(line.playout.targetMs).toBe(30);
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

  it('takes the pause of a silent sender for silence, without delay when it speaks again', () => {
    const line = new Line();
    line.sendAll(frames(10));
    line.send({ index: 10, atMs: 200, payloadType: 13 });
    // Ten seconds later, by its clock and ours, the sequence goes on where it stopped.
    for (let i = 0; i < 10; i += 1) {
      line.send({ index: 500 + i, sequence: 11 + i, atMs: (500 + i) * 20 });
    }
    const heard = line.hear(520);
    expect(heard.slice(0, 12)).toEqual(['quiet', 'quiet', ...frames(10)]);
    expect(heard.slice(13, 502).every((v) => v === 'quiet')).toBe(true);
    expect(heard.slice(502, 512)).toEqual(frames(510).slice(500));
  });

  it('hears a sender whose timestamps stand still while it is silent', () => {
    const line = new Line();
    line.sendAll(frames(10));
    for (let i = 10; i < 500; i += 1) line.send({ index: i, atMs: 5000 + i * 20, isQuiet: i % 10 === 0 });
    const heard = line.hear(780);
    expect(heard.filter((v) => typeof v === 'number')).toEqual(
      frames(500).filter((i) => i < 10 || i % 10 !== 0),
    );
    // It waits for the usual 40 ms after the 5 s of pause.
    expect(delayOf(heard, 11)).toBe(5040);
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

  it('knows a line with jitter within half a second, and waits longer from a quiet frame on', () => {
    const line = new Line();
    const random = seededRandom(21);
    for (let i = 0; i < 300; i += 1) {
      line.send({ index: i, atMs: i * 20 + (i === 0 ? 0 : random() * 55), isQuiet: i % 10 === 0 });
    }
    const heard = line.hear(310);
    expect(line.playout.targetMs).toBe(80);
    expect(delayOf(heard, 299)).toBeGreaterThanOrEqual(60);
    expect(heard.slice(25, 300)).not.toContain('made');
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
});
