import { expect, test } from 'vitest';
import { HeldPitch } from './held-pitch.ts';

test('a tune of held notes is noticed within a second and a half', () => {
  const held = new HeldPitch();
  for (const hz of [220, 247, 262, 294]) listen(held, Array(15).fill(hz));
  expect(held.noteFrames).toBeGreaterThan(25);
});

test('a voice that glides by ten semitones a second is no note, however long it goes on', () => {
  const held = new HeldPitch();
  listen(
    held,
    Array.from({ length: 500 }, (_, i) => 180 * 2 ** (-(i % 40) / 60)),
  );
  expect(held.noteFrames).toBeLessThan(4);
});

test('a still vowel of 150 ms asks for nothing more than any other sound', () => {
  const held = new HeldPitch();
  listen(held, Array(8).fill(130));
  expect(held.noteFrames).toBeLessThanOrEqual(4);
});

test('notes are forgotten within three seconds of silence, and sooner when a voice glides', () => {
  const quiet = new HeldPitch();
  const gliding = new HeldPitch();
  for (const held of [quiet, gliding]) listen(held, Array(200).fill(300));
  for (let frame = 0; frame < 150; frame++) quiet.process({ hz: 0, strength: 0 });
  listen(
    gliding,
    Array.from({ length: 40 }, (_, i) => 140 * 2 ** (i / 24)),
  );
  expect(quiet.noteFrames).toBeLessThan(10);
  expect(gliding.noteFrames).toBeLessThan(10);
});

test('without a clear pitch there are no notes, and a reset forgets them', () => {
  const held = new HeldPitch();
  for (let frame = 0; frame < 100; frame++) held.process({ hz: 200, strength: 0.6 });
  expect(held.noteFrames).toBe(0);
  listen(held, Array(50).fill(200));
  held.reset();
  expect(held).toMatchObject({ noteFrames: 0, heldFrames: 0 });
});

function listen(held: HeldPitch, pitchesHz: readonly number[]): void {
  for (const hz of pitchesHz) held.process({ hz, strength: 0.95 });
}
