import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeWav, parseWav } from '@parley/engine/audio/wav';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { finishRecordingFile } from './recording-file.ts';
import { parseRange } from './serve-recording.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-recording-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** One second at 8 kHz: the agent loud in the first half, the customer in the second. */
function writeRecording(name: string, cutBytes = 0): string {
  const samples = new Int16Array(16_000);
  for (let frame = 0; frame < 8000; frame += 1) {
    samples[frame * 2] = frame < 4000 ? 16_384 : 0;
    samples[frame * 2 + 1] = frame < 4000 ? 0 : -16_384;
  }
  const path = join(folder, name);
  const file = encodeWav(samples, { sampleRateHz: 8000, channels: 2 });
  // As it stands while the call runs: no sizes yet.
  new DataView(file.buffer).setUint32(40, 0, true);
  writeFileSync(path, file.subarray(0, file.length - cutBytes));
  return path;
}

describe('a finished recording', () => {
  test('has the sizes of the file, its duration, and peaks per channel', async () => {
    const path = writeRecording('whole.wav');
    const finished = await finishRecordingFile(path);
    expect(finished).toMatchObject({ durationMs: 1000, sizeBytes: 32_044 });
    expect(parseWav(readFileSync(path))).toMatchObject({ channels: 2, sampleRateHz: 8000 });
    expect(finished?.waveform.agent[10]).toBeCloseTo(0.5, 2);
    expect(finished?.waveform.agent[200]).toBe(0);
    expect(finished?.waveform.customer[10]).toBe(0);
    expect(finished?.waveform.customer[200]).toBeCloseTo(0.5, 2);
  });

  test('that was cut off in the middle of a sample keeps all whole ones', async () => {
    const path = writeRecording('cut.wav', 4001);
    expect(await finishRecordingFile(path)).toMatchObject({ sizeBytes: 32_044 - 4004 });
    expect(readFileSync(path).length).toBe(32_044 - 4004);
  });

  test('without audio is none, and another file is refused', async () => {
    expect(await finishRecordingFile(writeRecording('empty.wav', 32_000))).toBeUndefined();
    const path = join(folder, 'text.wav');
    writeFileSync(path, 'x'.repeat(100));
    await expect(finishRecordingFile(path)).rejects.toThrow('not a recording');
  });
});

describe('the range asked for', () => {
  test.each<[string | undefined, ReturnType<typeof parseRange>]>([
    [undefined, undefined],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=900-5000', { start: 900, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-2', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['items=0-5', undefined],
    ['bytes=a-b', undefined],
  ])('%s', (header, range) => {
    expect(parseRange(header, 1000)).toEqual(range);
  });
});
