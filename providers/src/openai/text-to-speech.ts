import { createResampler } from '@parley/engine/audio/resample';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { PcmReader } from '../pcm-reader.ts';
import { describeVoice, type VoiceMatch, type WantedVoice } from '../voice.ts';
import { likenessOf } from '../voice-likeness.ts';
import { failedResponseError, providerErrorOf } from './failures.ts';
import { authorization, endpoint, type OpenAiSettings } from './settings.ts';

/** `response_format: pcm` is 24 kHz, 16 bit, little endian, without a header (vendor's text to speech guide). */
const sampleRateHz = 24_000;

/** The vendor's voices that are given as they are. */
const vendorVoices = new Set(
  'alloy ash ballad coral echo fable nova onyx sage shimmer verse marin cedar'.split(' '),
);

/** Opens the synthesiser of a server: `POST /audio/speech`, streamed as it is made. */
export function openOpenAiTextToSpeech(settings: OpenAiSettings): TextToSpeech {
  return {
    sampleRateHz,
    async *speak({ text, voice, signal }) {
      signal.throwIfAborted();
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const leaving = new AbortController();
      try {
        const response = await fetch(endpoint(settings, '/audio/speech'), {
          method: 'POST',
          headers: { ...authorization(settings), 'content-type': 'application/json' },
          body: JSON.stringify({
            model: settings.speechModel,
            input: text,
            voice: vendorVoiceFor(voice, settings),
            response_format: 'pcm',
          }),
          signal: AbortSignal.any([signal, leaving.signal]),
        });
        if (!response.ok) throw await failedResponseError(response, settings.apiKey);
        yield* readSpeech(response);
      } catch (error) {
        throw providerErrorOf(error, { signal, apiKey: settings.apiKey });
      } finally {
        leaving.abort();
      }
    },
  };
}

/** The voice to ask for: the one the settings name, a voice of the vendor, else the most similar one. */
export function vendorVoiceFor(voice: string, settings: Pick<OpenAiSettings, 'voice' | 'voices'>): string {
  const pairs = voicePairs(settings.voices);
  const named = pairs.find(({ name, here }) => isSame(name, voice) || isSame(here, voice));
  if (named) return named.here;
  if (settings.voice) return settings.voice;
  const known = voice.toLowerCase();
  if (vendorVoices.has(known)) return known;
  const { gender, isBritish } = likenessOf(voice);
  if (gender === 'female') return 'nova';
  return isBritish ? 'fable' : 'onyx';
}

/** What is heard where a voice of any vendor is wanted. */
export function matchVendorVoice(settings: OpenAiSettings, wanted: WantedVoice): VoiceMatch {
  const isOwn = vendorVoices.has(wanted.id.toLowerCase());
  const isNamed = voicePairs(settings.voices).some(({ name }) => isSame(name, wanted.name));
  const id = vendorVoiceFor(isNamed ? wanted.name : isOwn ? wanted.id : describeVoice(wanted), settings);
  return { id, name: nameOf(id), isWanted: isOwn && isSame(id, wanted.id) };
}

function voicePairs(voices: string): { name: string; here: string }[] {
  return voices.split(',').flatMap((pair) => {
    const [name, here] = pair.split('=').map((side) => side.trim());
    return name && here ? [{ name, here }] : [];
  });
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function nameOf(id: string): string {
  return vendorVoices.has(id) ? id.charAt(0).toUpperCase() + id.slice(1) : id;
}

async function* readSpeech(response: Response): AsyncGenerator<{ samples: Int16Array }> {
  const type = response.headers.get('content-type') ?? '';
  if (/json|text\/|mpeg|mp3|opus|aac|flac/i.test(type)) {
    throw new ProviderError('malformed', `The provider sent ${type} instead of PCM.`);
  }
  const reader = new PcmReader(sampleRateHz);
  let resampler: ReturnType<typeof createResampler> | undefined;
  for await (const bytes of response.body ?? []) {
    const samples = reader.read(bytes);
    if (samples.length === 0) continue;
    if (reader.sampleRateHz !== sampleRateHz)
      resampler ??= createResampler(reader.sampleRateHz, sampleRateHz);
    const converted = resampler ? resampler.process(samples) : samples;
    if (converted.length > 0) yield { samples: converted };
  }
  const rest = resampler?.flush();
  if (rest && rest.length > 0) yield { samples: rest };
}
