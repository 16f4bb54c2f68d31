import type { ListedVoiceProfile, VoiceProfile } from '@parley/contract/voices';
import type { WantedVoice } from '@parley/providers/voice';
import { catalogueVoices, providerNameOf, voiceAddresses } from './catalogue.ts';
import type { AccountVoiceRow } from './tables.ts';

/** A voice as the synthesisers of providers look for it, their own or one that is like it. */
export function toWantedVoice(voice: VoiceProfile): WantedVoice {
  const { provider, voice_id, voice_name, gender, accent } = voice;
  return {
    vendor: provider,
    id: voice_id,
    name: voice_name,
    gender: gender === 'female' || gender === 'male' ? gender : undefined,
    ...(accent !== '' && { accent }),
  };
}

/** A voice of a connected account as the wire names it. */
export function toAccountVoice(row: AccountVoiceRow): VoiceProfile {
  return {
    id: row.id,
    voice_id: row.voiceId,
    voice_type: 'custom',
    standard_voice_type: null,
    voice_name: row.name,
    provider: row.vendor,
    accent: row.accent,
    gender: row.gender,
    age: row.age,
    ...voiceAddresses(row.id),
  };
}

/** The catalogue, then the voices that only the workspace's accounts have. */
export function toListedVoices(rows: readonly AccountVoiceRow[]): ListedVoiceProfile[] {
  const standard = new Set(catalogueVoices.map(keyOf));
  const own = rows.filter((row) => !standard.has(keyOf({ provider: row.vendor, voice_id: row.voiceId })));
  return [
    ...catalogueVoices.map((voice) => ({
      ...voice,
      provider_name: providerNameOf(voice.provider),
      is_available: true,
    })),
    ...own.map((row) => ({
      ...toAccountVoice(row),
      provider_name: providerNameOf(row.vendor),
      is_available: !row.isGone,
    })),
  ];
}

function keyOf({ provider, voice_id }: Pick<VoiceProfile, 'provider' | 'voice_id'>): string {
  return `${provider} ${voice_id}`;
}
