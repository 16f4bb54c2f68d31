import type { LanguageModel } from '@parley/engine/interfaces/language-model';
import type { SpeechToText } from '@parley/engine/interfaces/speech-to-text';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { z } from 'zod';
import type { Embedding } from './embedding.ts';
import type { ListedVoice, VoiceMatch, WantedVoice } from './voice.ts';

/**
 * A speech or language vendor. A part that is missing is a thing it does not offer. Openers are called
 * in the thread that runs the call, once per thread and connection: they may keep pools.
 */
export type Provider<Settings extends z.ZodObject = z.ZodObject> = {
  /** Folder name; stored in connections. */
  id: string;
  name: string;
  /** Form of a connection. Secret fields carry `.meta({ secret: true })`, every field `.meta({ label })`. */
  settings: Settings;
  /** Whether it works without any connection, as on a fresh machine. */
  isBuiltin?: boolean;
  /** Its settings name programs of this machine: only the operator may set them, never a workspace. */
  isOperatorOnly?: boolean;
  /**
   * Settings found in the environment or on this machine, asked once at start; undefined when nothing is
   * there. `source` tells staff where they come from.
   */
  discover?: (
    environment: Readonly<Record<string, string | undefined>>,
  ) => Promise<{ settings: z.output<Settings>; source: 'environment' | 'found' } | undefined>;
  openSpeechToText?: (settings: z.output<Settings>) => SpeechToText;
  openTextToSpeech?: (settings: z.output<Settings>) => TextToSpeech;
  openLanguageModel?: (settings: z.output<Settings>) => LanguageModel;
  openEmbedding?: (settings: z.output<Settings>) => Embedding;
  /** The voices of the account. Rejects with a ProviderError. */
  listVoices?: (settings: z.output<Settings>, signal: AbortSignal) => Promise<readonly ListedVoice[]>;
  /** The voice it speaks with where this one is wanted. Default: the wanted voice is named, and it finds its way. */
  matchVoice?: (settings: z.output<Settings>, wanted: WantedVoice) => VoiceMatch;
  /** False for a model that follows fixed rules: it cannot summarise a call. Default true. */
  canAnalyse?: boolean;
  /** Which parts these settings really offer, where that depends on them. Default: every opener. */
  offers?: (settings: z.output<Settings>) => readonly ProviderPart[];
};

export type ProviderPart = 'speech-to-text' | 'text-to-speech' | 'language-model' | 'embedding';

/** Names a provider, keeping the type of its settings inside its folder and hiding it outside. */
export function provider<Settings extends z.ZodObject>(definition: Provider<Settings>): Provider {
  return definition as unknown as Provider;
}
