import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { PcmReader } from '../pcm-reader.ts';
import { providerErrorOf, readFailure } from './failures.ts';
import { type ElevenLabsSettings, endpoint } from './settings.ts';
import { vendorVoicesFor } from './voices.ts';

/** `pcm_16000`: 16 bit, little endian, without a header; every plan has it, and calls need no more. */
const sampleRateHz = 16_000;

/** Models that take a language; others refuse it, and hear it from the text. */
const takesLanguage = /^eleven_(flash|turbo)_v2_5$|^eleven_v3/;

/**
 * Opens the synthesiser: one streamed request for each sentence. The vendor's socket for text in pieces is
 * no quicker here, since calls speak whole sentences as soon as they are known.
 */
export function openElevenLabsTextToSpeech(settings: ElevenLabsSettings): TextToSpeech {
  const goneVoices = new Set<string>();

  /** Asks in the first voice that the account has. */
  const request = async (voices: readonly string[], body: string, signal: AbortSignal): Promise<Response> => {
    const [voice = '', ...others] = voices.filter(
      (each, i) => !goneVoices.has(each) || i === voices.length - 1,
    );
    const path = `/v1/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_${sampleRateHz}`;
    const response = await fetch(endpoint(settings, path), {
      method: 'POST',
      headers: { 'xi-api-key': settings.apiKey, 'content-type': 'application/json' },
      body,
      signal,
    });
    if (response.ok) return response;
    const { error, isVoiceGone } = await readFailure(response, settings.apiKey);
    if (!isVoiceGone || others.length === 0) throw error;
    goneVoices.add(voice);
    return await request(others, body, signal);
  };

  return {
    sampleRateHz,
    async *speak({ text, voice, language, signal }) {
      signal.throwIfAborted();
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const leaving = new AbortController();
      try {
        const body = JSON.stringify(requestBody(settings, text, language));
        yield* readSpeech(
          await request(vendorVoicesFor(voice), body, AbortSignal.any([signal, leaving.signal])),
        );
      } catch (error) {
        throw providerErrorOf(error, signal);
      } finally {
        leaving.abort();
      }
    },
  };
}

function requestBody(settings: ElevenLabsSettings, text: string, language: string): Record<string, unknown> {
  // ISO 639-1: the first part of a BCP 47 tag.
  const code = language.split('-')[0]?.toLowerCase() ?? '';
  return {
    text,
    model_id: settings.model,
    ...(takesLanguage.test(settings.model) && /^[a-z]{2}$/.test(code) ? { language_code: code } : {}),
    voice_settings: {
      stability: settings.stability,
      similarity_boost: settings.similarity,
      speed: settings.speed,
    },
  };
}

async function* readSpeech(response: Response): AsyncGenerator<{ samples: Int16Array }> {
  const type = response.headers.get('content-type') ?? '';
  if (/json|text\/|mpeg|mp3|opus|basic/i.test(type)) {
    throw new ProviderError('malformed', `The provider sent ${type} instead of PCM.`);
  }
  const reader = new PcmReader(sampleRateHz);
  for await (const bytes of response.body ?? []) {
    const samples = reader.read(bytes);
    if (samples.length > 0) yield { samples };
  }
}
