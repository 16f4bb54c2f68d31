import { expect, test } from 'vitest';
import { Playout } from './playout.ts';
import { Resampler } from './resampler.ts';

const sine = (hz: number, rateHz: number, seconds: number) =>
  Float32Array.from({ length: rateHz * seconds }, (_, index) =>
    Math.sin((2 * Math.PI * hz * index) / rateHz),
  );

/** All that comes out for what goes in by blocks of 128, as a sound card gives them. */
function resample(samples: Float32Array, fromHz: number, toHz: number, block = 128): number[] {
  const resampler = new Resampler(fromHz, toHz);
  const made: number[] = [];
  for (let at = 0; at < samples.length; at += block)
    made.push(...resampler.process(samples.subarray(at, at + block)));
  return made;
}

const loudness = (samples: readonly number[]) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test.each([
  [48_000, 16_000],
  [44_100, 16_000],
  [16_000, 48_000],
  [16_000, 44_100],
  [16_000, 16_000],
])('a tone from %i to %i Hz keeps its pitch, its loudness and its length', (fromHz, toHz) => {
  const made = resample(sine(1000, fromHz, 1), fromHz, toHz);
  expect(Math.abs(made.length - toHz)).toBeLessThan(toHz / 100);
  const middle = made.slice(1000, -1000);
  expect(loudness(middle)).toBeCloseTo(Math.SQRT1_2, 2);
  const crossings = middle.filter(
    (sample, index) => index > 0 && sample >= 0 && middle[index - 1]! < 0,
  ).length;
  expect(crossings / (middle.length / toHz)).toBeCloseTo(1000, -1);
});

test('what lies above the band of the lower rate does not fold back into it', () => {
  expect(loudness(resample(sine(11_000, 48_000, 0.5), 48_000, 16_000).slice(200, -200))).toBeLessThan(0.01);
});

test('how the stream is cut into blocks changes nothing', () => {
  const samples = sine(440, 48_000, 0.2);
  const whole = resample(samples, 48_000, 16_000, samples.length);
  const cut = resample(samples, 48_000, 16_000, 37);
  expect(cut.length).toBeGreaterThan(3000);
  for (const [index, sample] of cut.entries()) expect(sample).toBeCloseTo(whole[index]!, 5);
});

const rateHz = 16_000;
const block = (value: number, ms = 20) => new Float32Array((rateHz * ms) / 1000).fill(value);
const take = (playout: Playout, ms = 20) => {
  const out = block(0, ms);
  playout.take(out);
  return out;
};

test('playing begins once 60 ms are there, and goes on without a gap while they come', () => {
  const playout = new Playout(rateHz);
  playout.push(block(0.1));
  playout.push(block(0.2));
  expect(take(playout)[10]).toBe(0);
  playout.push(block(0.3));
  for (let value = 4; value < 50; value += 1) {
    expect(take(playout)[10]).toBeGreaterThan(0);
    playout.push(block(value / 10));
  }
});

test('the end of a sentence is played though it is short, and fades instead of clicking', () => {
  const playout = new Playout(rateHz);
  playout.push(block(0.5, 30));
  playout.finish();
  expect(take(playout)[0]).toBe(0.5);
  const last = take(playout);
  expect(Math.abs(last[159]!)).toBeLessThan(0.02);
  expect(last[200]).toBe(0);
  expect(take(playout)[0]).toBe(0);
});

test('a delay does not grow: what is too old is skipped', () => {
  const playout = new Playout(rateHz);
  for (let count = 0; count < 100; count += 1) playout.push(block(0.1));
  expect(playout.bufferedMs).toBeLessThanOrEqual(400);
});
