import { z } from 'zod';
import { route } from './route.ts';

export * from './voice-rules.ts';

/** A voice with the wire names of the specification. */
export const VoiceProfile = z.object({
  id: z.string(),
  /** The provider's own id of the voice. */
  voice_id: z.string(),
  /** `standard`: a voice that everybody has at the provider; `custom`: one of the connected account. */
  voice_type: z.enum(['standard', 'custom']),
  /** What the provider calls its standard voices; null for a custom one. */
  standard_voice_type: z.string().nullable(),
  voice_name: z.string(),
  provider: z.string(),
  /** Empty where the provider does not tell it, as gender and age. */
  accent: z.string(),
  gender: z.string(),
  age: z.string(),
  avatar_url: z.string().nullable(),
  preview_audio_url: z.string().nullable(),
});
export type VoiceProfile = z.output<typeof VoiceProfile>;

/** A voice as the selector lists it. */
export const ListedVoiceProfile = VoiceProfile.extend({
  /** The provider's name for people. */
  provider_name: z.string(),
  /** False: it is no longer in the account it came from. An agent that has it keeps it. */
  is_available: z.boolean(),
});
export type ListedVoiceProfile = z.output<typeof ListedVoiceProfile>;

export const voiceRoutes = {
  list: route({
    method: 'GET',
    path: '/voice-profiles',
    summary: 'Lists the voices an agent can have: those of the catalogue and those of connected accounts.',
    tag: 'Agents',
    access: 'signed-in',
    status: 200,
    answer: z.array(ListedVoiceProfile),
  }),
};
