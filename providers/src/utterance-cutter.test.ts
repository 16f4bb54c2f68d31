import { expect, test } from 'vitest';
import { UtteranceCutter } from './utterance-cutter.ts';

/** Writes frames of 20 samples at 1 kHz, numbered by time. */
function openCutter(maxMs = 10_000) {
  const cutter = new UtteranceCutter({ sampleRateHz: 1_000, maxMs });
  let atMs = 0;
  const frame = new Int16Array(20);
  const write = (frames: number) => {
    for (let i = 0; i < frames; i++) {
      // The frame is reused, as a call reuses it.
      for (let k = 0; k < 20; k++) frame[k] = atMs++;
      cutter.write(frame);
    }
  };
  return { cutter, write };
}

test('an utterance begins with its pre-roll and holds every frame until its end', () => {
  const { cutter, write } = openCutter();
  write(10);
  cutter.start(1, 60);
  write(300);
  const samples = cutter.end(1)!;
  expect([...samples]).toEqual(Array.from({ length: 60 + 6_000 }, (_, i) => 140 + i));
});

test('there is no more pre-roll than was heard, and at most one second', () => {
  const { cutter, write } = openCutter();
  write(2);
  cutter.start(1, 500);
  expect(cutter.end(1)).toHaveLength(40);
  write(200);
  cutter.start(2, 5_000);
  const samples = cutter.end(2)!;
  expect(samples).toHaveLength(1_000);
  expect(samples.at(-1)).toBe(4_039);
});

test('a very long utterance keeps its end and no more memory than it may', () => {
  const { cutter, write } = openCutter(5_000);
  cutter.start(1, 0);
  write(1_000);
  const samples = cutter.end(1)!;
  expect(samples).toHaveLength(5_000);
  expect(samples[0]).toBe(15_000);
  expect(samples.at(-1)).toBe(19_999);
});

test('only the utterance that is open can be ended, once', () => {
  const { cutter, write } = openCutter();
  cutter.start(1, 0);
  write(1);
  cutter.start(2, 0);
  expect(cutter.end(1)).toBeUndefined();
  expect(cutter.end(2)).toHaveLength(0);
  expect(cutter.end(2)).toBeUndefined();
});
