import { availableParallelism } from 'node:os';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { SpeechChunk, TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { FlitePool, type FliteSpeech } from './voice/flite-pool.ts';
import { SpeechCache } from './voice/speech-cache.ts';
import { speechParts } from './voice/speech-parts.ts';
import { joinSpoken, type SpokenPiece, spokenPieces } from './voice/spoken-text.ts';
import { type FliteVoice, voiceFor } from './voice/voices.ts';
import { type WordTime, wordTimes } from './voice/word-times.ts';

/** The rate of the voices inside the package. */
const sampleRateHz = 16_000;
/** Four minutes of speech. */
const cacheBytes = 8 * 1024 * 1024;
/** Synthesis runs at 60 to 90 times real time on one core, so two threads serve more than a hundred speakers. */
const maxThreads = 2;
const queueLimit = 256;
const jobLimitMs = 10_000;

type PartSound = { samples: Int16Array; words: WordTime[] };

let sharedPool: FlitePool | undefined;
let sharedCache: SpeechCache<PartSound> | undefined;

/**
 * Opens the synthesiser that comes with the product: English, four voices, nothing to download. All openings
 * in a thread share its threads and its cache.
 */
export function openBuiltinTextToSpeech(
  resources: { pool?: FlitePool; cache?: SpeechCache<PartSound> } = {},
): TextToSpeech {
  sharedPool ??= new FlitePool({
    threads: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
    queueLimit,
    jobLimitMs,
  });
  sharedCache ??= new SpeechCache(cacheBytes);
  const pool = resources.pool ?? sharedPool;
  const cache = resources.cache ?? sharedCache;
  return {
    sampleRateHz,
    async *speak({ text, voice, signal }) {
      signal.throwIfAborted();
      const pieces = spokenPieces(text);
      const parts = speechParts(pieces);
      if (parts.length === 0 && /\p{L}/u.test(text)) {
        throw new ProviderError('refused', 'The builtin voices speak languages in Latin letters only.');
      }
      const chosen = voiceFor(voice);
      let startMs = 0;
      for (const part of parts) {
        const key = `${chosen.id} ${part.map((piece) => piece.written).join(' ')}`;
        const sound = await cache.get(key, signal, (stop) =>
          speakPart({ pool, part, voice: chosen, signal: stop }),
        );
        signal.throwIfAborted();
        yield chunkOf(sound, startMs);
        startMs += (sound.samples.length * 1000) / sampleRateHz;
      }
    },
  };
}

async function speakPart(request: {
  pool: FlitePool;
  part: readonly SpokenPiece[];
  voice: FliteVoice;
  signal: AbortSignal;
}): Promise<PartSound> {
  const { pool, part, voice, signal } = request;
  const speech = await pool.synthesise({ text: joinSpoken(part), voice: voice.id, signal });
  if (speech.sampleRateHz !== sampleRateHz) {
    throw new ProviderError('malformed', `The synthesiser spoke at ${speech.sampleRateHz} Hz.`);
  }
  return trimmed(speech, part, voice.gain);
}

/** Silence kept before the first sound, so that it does not begin with a click. */
const leadMs = 30;
/** Silence kept after the last sound: the breath before whatever is said next, longer after a sentence. */
const breathMs = { sentence: 180, clause: 110, none: 50 } as const;

function trimmed(speech: FliteSpeech, part: readonly SpokenPiece[], gain: number): PartSound {
  const endMs = (speech.samples.length * 1000) / sampleRateHz;
  const first = speech.phones.findIndex((phone) => phone.name !== 'pau');
  const last = speech.phones.findLastIndex((phone) => phone.name !== 'pau');
  if (first < 0) return { samples: new Int16Array(), words: [] };
  const mark = part.at(-1)?.endsWith ?? '';
  const breath = mark === '' ? breathMs.none : mark === ',' ? breathMs.clause : breathMs.sentence;
  const fromMs = Math.max(0, (speech.phones[first - 1]?.endMs ?? 0) - leadMs);
  const toMs = Math.min(endMs, speech.phones[last]!.endMs + breath);
  const samples = speech.samples.slice(sampleAt(fromMs), sampleAt(toMs));
  for (let i = 0; i < samples.length; i++) samples[i] = softLimit(samples[i]! * gain);
  const words = wordTimes(part, speech.phones).map((word) => ({
    text: word.text,
    startMs: Math.max(0, word.startMs - fromMs),
    endMs: Math.min(toMs, word.endMs) - fromMs,
  }));
  return { samples, words };
}

/** Leaves three quarters of the range alone and bends what is above, so that no peak is cut flat. */
function softLimit(value: number): number {
  const knee = 24_576;
  const magnitude = Math.abs(value);
  if (magnitude <= knee) return Math.round(value);
  const room = 32_767 - knee;
  return Math.sign(value) * Math.round(knee + room * Math.tanh((magnitude - knee) / room));
}

function chunkOf(sound: PartSound, startMs: number): SpeechChunk {
  return {
    samples: sound.samples.slice(),
    words: sound.words.map((word) => ({
      text: word.text,
      startMs: word.startMs + startMs,
      endMs: word.endMs + startMs,
    })),
  };
}

function sampleAt(ms: number): number {
  return Math.round((ms * sampleRateHz) / 1000);
}
