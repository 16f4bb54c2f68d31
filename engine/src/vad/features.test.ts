import { expect, test } from 'vitest';
import { createRandom } from './clips/random.ts';
import { PowerSpectrum, spectrumSamples } from './fft.ts';
import { NoiseGate } from './noise-gate.ts';
import { PitchFinder } from './pitch.ts';

test('the power spectrum is that of the plain Fourier sum', () => {
  const random = createRandom(3);
  const samples = Float64Array.from({ length: spectrumSamples }, () => random.gauss());
  const power = new PowerSpectrum().compute(samples);
  for (const bin of [0, 1, 2, 31, 64, 100, 127, 128]) {
    let re = 0;
    let im = 0;
    for (const [i, sample] of samples.entries()) {
      const angle = (2 * Math.PI * i) / spectrumSamples;
      const windowed = sample * (0.5 - 0.5 * Math.cos(angle));
      re += windowed * Math.cos(angle * bin);
      im -= windowed * Math.sin(angle * bin);
    }
    expect(power[bin]).toBeCloseTo(re * re + im * im, 6);
  }
});

test.each([80, 120, 190, 250, 330])(
  'a voice of %i Hz is found at its pitch, its fundamental cut off',
  (hz) => {
    const finder = new PitchFinder();
    for (let frame = 0; frame < 5; frame++) {
      const samples = Float64Array.from({ length: 160 }, (_, i) => {
        const second = (frame * 160 + i) / 8000;
        let sum = 0;
        for (let k = Math.ceil(250 / hz); k * hz < 1800; k++) sum += Math.cos(2 * Math.PI * hz * k * second);
        return sum / 20;
      });
      finder.process(samples, true);
    }
    expect(finder.strength).toBeGreaterThan(0.85);
    expect(Math.abs(finder.hz / hz - 1)).toBeLessThan(0.03);
  },
);

test('hiss has no pitch', () => {
  const finder = new PitchFinder();
  const random = createRandom(8);
  for (let frame = 0; frame < 50; frame++) {
    finder.process(
      Float64Array.from({ length: 160 }, () => random.gauss()),
      true,
    );
    if (frame > 2) expect(finder.strength).toBeLessThan(0.75);
  }
});

test('the gate learns steady noise within two seconds and opens for what stands out of it', () => {
  const gate = new NoiseGate();
  const opened = Array.from({ length: 150 }, () => gate.process(-35));
  expect(opened[0]).toBe(true);
  expect(opened.slice(110).some((isOpen) => isOpen)).toBe(false);
  expect(gate.process(-28)).toBe(true);
  expect(gate.floorDbfs).toBeCloseTo(-35, 0);
});

test('the gate falls at once when the line goes quiet, and does not learn speech with gaps as noise', () => {
  const gate = new NoiseGate();
  for (let i = 0; i < 150; i++) gate.process(-30);
  for (let i = 0; i < 20; i++) gate.process(-60);
  expect(gate.process(-45)).toBe(true);
  let opened = 0;
  for (let i = 0; i < 500; i++) if (gate.process(i % 25 < 20 ? -25 : -58)) opened += 1;
  expect(opened).toBe(400);
});
