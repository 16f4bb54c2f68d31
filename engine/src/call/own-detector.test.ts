import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodeMuLaw } from '../audio/g711.ts';
import { runCall } from '../testing/run-call.ts';
import { createSeededRandom } from '../testing/seeded-random.ts';
import { createVad } from '../vad/vad.ts';

/** Sentences of a synthesised voice, 8 kHz mu-law. */
function readSpeech(name: string): Int16Array {
  const codes = readFileSync(new URL(`../testing/fixtures/${name}.ulaw`, import.meta.url));
  const samples = new Int16Array(codes.length);
  decodeMuLaw(codes, samples);
  return samples;
}

const question = readSpeech('how-much-is-it');
const interruption = readSpeech('wait-a-moment');
const says = (atMs: number, text: string, samples: Int16Array) =>
  ({ atMs, does: 'speaks', text, samples, durationMs: samples.length / 8 }) as const;
const longAnswer =
  'It is ten dollars for the small one. The large one is twenty, and we deliver it on Fridays.';

test('with the engine’s own detector a voice is heard, answered, and gets the floor', async () => {
  const call = await runCall({
    customer: [says(3000, 'How much is it?', question), says(6500, 'Wait a moment.', interruption)],
    answer: (_, request) => (request === 1 ? longAnswer : 'Of course.'),
    vad: createVad({ sampleRateHz: 8000 }),
    forMs: 12_000,
  });
  expect(call.lines).toEqual([
    'Agent: Hello, this is Ada.',
    'User: How much is it?',
    expect.stringMatching(/^Agent: It is ten dollars/),
    'User: Wait a moment.',
    'Agent: Of course.',
  ]);
  expect(call.turns[2]?.wasInterrupted).toBe(true);
});

test('the agent is silent on the wire within 110 ms of a voice over it, 95 times of 100', async () => {
  const random = createSeededRandom(1);
  const reactionsMs: number[] = [];
  for (let i = 0; i < 40; i++) {
    const atMs = 4500 + random.integer(0, 2000);
    const call = await runCall({
      customer: [
        { atMs: 1500, does: 'types', text: 'Hello' },
        { atMs, does: 'speaks', text: 'Stop that.', durationMs: 1200 },
      ],
      answer: (_, request) => (request === 1 ? longAnswer : 'Yes.'),
      forMs: atMs + 1000,
    });
    const silent = call.media.written.findIndex(
      (level, tick) => tick * 20 >= atMs && (level === null || level < -60),
    );
    reactionsMs.push(silent * 20 - atMs);
  }
  reactionsMs.sort((a, b) => a - b);
  // The jitter buffer and the wire, 40 ms at least, come on top.
  expect(reactionsMs[37]).toBeLessThanOrEqual(110);
  // A click is over by then.
  expect(reactionsMs[0]).toBeGreaterThan(60);
});
