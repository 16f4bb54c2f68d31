import { AppError } from '@parley/contract/errors';
import { SentenceCutter } from '@parley/engine/agent/sentences';
import { encodeWav } from '@parley/engine/audio/wav';
import { ProviderError, type ProviderErrorKind } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { HeardVoice } from '../connections/index.ts';

/** Longest a text may take to be made, in ms: a screen waits half a minute for its answer. */
const speakLimitMs = 25_000;
/** Longest sound: a thousand characters are spoken in a little over a minute. */
const soundLimitMs = 120_000;

/**
 * Speaks a text outside a call, sentence by sentence as a call does. Returns a WAV file. Rejects with voice_not_heard
 * when the provider fails or takes too long, also when the signal ends it.
 */
export async function speakText(
  { textToSpeech, heard }: { textToSpeech: TextToSpeech; heard: HeardVoice },
  text: string,
  given: { language?: string; signal?: AbortSignal; limitMs?: number } = {},
): Promise<{ wav: Uint8Array<ArrayBuffer>; durationMs: number }> {
  const { language = 'en-US', signal, limitMs = speakLimitMs } = given;
  const tooLate = AbortSignal.timeout(limitMs);
  const stopped = signal ? AbortSignal.any([signal, tooLate]) : tooLate;
  const cutter = new SentenceCutter();
  const pieces: Int16Array[] = [];
  const samplesLimit = (soundLimitMs / 1000) * textToSpeech.sampleRateHz;
  let length = 0;
  try {
    for (const sentence of [...cutter.push(text), ...cutter.flush()]) {
      const spoken = textToSpeech.speak({
        text: sentence,
        voice: heard.voice,
        language,
        signal: stopped,
      });
      for await (const { samples } of spoken) {
        pieces.push(samples.slice(0, samplesLimit - length));
        length = Math.min(samplesLimit, length + samples.length);
      }
      // Aborting ends a sentence without an error.
      stopped.throwIfAborted();
      if (length === samplesLimit) break;
    }
    if (length === 0) throw new ProviderError('malformed', 'The provider sent no sound.');
  } catch (cause) {
    const kind = cause instanceof ProviderError ? cause.kind : stopped.aborted ? 'timed_out' : undefined;
    if (kind === undefined) throw cause;
    const error = AppError.of('voice_not_heard', { provider: heard.vendorName, problem: problems[kind] });
    error.cause = cause;
    throw error;
  }
  return {
    wav: encodeWav(joinSamples(pieces, length), { sampleRateHz: textToSpeech.sampleRateHz }),
    durationMs: Math.round((length / textToSpeech.sampleRateHz) * 1000),
  };
}

/** Why a provider did not speak, and what staff can do. */
const problems: Readonly<Record<ProviderErrorKind, string>> = {
  authentication: 'it refuses the key. Check its connection.',
  rate_limited: 'it is busy or its credit is used up. Try again in a minute.',
  timed_out: 'it takes too long. Try again in a minute.',
  unavailable: 'it cannot be reached. Try again in a minute.',
  refused: 'it refuses this text or this voice.',
  malformed: 'its answer was no sound.',
};

function joinSamples(pieces: readonly Int16Array[], length: number): Int16Array {
  const joined = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}
