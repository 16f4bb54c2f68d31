import { z } from 'zod';

export const vendorBaseUrl = 'https://api.deepgram.com';

export const DeepgramSettings = z.object({
  apiKey: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,300}$/, 'Paste the API key as Deepgram shows it.')
    .meta({ label: 'API key', secret: true, help: 'Deepgram console, Settings, API keys.' }),
  model: z
    .string()
    .trim()
    .regex(/^[\w.-]{1,100}$/, 'Give the name of a model, such as nova-3.')
    .default('nova-3')
    .meta({
      label: 'Transcription model',
      help: 'nova-3 knows most languages; nova-2-phonecall is made for phone lines.',
    }),
  words: z
    .string()
    .trim()
    .max(2_000, 'At most 2,000 characters.')
    .default('')
    .meta({ label: 'Words to expect', help: 'Names and terms of your business, separated by commas.' }),
  speaks: z
    .boolean()
    .default(true)
    .meta({ label: 'Speak too', help: 'Agents whose own voice is not connected speak with an Aura voice.' }),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Give an address such as https://api.deepgram.com.' })
    .default(vendorBaseUrl)
    .meta({ label: 'Base URL', help: 'Another one only for the EU endpoint or a self-hosted Deepgram.' }),
});
export type DeepgramSettings = z.output<typeof DeepgramSettings>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings from DEEPGRAM_API_KEY, and DEEPGRAM_MODEL and DEEPGRAM_BASE_URL where they are set. */
export function settingsFromEnvironment(environment: Environment): DeepgramSettings | undefined {
  const apiKey = environment['DEEPGRAM_API_KEY'];
  if (!apiKey) return undefined;
  const model = environment['DEEPGRAM_MODEL'];
  const baseUrl = environment['DEEPGRAM_BASE_URL'];
  return DeepgramSettings.parse({ apiKey, ...(model && { model }), ...(baseUrl && { baseUrl }) });
}

/** An address of the vendor's API. */
export function endpoint(settings: DeepgramSettings, path: string): string {
  return `${settings.baseUrl.replace(/\/+$/, '')}${path}`;
}

/** The header that signs a request. */
export function authorization(settings: DeepgramSettings): Record<string, string> {
  return { authorization: `Token ${settings.apiKey}` };
}
