import { expect, test } from 'vitest';
import { Pacer, type SpeechPiece } from './pacer.ts';

const rateHz = 8000;

/** A constant level, so that each sample of a frame can be told from silence and from a fade. */
function tone(ms: number, level = 8000): Int16Array {
  return new Int16Array((ms * rateHz) / 1000).fill(level);
}

function piece(overrides: Partial<SpeechPiece> = {}): SpeechPiece {
  return {
    generation: 1,
    sentenceIndex: 0,
    text: 'One two.',
    samples: tone(400),
    isLast: true,
    ...overrides,
  };
}

function pull(pacer: Pacer, frames: number): void {
  for (let i = 0; i < frames; i++) pacer.next();
}

test('a pause is silent within one frame and does not click', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ samples: tone(1000) }));
  pull(pacer, 10);
  pacer.pause();
  const { samples } = pacer.next()!;
  for (let i = 1; i < samples.length; i++) {
    expect(samples[i - 1]! - samples[i]!).toBeGreaterThanOrEqual(0);
    expect(samples[i - 1]! - samples[i]!).toBeLessThanOrEqual(201);
  }
  expect(samples.subarray(40).every((sample) => sample === 0)).toBe(true);
  expect([pacer.next(), pacer.next()]).toEqual([null, null]);
  expect(pacer).toMatchObject({ isPaused: true, isIdle: false });
});

test('a resumed sentence goes on at the gap before the word, and speaks no character twice', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const samples = tone(1200);
  // A gap between two words at 400 to 460 ms.
  samples.fill(0, 3200, 3680);
  pacer.enqueue(piece({ text: 'One two three four five.', samples }));
  pull(pacer, 32);
  pacer.pause();
  pull(pacer, 10);
  const before = pacer.heardText(1);
  const queuedMs = pacer.queuedMs;
  pacer.resume();
  // 645 ms were played; it goes on inside the gap.
  expect(pacer.queuedMs - queuedMs).toBeGreaterThan(185);
  expect(pacer.queuedMs - queuedMs).toBeLessThan(245);
  expect(pacer.heardText(1)).toBe(before);
  let end = pacer.next()!.spoken!.charEnd;
  for (let frame = pacer.next(); frame; frame = pacer.next()) {
    expect(frame.spoken!.charStart).toBe(end);
    end = frame.spoken!.charEnd;
  }
  expect(pacer.heardText(1)).toBe('One two three four five.');
});

test('with word timings a resumed sentence begins with the word that was cut', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  const words = [
    { text: 'One', startMs: 0, endMs: 300 },
    { text: 'two', startMs: 300, endMs: 800 },
  ];
  pacer.enqueue(piece({ samples: tone(800), words }));
  pull(pacer, 25);
  pacer.pause();
  pull(pacer, 2);
  pacer.resume();
  expect(pacer.queuedMs).toBe(500);
});

test('pausing again and again does not creep backwards', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.enqueue(piece({ samples: tone(2000) }));
  pull(pacer, 50);
  pacer.pause();
  pacer.next();
  pacer.resume();
  const { queuedMs } = pacer;
  for (let i = 0; i < 5; i++) {
    pacer.pause();
    pacer.resume();
  }
  pacer.pause();
  pacer.next();
  pacer.resume();
  expect(pacer.queuedMs).toBe(queuedMs);
});

test('what is queued during a pause waits, and a drop during a pause makes no sound', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz });
  pacer.pause();
  pacer.enqueue(piece());
  expect(pacer.next()).toBeNull();
  pacer.resume();
  pull(pacer, 3);
  pacer.pause();
  pull(pacer, 2);
  expect(pacer.drop()?.generation).toBe(1);
  expect(pacer.next()).toBeNull();
  pacer.enqueue(piece({ generation: 2 }));
  expect(pacer.next()?.spoken?.generation).toBe(2);
});

test('speech of another rate steps back to a gap as well, however often', () => {
  const pacer = new Pacer({ sampleRateHz: rateHz, sourceRateHz: 24_000 });
  const samples = new Int16Array(24_000 * 3).fill(8000);
  samples.fill(0, 24_000, 24_000 * 1.08);
  pacer.enqueue(piece({ text: 'One two three four five.', samples }));
  const level = () => Math.max(0, ...(pacer.next()?.samples ?? []));
  for (let i = 0; i < 70; i++) pacer.next();
  for (let times = 0; times < 3; times++) {
    pacer.pause();
    pacer.next();
    pacer.resume();
    // The gap at 1 s is within reach: it is heard again before the speech is.
    expect(level()).toBeLessThan(100);
    for (let i = 0; i < 15; i++) pacer.next();
    expect(level()).toBeGreaterThan(7900);
  }
});
