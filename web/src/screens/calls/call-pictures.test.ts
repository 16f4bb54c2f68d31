import { expect, test } from 'vitest';
import { latencySteps } from './latency-steps.ts';
import { barsPath, gainOf, resamplePeaks } from './waveform-path.ts';

const heights = (path: string) => [...path.matchAll(/h2\.4v([\d.]+)/g)].map(([, height]) => Number(height));

test('fewer bars keep the loudest moment of each stretch', () => {
  expect(resamplePeaks([0.1, 0.9, 0.2, 0.3], 2)).toEqual([0.9, 0.3]);
  expect(resamplePeaks([0.5], 3)).toEqual([0.5, 0.5, 0.5]);
  expect(resamplePeaks([], 2)).toEqual([0, 0]);
});

test('silence is a thin line and nothing grows out of the picture', () => {
  expect(heights(barsPath([0, 0.5, 1, 7, -1], 'up'))).toEqual([1, 19, 38, 38, 1]);
  expect(barsPath([1], 'up')).toMatch(/^M0\.0 1\.5/);
  expect(barsPath([1], 'down')).toMatch(/^M0\.0 40\.5/);
});

test('the steps of an answer add up to what the caller waited, in the order they were reached', () => {
  const steps = latencySteps({
    endpointMs: 400,
    finalTranscriptMs: 300,
    firstTokenMs: 500,
    firstAudioMs: null,
    firstFrameMs: 620,
  });
  expect(steps.map(({ tookMs }) => tookMs)).toEqual([300, 100, 100, 120]);
  expect(steps[0]?.label).toBe('Last words recognised');
  expect(steps.reduce((sum, { tookMs }) => sum + tookMs, 0)).toBe(620);
});

test('quiet recordings are drawn taller, both voices alike, and silence stays silence', () => {
  expect(gainOf([0.1, 0.25], [0.5])).toBe(2);
  expect(gainOf([1], [0.2])).toBe(1);
  expect(gainOf([0.01], [0.002])).toBe(6);
  expect(gainOf([], [0, 0])).toBe(1);
});
