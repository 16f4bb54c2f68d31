import { expect, test } from 'vitest';
import { levelDbfs } from '../audio/frames.ts';
import { FakeMediaStream } from '../testing/fake-media-stream.ts';
import { Bridge } from './bridge.ts';

const speaks = { atMs: 0, does: 'speaks', text: 'Hello', durationMs: 3000 } as const;

test.each([
  [8000, 8000],
  [8000, 16_000],
  [16_000, 8000],
] as const)('both sides hear each other, %i Hz with %i Hz', (ours, theirs) => {
  const customer = new FakeMediaStream({ script: [speaks], sampleRateHz: ours });
  const colleague = new FakeMediaStream({ script: [speaks], sampleRateHz: theirs });
  const bridge = new Bridge(customer);
  bridge.join(colleague);
  let heardDbfs = 0;
  for (let tick = 0; tick < 100; tick++) {
    const heard = bridge.exchange(customer.read());
    expect(heard).toHaveLength(ours / 50);
    heardDbfs = Math.max(heardDbfs, levelDbfs(heard) + 100);
  }
  expect(colleague.reads).toBe(100);
  expect(colleague.written).toHaveLength(100);
  expect(Math.max(...colleague.written.map((level) => level ?? -100))).toBeGreaterThan(-30);
  expect(heardDbfs).toBeGreaterThan(70);
});

test('keys pass both ways, and nobody is read who was parted', () => {
  const customer = new FakeMediaStream({ script: [] });
  const colleague = new FakeMediaStream({ script: [{ atMs: 0, does: 'presses', digits: '7' }] });
  const bridge = new Bridge(customer);
  bridge.takeDigit('1');
  bridge.join(colleague);
  bridge.takeDigit('2');
  bridge.exchange(customer.read());
  expect(colleague.sentDigits).toEqual(['2']);
  expect(customer.sentDigits).toEqual(['7']);
  bridge.hold();
  bridge.exchange(customer.read());
  expect(colleague.reads).toBe(1);
  bridge.close();
  bridge.join(colleague);
  expect(bridge.isJoined).toBe(false);
});

test('who waits hears music without a gap or a jump, quieter than speech', () => {
  const customer = new FakeMediaStream({ script: [], sampleRateHz: 16_000 });
  const bridge = new Bridge(customer);
  let last = 0;
  let widestStep = 0;
  // Twice around the piece: its seam is heard as well.
  for (let tick = 0; tick < 1500; tick++) {
    const frame = bridge.exchange(customer.read());
    const level = levelDbfs(frame);
    expect(level).toBeGreaterThan(-42);
    expect(level).toBeLessThan(-16);
    for (const sample of frame) {
      widestStep = Math.max(widestStep, Math.abs(sample - last));
      last = sample;
    }
  }
  expect(widestStep).toBeLessThan(1600);
});
