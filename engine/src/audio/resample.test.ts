import { describe, expect, test } from 'vitest';
import { createResampler } from './resample.ts';

const pairs = [
  [8000, 16_000],
  [16_000, 8000],
  [24_000, 8000],
  [24_000, 16_000],
  [22_050, 8000],
  [22_050, 16_000],
  [44_100, 8000],
  [48_000, 16_000],
  [8000, 48_000],
] as const;

function sine(hz: number, rateHz: number, seconds = 1): Int16Array {
  return Int16Array.from({ length: rateHz * seconds }, (_, i) => {
    return Math.round(16_000 * Math.sin((2 * Math.PI * hz * i) / rateHz));
  });
}

function convert(input: Int16Array, fromHz: number, toHz: number, chunk = 480): Int16Array {
  const resampler = createResampler(fromHz, toHz);
  const parts: number[] = [];
  for (let i = 0; i < input.length; i += chunk)
    parts.push(...resampler.process(input.subarray(i, i + chunk)));
  parts.push(...resampler.flush());
  return Int16Array.from(parts);
}

/** Power in dB against `reference`, without the first and last 20 ms. */
function powerDb(samples: Int16Array, reference = 16_000 / Math.SQRT2): number {
  const edge = samples.length / 50;
  const inner = samples.subarray(edge, -edge);
  const sum = inner.reduce((total, sample) => total + sample * sample, 0);
  return 10 * Math.log10(Math.max(sum / inner.length, 1e-3) / reference ** 2);
}

describe.each(pairs)('from %i to %i Hz', (fromHz, toHz) => {
  const nyquistHz = Math.min(fromHz, toHz) / 2;

  test('a tone that both rates can hold comes out as itself, in its place', () => {
    for (const share of [0.05, 0.25, 0.6, 0.82]) {
      const hz = Math.round(nyquistHz * share);
      const output = convert(sine(hz, fromHz), fromHz, toHz);
      const expected = sine(hz, toHz);
      const error = output.map((sample, i) => sample - expected[i]!);
      expect(output.length).toBe(toHz);
      expect(powerDb(error)).toBeLessThan(-50);
    }
  });

  test('what the lower rate cannot hold is at least 60 dB down', () => {
    if (fromHz > toHz) {
      for (const share of [1.17, 1.3, 1.7]) {
        const hz = Math.min(nyquistHz * share, fromHz * 0.49);
        expect(powerDb(convert(sine(hz, fromHz), fromHz, toHz))).toBeLessThan(-60);
      }
    } else {
      // An image of 0.6 of Nyquist lies at 1.4 of it: what is left beside the tone must be small.
      const hz = nyquistHz * 0.6;
      const output = convert(sine(hz, fromHz), fromHz, toHz);
      const expected = sine(hz, toHz);
      const rest = output.map((sample, i) => sample - expected[i]!);
      expect(powerDb(rest)).toBeLessThan(-60);
    }
  });

  test('the way the input is cut does not change the output', () => {
    const input = sine(nyquistHz * 0.3, fromHz, 0.2);
    const whole = convert(input, fromHz, toHz, input.length);
    for (const chunk of [1, 7, 1024, 1025]) expect(convert(input, fromHz, toHz, chunk)).toEqual(whole);
  });

  test('lengths add up, however short the input', () => {
    for (const length of [0, 1, 2, 3, 50, 441, 5000]) {
      const output = convert(new Int16Array(length), fromHz, toHz, 100);
      expect(output.length).toBe(Math.ceil((length * toHz) / fromHz));
    }
  });
});

test('full-scale input is held at full scale', () => {
  const square = Int16Array.from({ length: 4000 }, (_, i) => (i % 40 < 20 ? 32_767 : -32_768));
  const output = convert(square, 8000, 16_000);
  expect(Math.max(...output)).toBe(32_767);
  expect(Math.min(...output)).toBe(-32_768);
  // Wrapped round, a peak would stand beside a trough.
  for (let i = 1; i < output.length; i++) expect(Math.abs(output[i]! - output[i - 1]!)).toBeLessThan(50_000);
});

test('a converter starts anew after a flush', () => {
  const resampler = createResampler(24_000, 8000);
  const input = sine(500, 24_000, 0.1);
  const first = [...resampler.process(input), ...resampler.flush()];
  expect([...resampler.process(input), ...resampler.flush()]).toEqual(first);
});

test('equal rates copy', () => {
  const input = Int16Array.of(1, 2, 3);
  const output = createResampler(8000, 8000).process(input);
  input[0] = 9;
  expect([...output]).toEqual([1, 2, 3]);
});

test('rates that are no rates are refused', () => {
  for (const rate of [0, -1, 8000.5, Number.NaN, 1e9]) {
    expect(() => createResampler(rate, 8000)).toThrow(RangeError);
    expect(() => createResampler(8000, rate)).toThrow(RangeError);
  }
});
