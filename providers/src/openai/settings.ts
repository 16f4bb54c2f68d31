import { z } from 'zod';

/** Where the vendor itself answers; any server that speaks the same protocol may stand here. */
export const vendorBaseUrl = 'https://api.openai.com/v1';

export const OpenAiSettings = z.object({
  apiKey: z
    .string()
    .default('')
    .meta({ label: 'API key', secret: true, help: 'May stay empty for a server of your own.' }),
  baseUrl: z
    .url({ protocol: /^https?$/, error: 'Give an address such as https://api.openai.com/v1.' })
    .default(vendorBaseUrl)
    .meta({ label: 'Base URL', help: 'Any server that speaks the OpenAI protocol.' }),
  chatModel: z
    .string()
    .default('gpt-4.1-mini')
    .meta({ label: 'Chat model', help: 'Empty: no language model from here.' }),
  transcriptionModel: z
    .string()
    .default('gpt-4o-mini-transcribe')
    .meta({ label: 'Transcription model', help: 'Empty: no recognition from here.' }),
  transcriptionPrompt: z
    .string()
    .default('')
    .meta({ label: 'Transcription prompt', help: 'Names and words to expect.' }),
  embeddingModel: z
    .string()
    .default('text-embedding-3-small')
    .meta({ label: 'Embedding model', help: 'Finds knowledge by meaning. Empty: by words only.' }),
  speechModel: z
    .string()
    .default('gpt-4o-mini-tts')
    .meta({ label: 'Speech model', help: 'Empty: no synthesis from here.' }),
  voice: z
    .string()
    .default('')
    .meta({ label: 'Voice', help: 'Empty: the one that is most like the voice the agent asks for.' }),
  voices: z.string().default('').meta({
    label: 'Voice names',
    help: 'Names of agents’ voices and what they are here: Dorothy=nova, Adam=onyx.',
  }),
});
export type OpenAiSettings = z.output<typeof OpenAiSettings>;

type ModelSetting = 'chatModel' | 'transcriptionModel' | 'embeddingModel' | 'speechModel';
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings from OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_CHAT_MODEL, OPENAI_TRANSCRIPTION_MODEL,
 * OPENAI_EMBEDDING_MODEL, OPENAI_SPEECH_MODEL, OPENAI_VOICE. A base URL of one's own offers only the models that are named; "none"
 * switches a part off.
 */
export function settingsFromEnvironment(environment: Environment): OpenAiSettings | undefined {
  const apiKey = environment['OPENAI_API_KEY'] ?? '';
  const baseUrl = environment['OPENAI_BASE_URL'] || vendorBaseUrl;
  const isVendor = baseUrl.replace(/\/+$/, '') === vendorBaseUrl;
  if (isVendor && apiKey === '') return undefined;
  const model = (name: string, setting: ModelSetting) => {
    const named = environment[name];
    if (named === 'none') return { [setting]: '' };
    if (named) return { [setting]: named };
    return isVendor ? {} : { [setting]: '' };
  };
  const parsed = OpenAiSettings.safeParse({
    apiKey,
    baseUrl,
    ...model('OPENAI_CHAT_MODEL', 'chatModel'),
    ...model('OPENAI_TRANSCRIPTION_MODEL', 'transcriptionModel'),
    ...model('OPENAI_EMBEDDING_MODEL', 'embeddingModel'),
    ...model('OPENAI_SPEECH_MODEL', 'speechModel'),
    voice: environment['OPENAI_VOICE'] ?? '',
  });
  return parsed.success ? parsed.data : undefined;
}

/** An address below the base URL. */
export function endpoint(settings: OpenAiSettings, path: string): string {
  return `${settings.baseUrl.replace(/\/+$/, '')}${path}`;
}

/** The header that signs a request; none without a key. */
export function authorization(settings: OpenAiSettings): Record<string, string> {
  return settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {};
}
