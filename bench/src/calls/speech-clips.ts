import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { levelDbfs } from '@parley/engine/audio/frames';
import { decodeMuLaw, encodeMuLaw } from '@parley/engine/audio/g711';
import { parseWav } from '@parley/engine/audio/wav';
import { openBuiltinTextToSpeech } from '@parley/providers/builtin/text-to-speech';

const clipFolder = new URL('../../../engine/src/vad/fixtures/', import.meta.url);
const frameBytes = 160;

/** What a customer says, ready for the wire. */
export type CustomerClip = {
  name: string;
  /** Frames of 20 ms, mu-law at 8 kHz. */
  frames: Uint8Array[];
  /** The frame in which speech begins: within 20 dB of the clip's mean level (as in the table of the detector). */
  firstSounding: number;
};

/** The speech clips of the voice activity detector's tests: several voices and languages. */
export function readCustomerClips(): CustomerClip[] {
  return readdirSync(clipFolder)
    .filter((name) => name.endsWith('.wav'))
    .sort()
    .map((name) => toClip(basename(name, '.wav'), parseWav(readFileSync(new URL(name, clipFolder))).data));
}

function toClip(name: string, codes: Uint8Array): CustomerClip {
  const frames: Uint8Array[] = [];
  for (let start = 0; start < codes.length; start += frameBytes) {
    const frame = new Uint8Array(frameBytes).fill(0xff);
    frame.set(codes.subarray(start, start + frameBytes));
    frames.push(frame);
  }
  const samples = new Int16Array(codes.length);
  decodeMuLaw(codes, samples);
  const least = levelDbfs(samples) - 20;
  const firstSounding = frames.findIndex(
    (_, i) => levelDbfs(samples.subarray(i * frameBytes, (i + 1) * frameBytes)) >= least,
  );
  return { name, frames, firstSounding };
}

/** A quiet line is never digital silence: noise at about -66 dBFS. */
export function makeLineNoise(): Uint8Array[] {
  return Array.from({ length: 16 }, () => {
    const samples = Int16Array.from({ length: frameBytes }, () => (Math.random() - 0.5) * 56);
    const frame = new Uint8Array(frameBytes);
    encodeMuLaw(samples, frame);
    return frame;
  });
}

/** A sentence of the agent, already spoken. */
export type SpokenLine = { text: string; samples: Int16Array; sampleRateHz: number };

/** Lets the builtin synthesiser speak the lines: real speech, made before anything is measured. */
export async function speakLines(texts: readonly string[]): Promise<SpokenLine[]> {
  const textToSpeech = openBuiltinTextToSpeech();
  const { sampleRateHz } = textToSpeech;
  const lines: SpokenLine[] = [];
  for (const text of texts) {
    const chunks: number[] = [];
    const signal = new AbortController().signal;
    for await (const { samples } of textToSpeech.speak({ text, voice: 'slt', language: 'en-US', signal }))
      chunks.push(...samples);
    lines.push({ text, samples: Int16Array.from(chunks), sampleRateHz });
  }
  return lines;
}

/**
 * The line without its pauses, beginning with sound: where what is measured is the silence of the agent, its own
 * pauses must not be taken for it.
 */
export function withoutPauses(line: SpokenLine): SpokenLine {
  const frame = line.sampleRateHz / 50;
  const kept: number[] = [];
  for (let start = 0; start + frame <= line.samples.length; start += frame) {
    const samples = line.samples.subarray(start, start + frame);
    if (levelDbfs(samples) > pauseDbfs) kept.push(...samples);
  }
  return { ...line, samples: Int16Array.from(kept) };
}

const pauseDbfs = -32;
