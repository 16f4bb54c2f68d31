import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { connectionError, readFailedAnswer } from '../failed-answer.ts';
import { PcmReader } from '../pcm-reader.ts';
import { describeVoice, type VoiceMatch, type WantedVoice } from '../voice.ts';
import { likenessOf } from '../voice-likeness.ts';
import { failedAnswerError } from './failures.ts';
import { authorization, type DeepgramSettings, endpoint } from './settings.ts';

const sampleRateHz = 16_000;

/** A voice is a model of its own, named for its language as well. */
const voices = {
  female: { id: 'aura-2-thalia-en', name: 'Thalia' },
  britishFemale: { id: 'aura-2-pandora-en', name: 'Pandora' },
  male: { id: 'aura-2-apollo-en', name: 'Apollo' },
  britishMale: { id: 'aura-2-draco-en', name: 'Draco' },
} as const;

/** Opens the synthesiser: `POST /v1/speak`, streamed as it is made. */
export function openDeepgramTextToSpeech(settings: DeepgramSettings): TextToSpeech {
  return {
    sampleRateHz,
    async *speak({ text, voice, signal }) {
      signal.throwIfAborted();
      if (!/[\p{L}\p{N}]/u.test(text)) return;
      const leaving = new AbortController();
      const query = new URLSearchParams({
        model: vendorVoiceFor(voice).id,
        encoding: 'linear16',
        sample_rate: String(sampleRateHz),
        container: 'none',
      });
      try {
        const response = await fetch(endpoint(settings, `/v1/speak?${query}`), {
          method: 'POST',
          headers: { ...authorization(settings), 'content-type': 'application/json' },
          body: JSON.stringify({ text }),
          signal: AbortSignal.any([signal, leaving.signal]),
        });
        if (!response.ok) throw failedAnswerError(await readFailedAnswer(response), settings.apiKey);
        yield* readSpeech(response);
      } catch (error) {
        throw signal.aborted ? signal.reason : connectionError(error);
      } finally {
        leaving.abort();
      }
    },
  };
}

/** What is heard where a voice of any vendor is wanted. */
export function matchVendorVoice(_settings: DeepgramSettings, wanted: WantedVoice): VoiceMatch {
  if (wanted.vendor === 'deepgram') return { id: wanted.id, name: wanted.name, isWanted: true };
  return { ...vendorVoiceFor(describeVoice(wanted)), isWanted: false };
}

function vendorVoiceFor(voice: string): { id: string; name: string } {
  if (/^aura-[\w-]{1,60}$/.test(voice)) return { id: voice, name: voice };
  const { gender, isBritish } = likenessOf(voice);
  if (gender === 'female') return isBritish ? voices.britishFemale : voices.female;
  return isBritish ? voices.britishMale : voices.male;
}

async function* readSpeech(response: Response): AsyncGenerator<{ samples: Int16Array }> {
  const type = response.headers.get('content-type') ?? '';
  if (/json|text\/|mpeg|mp3|opus/i.test(type))
    throw new ProviderError('malformed', `The provider sent ${type} instead of PCM.`);
  const reader = new PcmReader(sampleRateHz);
  for await (const bytes of response.body ?? []) {
    const samples = reader.read(bytes);
    if (samples.length > 0) yield { samples };
  }
}
