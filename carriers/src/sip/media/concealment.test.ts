import { describe, expect, it } from 'vitest';
import { Concealment } from './concealment.ts';
import { signalToNoiseDb, sine } from './testing-signals.ts';

describe('Concealment', () => {
  it.each([
    [8000, 83],
    [8000, 190],
    [16_000, 120],
  ])('goes on at %i Hz with the pitch of what was heard, %i Hz', (rateHz, hz) => {
    const history = Concealment.historySamples(rateHz);
    const gap = rateHz / 100;
    const said = sine({ rateHz, hz, seconds: 0.2, peak: 8000 });
    const line = said.slice(0, history + gap);
    line.fill(0, history);
    new Concealment(rateHz).fill(line, history, gap);
    expect(signalToNoiseDb(said.slice(history, history + gap), line.slice(history), 0)).toBeGreaterThan(15);
  });

  it('fades to nothing within 60 ms and stays there', () => {
    const line = new Int16Array(8000);
    line.set(sine({ rateHz: 8000, hz: 150, seconds: 0.1, peak: 8000 }));
    new Concealment(8000).fill(line, 800, 7200);
    const peakOf = (fromMs: number) => Math.max(...line.subarray(800 + fromMs * 8, 800 + fromMs * 8 + 80));
    const peaks = [0, 10, 20, 30, 40, 50].map(peakOf);
    expect(peaks[0]).toBeGreaterThan(7500);
    for (let i = 1; i < peaks.length; i += 1) expect(peaks[i]).toBeLessThan(peaks[i - 1]!);
    expect(line.subarray(800 + 480).every((v) => v === 0)).toBe(true);
  });

  it('blends into what comes next, and touches it only after a gap', () => {
    const concealment = new Concealment(8000);
    const line = new Int16Array(1000).fill(4000, 0, 400).fill(-4000, 480);
    concealment.recover(line, 480, 520);
    expect(line[480]).toBe(-4000);
    concealment.fill(line, 400, 80);
    concealment.recover(line, 480, 520);
    expect(line[480]).toBeGreaterThan(2000);
    expect(line[480 + 32]).toBe(-4000);
  });

  it('is silent at rest', () => {
    const concealment = new Concealment(8000);
    const line = new Int16Array(1000).fill(4000);
    concealment.rest();
    concealment.fill(line, 400, 160);
    expect(line.subarray(400, 560).every((v) => v === 0)).toBe(true);
  });
});
