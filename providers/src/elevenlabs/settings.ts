import { z } from 'zod';

/** Where the vendor answers; accounts with data residency have addresses of their own. */
export const vendorBaseUrl = 'https://api.elevenlabs.io';

export const ElevenLabsSettings = z.object({
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,300}$/, 'Paste the API key as ElevenLabs shows it.')
    .meta({
      label: 'API key',
      secret: true,
      help: 'ElevenLabs, Developers, API keys. It needs Text to Speech, and Voices to list yours.',
    }),
  model: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, 'Give the id of a model, such as eleven_flash_v2_5.')
    .default('eleven_flash_v2_5')
    .meta({
      label: 'Model',
      help: 'eleven_flash_v2_5 answers fastest; eleven_multilingual_v2 sounds richest.',
    }),
  stability: z
    .number()
    .min(0, 'From 0 to 1.')
    .max(1, 'From 0 to 1.')
    .default(0.5)
    .meta({ label: 'Stability', help: '0 to 1. Lower is livelier, higher is more even.' }),
  similarity: z
    .number()
    .min(0, 'From 0 to 1.')
    .max(1, 'From 0 to 1.')
    .default(0.75)
    .meta({ label: 'Similarity', help: '0 to 1. How closely it keeps to the original voice.' }),
  speed: z
    .number()
    .min(0.7, 'From 0.7 to 1.2.')
    .max(1.2, 'From 0.7 to 1.2.')
    .default(1)
    .meta({ label: 'Speed', help: '0.7 to 1.2.' }),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Give an address such as https://api.elevenlabs.io.' })
    .default(vendorBaseUrl)
    .meta({ label: 'Base URL', help: 'Another one only for an account with data residency.' }),
});
export type ElevenLabsSettings = z.output<typeof ElevenLabsSettings>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from ELEVENLABS_API_KEY, and ELEVENLABS_MODEL and ELEVENLABS_BASE_URL where they are set. */
export function settingsFromEnvironment(environment: Environment): ElevenLabsSettings | undefined {
  const apiKey = environment['ELEVENLABS_API_KEY'];
  if (!apiKey) return undefined;
  const model = environment['ELEVENLABS_MODEL'];
  const baseUrl = environment['ELEVENLABS_BASE_URL'];
  return ElevenLabsSettings.parse({ apiKey, ...(model && { model }), ...(baseUrl && { baseUrl }) });
}

/** An address of the vendor's API. */
export function endpoint(settings: ElevenLabsSettings, path: string): string {
  return `${settings.baseUrl.replace(/\/+$/, '')}${path}`;
}
