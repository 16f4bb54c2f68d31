import type { ListedVoiceProfile, StandInVoice, VoiceProfile } from '@parley/contract/voices';
import type { WantedVoice } from '@parley/providers/voice';
import type { HeardVoice } from '../connections/index.ts';
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

/** What is heard instead of a voice; null where it is the voice itself. */
export function toHeardAs(heard: HeardVoice | undefined): StandInVoice | null {
  if (heard === undefined || heard.isWanted) return null;
  return { provider: heard.vendor, provider_name: heard.vendorName, voice_name: heard.name };
}

/** The catalogue, then the voices that only the workspace's accounts have. What is heard of them is added by the caller. */
export function toListedVoices(
  rows: readonly AccountVoiceRow[],
  connectedVendors: ReadonlySet<string>,
): Omit<ListedVoiceProfile, 'heard_as'>[] {
  const standard = new Set(catalogueVoices.map(keyOf));
  const own = rows.filter((row) => !standard.has(keyOf({ provider: row.vendor, voice_id: row.voiceId })));
  const voices = [
    ...catalogueVoices.map((voice) => ({ ...voice, is_available: true })),
    ...own.map((row) => ({ ...toAccountVoice(row), is_available: !row.isGone })),
  ];
  return voices.map((voice) => ({
    ...voice,
    provider_name: providerNameOf(voice.provider),
    is_connected: connectedVendors.has(voice.provider),
  }));
}

function keyOf({ provider, voice_id }: Pick<VoiceProfile, 'provider' | 'voice_id'>): string {
  return `${provider} ${voice_id}`;
}
