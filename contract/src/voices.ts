import { z } from 'zod';
import { agentLanguages, defaultLanguage } from './agent-languages.ts';
import { idPrefixes } from './ids.ts';
import { route } from './route.ts';
import { sayLimits } from './voice-rules.ts';

export * from './voice-rules.ts';

/** What is spoken and understood on a call (BCP 47). */
export const SpokenLanguage = z.enum(agentLanguages.map(({ code }) => code));

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

/** The voice that is heard where another was chosen. */
export const StandInVoice = z.object({
  provider: z.string(),
  /** The provider's name for people, as the voice's. */
  provider_name: z.string(),
  voice_name: z.string(),
});
export type StandInVoice = z.output<typeof StandInVoice>;

/** A voice as the selector lists it. */
export const ListedVoiceProfile = VoiceProfile.extend({
  /** The provider's name for people. */
  provider_name: z.string(),
  /** Whether the workspace has a connection to its provider. */
  is_connected: z.boolean(),
  /** What calls, and the sample, sound like instead; null where the voice itself is heard. */
  heard_as: StandInVoice.nullable(),
  /** False: it is no longer in the account it came from. An agent that has it keeps it. */
  is_available: z.boolean(),
});
export type ListedVoiceProfile = z.output<typeof ListedVoiceProfile>;

/** Ids of the catalogue are words, ids of an account's voices like all others. */
const VoiceId = z.object({
  id: z
    .string()
    .regex(new RegExp(`^${idPrefixes.voice}_[0-9A-Za-z]{16,32}$|^voice_[a-z]{1,40}$`), 'Not a voice.'),
});

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
  say: route({
    method: 'POST',
    path: '/voice-profiles/{id}/say',
    summary: 'Speaks a text as a call would: in the voice that is heard there, merge fields filled in.',
    tag: 'Agents',
    access: 'edit',
    params: VoiceId,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, 'There is nothing to say.')
        .max(sayLimits.textLength, `At most ${sayLimits.textLength} characters.`),
      /** Values of merge fields, by name. One that is missing is left out, as in a call. */
      fields: z
        .record(z.string().max(sayLimits.fieldNameLength), z.string().max(sayLimits.valueLength))
        .refine(
          (fields) => Object.keys(fields).length <= sayLimits.fields,
          `At most ${sayLimits.fields} fields.`,
        )
        .default({}),
      /** What the text is in. */
      language: SpokenLanguage.default(defaultLanguage),
    }),
    status: 200,
    answer: z.object({
      /** A WAV file, 16 bit and mono, in base64. */
      audio: z.string(),
      duration_ms: z.number(),
      /** What was said, with the fields filled in. */
      text: z.string(),
      heard_as: StandInVoice.nullable(),
    }),
    errors: ['voice_not_found', 'voice_not_heard'],
    perMinute: 20,
  }),
};
