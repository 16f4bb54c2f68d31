import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileRecorder } from './file-recorder.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-recorder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const fail = (error: Error): void => {
  throw error;
};

async function sizeReaches(path: string, bytes: number): Promise<void> {
  while (readFileSync(path).length < bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('both sides stand side by side, frame by frame, the missing one silent', async () => {
  const path = join(folder, 'both.wav');
  const recorder = new FileRecorder(path, 8000, fail);
  for (let tick = 0; tick < 173; tick += 1) {
    recorder.write(tick % 2 === 0 ? new Int16Array(160).fill(tick) : null, new Int16Array(160).fill(-tick));
    if (tick % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  recorder.close();
  recorder.close();
  // Whole at once, though blocks are still on their way: whoever stores it reads it now.
  const file = readFileSync(path);
  expect(file.length).toBe(44 + 173 * 640);
  const samples = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length));
  for (const tick of [0, 1, 50, 99, 100, 172]) {
    expect([samples[tick * 320], samples[tick * 320 + 1]]).toEqual([
      tick % 2 === 0 ? tick : 0,
      tick === 0 ? 0 : -tick,
    ]);
  }
});

test('what has been said is on disk within a second, without closing', async () => {
  const path = join(folder, 'running.wav');
  const recorder = new FileRecorder(path, 16_000, fail);
  for (let tick = 0; tick < 60; tick += 1) recorder.write(new Int16Array(320).fill(1), null);
  await sizeReaches(path, 44 + 50 * 1280);
  expect(readFileSync(path).length).toBe(44 + 50 * 1280);
  recorder.close();
});

test('frames after the end are ignored, and an existing file is never written over', () => {
  const path = join(folder, 'late.wav');
  const recorder = new FileRecorder(path, 8000, fail);
  recorder.close();
  recorder.write(new Int16Array(160), null);
  expect(readFileSync(path).length).toBe(44);
  writeFileSync(join(folder, 'old.wav'), 'old');
  expect(() => new FileRecorder(join(folder, 'old.wav'), 8000, fail)).toThrow('EEXIST');
});
