import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { z } from 'zod';
import { describeVoice, type ListedVoice, type VoiceMatch, type WantedVoice } from '../voice.ts';
import { likenessOf } from '../voice-likeness.ts';
import { providerErrorOf, readFailure } from './failures.ts';
import { type ElevenLabsSettings, endpoint } from './settings.ts';

/** Voices that every account has, to speak for voices of other vendors. */
const likely = {
  female: { id: 'EXAVITQu4vr4xnSDxMaL', name: 'Sarah' },
  britishFemale: { id: 'Xb7hH8MSUJpSbSDYk0k2', name: 'Alice' },
  male: { id: 'nPczCjzI2devNBz1zQrb', name: 'Brian' },
  britishMale: { id: 'JBFqnCBsd6RMkjVDRZzb', name: 'George' },
} as const;

/** The vendor's ids are about twenty letters and digits; names are words. */
const voiceId = /^(?=.*\d)[A-Za-z0-9]{16,40}$/;

/**
 * The ids to ask for, best first: the id a voice begins with, then the voice that is most like the words after
 * it, which serves when the account does not have the first (any more).
 */
export function vendorVoicesFor(voice: string): readonly [string] | readonly [string, string] {
  const [id = '', ...words] = voice.split(' ');
  if (!voiceId.test(id)) return [likelyVoice(voice).id];
  const other = likelyVoice(words.join(' ')).id;
  return other === id ? [id] : [id, other];
}

/** What is heard where a voice of any vendor is wanted. A voice of this vendor goes with its description. */
export function matchVendorVoice(_settings: ElevenLabsSettings, wanted: WantedVoice): VoiceMatch {
  const description = describeVoice(wanted);
  if (wanted.vendor !== 'elevenlabs') return { ...likelyVoice(description), isWanted: false };
  return { id: `${wanted.id} ${description}`, name: wanted.name, isWanted: true };
}

function likelyVoice(description: string): { id: string; name: string } {
  const { gender, isBritish } = likenessOf(description);
  if (gender === 'female') return isBritish ? likely.britishFemale : likely.female;
  return isBritish ? likely.britishMale : likely.male;
}

/** What is read of an answer; all but the id and the name may be missing or null. */
const Voices = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string().min(1).max(100),
      name: z.string(),
      labels: z.record(z.string(), z.unknown()).nullish(),
      description: z.string().nullish(),
      preview_url: z.string().nullish(),
    }),
  ),
});

/** The voices of the account: `GET /v1/voices`. Rejects with a ProviderError. */
export async function listElevenLabsVoices(
  settings: ElevenLabsSettings,
  signal: AbortSignal,
): Promise<ListedVoice[]> {
  try {
    const response = await fetch(endpoint(settings, '/v1/voices'), {
      headers: { 'xi-api-key': settings.apiKey },
      signal,
    });
    if (!response.ok) throw (await readFailure(response, settings.apiKey)).error;
    const answer = Voices.safeParse(await response.json());
    if (!answer.success) throw new ProviderError('malformed', 'The list of voices cannot be read.');
    return answer.data.voices.map(toListedVoice);
  } catch (error) {
    throw providerErrorOf(error, signal);
  }
}

const ages: Readonly<Record<string, ListedVoice['age']>> = {
  young: 'Young',
  'middle aged': 'Middle Aged',
  'middle-aged': 'Middle Aged',
  middle_aged: 'Middle Aged',
  old: 'Old',
};

function toListedVoice(voice: z.output<typeof Voices>['voices'][number]): ListedVoice {
  const label = (name: string): string => {
    const value = voice.labels?.[name];
    return typeof value === 'string' ? value.trim().toLowerCase() : '';
  };
  const gender = label('gender');
  const accent = label('accent');
  const age = ages[label('age')];
  // Names of the vendor go on after a dash: "Sarah - Mature, Reassuring".
  const [name = '', ...rest] = voice.name.trim().split(' - ');
  const description = voice.description?.trim() || rest.join(' - ');
  return {
    id: voice.voice_id,
    name: name.slice(0, 100) || voice.voice_id,
    ...(gender === 'female' || gender === 'male' ? { gender } : {}),
    ...(accent ? { accent: accent.replace(/(^|[\s-])\p{L}/gu, (start) => start.toUpperCase()) } : {}),
    ...(age ? { age } : {}),
    ...(description ? { description: description.slice(0, 500) } : {}),
    ...(voice.preview_url?.startsWith('https://') ? { previewUrl: voice.preview_url } : {}),
  };
}
