import { voiceAges } from '@parley/contract/voice-rules';
import type { ListedVoiceProfile } from '@parley/contract/voices';

/** What narrows the list; an empty text narrows nothing. */
export type VoiceFilters = { gender: string; accent: string; age: string; words: string };

export const noFilters: VoiceFilters = { gender: '', accent: '', age: '', words: '' };

/** The voices of one provider that fit (VOICE-1). One that is gone at its provider is shown only where it is chosen. */
export function filterVoices(
  voices: readonly ListedVoiceProfile[],
  provider: string,
  filters: VoiceFilters,
  chosenId: string,
): ListedVoiceProfile[] {
  const words = filters.words.trim().toLowerCase();
  const fits = (wanted: string, has: string) => wanted === '' || wanted === has;
  return voices.filter(
    (voice) =>
      voice.provider === provider &&
      (voice.is_available || voice.id === chosenId) &&
      fits(filters.gender, voice.gender) &&
      fits(filters.accent, voice.accent) &&
      fits(filters.age, voice.age) &&
      (words === '' ||
        [voice.voice_name, voice.id, voice.voice_id].some((text) => text.toLowerCase().includes(words))),
  );
}

/** What the filters offer: genders and accents of the data, ages as the product names them. */
export function filterOptions(voices: readonly ListedVoiceProfile[]): {
  genders: string[];
  accents: string[];
  ages: readonly string[];
} {
  const valuesOf = (field: 'gender' | 'accent') =>
    [...new Set(voices.map((voice) => voice[field]))].filter((value) => value !== '').sort();
  return { genders: valuesOf('gender'), accents: valuesOf('accent'), ages: voiceAges };
}

/** Providers that have voices, in the order of the list. */
export function listProviders(
  voices: readonly ListedVoiceProfile[],
): { id: string; name: string; isConnected: boolean }[] {
  const providers = new Map(
    voices.map(({ provider, provider_name, is_connected }) => [
      provider,
      { id: provider, name: provider_name, isConnected: is_connected },
    ]),
  );
  return [...providers.values()];
}

/** `British · Female · Young`, without what nobody told. */
export function voiceFacts({
  accent,
  gender,
  age,
}: Pick<ListedVoiceProfile, 'accent' | 'gender' | 'age'>): string {
  const shownGender = gender.charAt(0).toUpperCase() + gender.slice(1);
  return [accent, shownGender, age].filter((fact) => fact !== '').join(' · ');
}
