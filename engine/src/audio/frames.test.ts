import { expect, test } from 'vitest';
import { FrameCutter, frameSamples, levelDbfs, mixInto } from './frames.ts';

test('a frame is 20 ms', () => {
  expect([8000, 16_000, 22_050, 24_000].map(frameSamples)).toEqual([160, 320, 441, 480]);
});

test('a level is measured against full scale', () => {
  expect(levelDbfs(new Int16Array(160))).toBe(-100);
  expect(levelDbfs(new Int16Array(0))).toBe(-100);
  expect(levelDbfs(new Int16Array(160).fill(-32_768))).toBeCloseTo(0, 5);
  const sine = Int16Array.from({ length: 160 }, (_, i) => 3276.7 * Math.sin((2 * Math.PI * i) / 16));
  expect(levelDbfs(sine)).toBeCloseTo(-23, 1);
});

test('mixing holds at full scale instead of wrapping round', () => {
  const target = Int16Array.of(30_000, -30_000, 5, 7);
  mixInto(target, Int16Array.of(5000, -5000, -6));
  expect([...target]).toEqual([32_767, -32_768, -1, 7]);
});

test('chunks of any length come out as frames in order, the rest filled with silence', () => {
  const cutter = new FrameCutter({ sampleRateHz: 8000 });
  const heard: number[] = [];
  let sent = 0;
  for (const length of [1, 159, 161, 7, 500, 0, 333, 80]) {
    expect(cutter.push(Int16Array.from({ length }, () => ++sent))).toBe(length);
    for (let frame = cutter.next(); frame; frame = cutter.next()) heard.push(...frame);
  }
  expect(cutter.heldSamples).toBe(sent % 160);
  heard.push(...cutter.flush()!);
  expect(cutter.flush()).toBeNull();
  expect(heard.length).toBe(Math.ceil(sent / 160) * 160);
  expect(heard.slice(0, sent)).toEqual(Array.from({ length: sent }, (_, i) => i + 1));
  expect(heard.slice(sent).every((sample) => sample === 0)).toBe(true);
});

test('a full cutter takes no more and loses nothing it took', () => {
  const cutter = new FrameCutter({ sampleRateHz: 8000, maxMs: 40 });
  expect(cutter.push(new Int16Array(300).fill(1))).toBe(300);
  expect(cutter.push(new Int16Array(100).fill(2))).toBe(20);
  expect(cutter.next()?.[0]).toBe(1);
  expect(cutter.push(new Int16Array(100).fill(3))).toBe(100);
  expect([...cutter.next()!].filter((sample) => sample === 2).length).toBe(20);
});
