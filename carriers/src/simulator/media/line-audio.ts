import { decodeMuLaw, encodeMuLaw } from '@parley/engine/audio/g711';
import { createResampler } from '@parley/engine/audio/resample';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { mix } from '../people.ts';

/** Simulated lines are narrowband. */
export const lineRateHz = 8000;

/** Room noise of a quiet home, about -60 dBFS. */
const noiseLevel = 33;

/** The longest line a person says; what a synthesiser gives beyond it is cut. */
const lineLimitMs = 30_000;

/**
 * Says a line as it sounds on the phone: synthesised, brought to 8 kHz, through mu-law. Rejects when the
 * synthesiser does.
 */
export async function speakLine(
  textToSpeech: TextToSpeech,
  line: { text: string; voice: string; level: number; signal: AbortSignal },
): Promise<Int16Array> {
  const resampler = createResampler(textToSpeech.sampleRateHz, lineRateHz);
  const parts: Int16Array[] = [];
  let length = 0;
  const limit = (lineLimitMs * lineRateHz) / 1000;
  const speech = textToSpeech.speak({
    text: line.text,
    voice: line.voice,
    language: 'en-US',
    signal: line.signal,
  });
  for await (const { samples } of speech) {
    const part = resampler.process(samples);
    parts.push(part);
    length += part.length;
    if (length > limit) break;
  }
  parts.push(resampler.flush());
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  for (let index = 0; index < whole.length; index += 1) whole[index] = Math.round(whole[index]! * line.level);
  return throughLine(whole);
}

/** What mu-law leaves of it (ITU-T G.711). */
export function throughLine(samples: Int16Array): Int16Array {
  const codes = new Uint8Array(samples.length);
  encodeMuLaw(samples, codes);
  const heard = new Int16Array(samples.length);
  decodeMuLaw(codes, heard);
  return heard;
}

/** Adds a second of room noise over and over: the same for the same seed, cheap per frame. */
export function createRoomNoise(seed: number): (frame: Int16Array) => void {
  const noise = new Int16Array(lineRateHz);
  for (let index = 0; index < noise.length; index += 1) {
    noise[index] = Math.round(((mix(seed * 31 + index) / 0xffffffff) * 2 - 1) * noiseLevel * 1.7);
  }
  let at = 0;
  return (frame) => {
    for (let index = 0; index < frame.length; index += 1) {
      frame[index] = frame[index]! + noise[at]!;
      at += 1;
      if (at === noise.length) at = 0;
    }
  };
}
