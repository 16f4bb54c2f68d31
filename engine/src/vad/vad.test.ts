import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decodeMuLaw } from '../audio/g711.ts';
import { createResampler } from '../audio/resample.ts';
import { callProgressTones, digitTones, renderTones } from '../audio/tones.ts';
import { parseWav } from '../audio/wav.ts';
import type { RawClip } from './clips/clip.ts';
import { type HeardClip, type Line, putOnLine } from './clips/line.ts';
import { chords, drums, holdMusic, instruments, melody } from './clips/music.ts';
import * as noises from './clips/noises.ts';
import { createVad, type VadDecision } from './vad.ts';

const folder = new URL('./fixtures/', import.meta.url);
const speech = readdirSync(folder)
  .filter((name) => name.endsWith('.wav'))
  .map((name) => ({ name: name.replace('.wav', ''), clip: readSpeech(name) }));

const line: Line = { levelDbfs: -22, snrDb: null, leadMs: 1000, tailMs: 1000, seed: 1 };

describe.each(speech)('$name', ({ clip }) => {
  test.each([
    { levelDbfs: -14, snrDb: null },
    { levelDbfs: -32, snrDb: null },
    { levelDbfs: -22, snrDb: 20 },
    { levelDbfs: -22, snrDb: 12 },
  ])('is confirmed soon at $levelDbfs dBFS and $snrDb dB above the noise', (conditions) => {
    const heard = putOnLine(clip, { ...line, ...conditions });
    const decisions = listen(heard.samples);
    const first = heard.isSounding.indexOf(1);
    const confirmed = decisions.findIndex(({ isSpeech }) => isSpeech);
    // A soft onset may be heard a little before it counts as sounding.
    expect(confirmed).toBeGreaterThanOrEqual(first - 3);
    expect((confirmed - first + 1) * 20).toBeLessThanOrEqual(500);
    const startedMsAgo = decisions[confirmed]!.speechStartedMsAgo!;
    // The start it names is near the true one.
    expect(Math.abs((confirmed + 1) * 20 - startedMsAgo - first * 20)).toBeLessThanOrEqual(400);
  });

  test('ends where it ends, and is not heard in the silence before and after', () => {
    const heard = putOnLine(clip, line);
    const decisions = listen(heard.samples);
    const last = heard.isSounding.lastIndexOf(1);
    const lastVoiced = decisions.findLastIndex(({ isVoiced }) => isVoiced);
    expect((lastVoiced - last) * 20).toBeGreaterThanOrEqual(-100);
    expect((lastVoiced - last) * 20).toBeLessThanOrEqual(200);
    expect(decisions.at(-1)).toMatchObject({ isSpeech: false, isVoiced: false });
    expect(decisions.at(-1)!.silenceMs).toBe((decisions.length - 1 - lastVoiced) * 20);
  });
});

test('half of all sentences are confirmed within 120 ms of their first sound', () => {
  const delays = speech.flatMap(({ clip }) =>
    [null, 20, 15].map((snrDb) => delayMs(clip, { ...line, snrDb })),
  );
  delays.sort((a, b) => a - b);
  expect(delays[delays.length >> 1]).toBeLessThanOrEqual(120);
  expect(delays[Math.floor(delays.length * 0.9)]).toBeLessThanOrEqual(220);
});

const options = { seconds: 8, rateHz: 8000, seed: 4 };
const { bell, flute, guitar, organ, piano, strings } = instruments;
/**
 * Kept as they are, so that a change for the worse shows. Of solo melodies and hold music a few in a hundred are taken
 * for speech, mains hum at times: docs/benchmarks-vad.md has the shares, on many more clips than these.
 */
const sounds: Record<string, () => RawClip> = {
  'digital silence': () => new Float64Array(64_000),
  'white noise': () => noises.whiteNoise(options),
  'pink noise': () => noises.pinkNoise(options),
  'a car': () => noises.carNoise(options),
  'mains hum': () => noises.mainsHum({ ...options, seed: 5 }),
  typing: () => noises.typing(options),
  thumps: () => noises.thumps(options),
  breathing: () => noises.breathing(options),
  'an office': () => noises.office(options),
  rustling: () => noises.rustling(options),
  ringback: () => Float64Array.from(renderTones(callProgressTones.ringback, 8000)),
  busy: () => repeat(renderTones(callProgressTones.busy, 8000), 8),
  congestion: () => repeat(renderTones(callProgressTones.congestion, 8000), 12),
  'the dial tone': () => repeat(renderTones(callProgressTones.dial, 8000), 4),
  'the special information tone': () => repeat(renderTones(callProgressTones.specialInformation, 8000), 3),
  'a mailbox beep': () => repeat(renderTones(callProgressTones.voicemailBeep, 8000), 1),
  'touch-tones': () => Float64Array.from(renderTones(digitTones('0123456789*#ABCD'), 8000)),
  drums: () => drums(options),
  'a flute': () => melody({ ...options, instrument: flute }),
  'a guitar': () => melody({ ...options, instrument: guitar }),
  'a piano': () => chords({ ...options, instrument: piano }),
  strings: () => chords({ ...options, instrument: strings }),
  'an organ': () => chords({ ...options, instrument: organ }),
  'hold music with a piano': () => holdMusic({ ...options, lead: piano, backing: organ }),
  'hold music with bells': () => holdMusic({ ...options, lead: bell, backing: piano }),
  'hold music with an organ': () => holdMusic({ ...options, lead: organ, backing: piano }),
};

test.each(Object.entries(sounds))('%s is never taken for speech', (_, render) => {
  const clip = render();
  for (const [levelDbfs, snrDb] of [
    [-14, null],
    [-30, null],
    [-20, 15],
  ] as const) {
    const { samples } = putOnLine(clip, { ...line, levelDbfs, snrDb });
    expect(listen(samples).some(({ isSpeech }) => isSpeech)).toBe(false);
  }
});

test('a pause between two sentences is kept, and the second is confirmed too', () => {
  const { clip } = speech.find(({ name }) => name === 'woman-number')!;
  const heard = putOnLine(clip, line);
  const twice = new Int16Array(heard.samples.length * 2);
  twice.set(heard.samples);
  twice.set(heard.samples, heard.samples.length);
  const decisions = listen(twice);
  const starts = decisions.filter(({ speechStartedMsAgo }) => speechStartedMsAgo !== null).length;
  expect(starts).toBeGreaterThanOrEqual(2);
  const half = heard.isSounding.length;
  expect(decisions.slice(half, half + 40).some(({ isVoiced }) => isVoiced)).toBe(false);
});

test('at 16 kHz it hears the same as at 8 kHz', () => {
  for (const { clip } of speech.slice(0, 4)) {
    const heard = putOnLine(clip, line);
    const wide = createResampler(8000, 16_000).process(heard.samples);
    const narrowStart = listen(heard.samples).findIndex(({ isSpeech }) => isSpeech);
    const wideStart = listen(wide, 16_000).findIndex(({ isSpeech }) => isSpeech);
    expect(Math.abs(wideStart - narrowStart)).toBeLessThanOrEqual(2);
  }
  const { samples } = putOnLine(noises.typing(options), line);
  const typed = listen(createResampler(8000, 16_000).process(samples), 16_000);
  expect(typed.some(({ isSpeech }) => isSpeech)).toBe(false);
});

test('after a reset it hears as if new', () => {
  const { samples } = putOnLine(speech[0]!.clip, line);
  const vad = createVad({ sampleRateHz: 8000 });
  const first = run(vad.process.bind(vad), samples, 160);
  vad.reset();
  expect(run(vad.process.bind(vad), samples, 160)).toEqual(first);
});

test('frames of a wrong length do not throw and are not speech', () => {
  const vad = createVad({ sampleRateHz: 8000 });
  for (const length of [0, 1, 159, 161, 5000]) {
    expect(vad.process(new Int16Array(length)).isSpeech).toBe(false);
    expect(vad.process(new Int16Array(length).fill(20_000)).isSpeech).toBe(false);
  }
});

function delayMs(clip: RawClip, conditions: Line): number {
  const heard: HeardClip = putOnLine(clip, conditions);
  const confirmed = listen(heard.samples).findIndex(({ isSpeech }) => isSpeech);
  return confirmed < 0 ? Number.POSITIVE_INFINITY : (confirmed - heard.isSounding.indexOf(1) + 1) * 20;
}

function listen(samples: Int16Array, sampleRateHz: 8000 | 16000 = 8000): VadDecision[] {
  const vad = createVad({ sampleRateHz });
  return run((frame) => vad.process(frame), samples, sampleRateHz / 50);
}

function run(
  process: (frame: Int16Array) => VadDecision,
  samples: Int16Array,
  length: number,
): VadDecision[] {
  const decisions: VadDecision[] = [];
  for (let start = 0; start + length <= samples.length; start += length) {
    decisions.push({ ...process(samples.subarray(start, start + length)) });
  }
  return decisions;
}

function readSpeech(name: string): RawClip {
  const { data } = parseWav(readFileSync(new URL(name, folder)));
  const samples = new Int16Array(data.length);
  decodeMuLaw(data, samples);
  return Float64Array.from(samples);
}

function repeat(samples: Int16Array, times: number): RawClip {
  return new Float64Array(samples.length * times).map((_, i) => samples[i % samples.length]!);
}
