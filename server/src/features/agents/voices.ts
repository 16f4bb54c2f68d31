import { readFileSync } from 'node:fs';
import type { VoiceProfile } from '@parley/contract/agents';
import { z } from 'zod';

const VoiceCatalogue = z.object({
  default: z.string(),
  voices: z.array(
    z.object({
      id: z.string(),
      voice_id: z.string(),
      voice_name: z.string(),
      provider: z.string(),
      accent: z.string(),
      gender: z.enum(['female', 'male']),
      age: z.enum(['Young', 'Middle Aged', 'Old']),
    }),
  ),
});

const catalogue = VoiceCatalogue.parse(
  JSON.parse(readFileSync(new URL('./voices.json', import.meta.url), 'utf8')),
);

/** Every voice an agent can be given. */
export const voices: readonly VoiceProfile[] = catalogue.voices.map((voice) => ({
  ...voice,
  avatar_url: null,
  preview_audio_url: null,
}));

/** The voice of a new agent (VOICE-2). */
export const defaultVoice: VoiceProfile = getVoice(catalogue.default);

/** By our id or by the vendor's; undefined for a voice that is not in the catalogue. */
export function findVoice(id: string): VoiceProfile | undefined {
  return voices.find((voice) => voice.id === id || voice.voice_id === id);
}

function getVoice(id: string): VoiceProfile {
  const voice = findVoice(id);
  if (voice === undefined) throw new Error(`The voice catalogue has no voice ${id}.`);
  return voice;
}
