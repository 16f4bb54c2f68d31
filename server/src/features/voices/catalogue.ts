import { readFileSync } from 'node:fs';
import { voiceAges, voiceAvatarPath, voicePreviewPath } from '@parley/contract/voice-rules';
import type { VoiceProfile } from '@parley/contract/voices';
import { z } from 'zod';

const VoiceCatalogue = z.object({
  default: z.string(),
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
  voices: z.array(
    z.object({
      id: z.string(),
      voice_id: z.string(),
      voice_name: z.string(),
      provider: z.string(),
      accent: z.string(),
      gender: z.enum(['female', 'male']),
      age: z.enum(voiceAges),
    }),
  ),
});

/**
 * The standard voices of the vendors, with the ids they have there. Accent, gender and age are those of the vendor's own
 * list; a vendor that tells none of them gets what its voices sound like.
 */
const catalogue = VoiceCatalogue.parse(
  JSON.parse(readFileSync(new URL('./voices.json', import.meta.url), 'utf8')),
);

const providerNames = new Map(catalogue.providers.map(({ id, name }) => [id, name]));

/** Every standard voice an agent can be given, those of the first vendor first. */
export const catalogueVoices: readonly VoiceProfile[] = catalogue.voices.map((voice) => ({
  ...voice,
  voice_type: 'standard',
  standard_voice_type: 'premade',
  ...voiceAddresses(voice.id),
}));

/** The voice of a new agent (VOICE-2). */
export const defaultVoice: VoiceProfile = getVoice(catalogue.default);

/** By our id or by the vendor's; undefined for a voice that is not in the catalogue. */
export function findCatalogueVoice(id: string): VoiceProfile | undefined {
  return catalogueVoices.find((voice) => voice.id === id || voice.voice_id === id);
}

/** The vendor's name for people; its id where the catalogue does not know it. */
export function providerNameOf(vendor: string): string {
  return providerNames.get(vendor) ?? vendor;
}

/** Where the picture and the sample of a voice are. */
export function voiceAddresses(id: string): Pick<VoiceProfile, 'avatar_url' | 'preview_audio_url'> {
  return {
    avatar_url: `/api/v1${voiceAvatarPath(id)}`,
    preview_audio_url: `/api/v1${voicePreviewPath(id)}`,
  };
}

function getVoice(id: string): VoiceProfile {
  const voice = findCatalogueVoice(id);
  if (voice === undefined) throw new Error(`The voice catalogue has no voice ${id}.`);
  return voice;
}
