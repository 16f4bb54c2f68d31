import type { Provider, ProviderPart } from '@parley/providers/provider';
import { describeVoice, type WantedVoice } from '@parley/providers/voice';
import { offersOf } from './vendors.ts';

/** A provider that could serve a call, with its settings. */
export type ProviderCandidate = { provider: Provider; settings: Record<string, unknown> };

/** A provider as plain JSON: whoever runs the call opens it by its id. */
export type ProviderChoice = { vendor: string; settings: Record<string, unknown> };

/** The providers of a call. `speechToText` null: nobody listens, the call goes on by touch-tone. */
export type ProviderChoices = {
  speechToText: ProviderChoice | null;
  textToSpeech: ProviderChoice;
  languageModel: ProviderChoice;
};

/** What a wanted voice sounds like here. */
export type HeardVoice = {
  vendor: string;
  vendorName: string;
  /** What the synthesiser is given to speak with it. */
  voice: string;
  /** For staff. */
  name: string;
  /** False: the vendor of the wanted voice is not connected, or does not have it any more. */
  isWanted: boolean;
};

/** A synthesiser, and the voice it speaks with. */
export type SpeechChoice = { textToSpeech: ProviderChoice; heard: HeardVoice };

/**
 * The synthesiser for a voice: that of the vendor whose voice it is where it is connected, else the first one
 * with the voice of its own that is most like it. Throws when nobody speaks.
 */
export function chooseSpeechFrom(
  candidates: readonly ProviderCandidate[],
  wanted: WantedVoice,
): SpeechChoice {
  const speakers = candidates.filter(({ provider, settings }) =>
    offersOf(provider, settings).includes('text-to-speech'),
  );
  const speaker = speakers.find(({ provider }) => provider.id === wanted.vendor) ?? speakers[0];
  if (speaker === undefined) throw new Error('There is no provider for speech.');
  const { provider, settings } = speaker;
  const match = provider.matchVoice?.(settings, wanted) ?? {
    id: describeVoice(wanted),
    name: provider.name,
    isWanted: false,
  };
  return {
    textToSpeech: { vendor: provider.id, settings },
    heard: {
      vendor: provider.id,
      vendorName: provider.name,
      voice: match.id,
      name: match.name,
      isWanted: match.isWanted,
    },
  };
}

/**
 * Takes the first candidate for each part: connections of the workspace come first, newest before older,
 * then the environment, then what was found on the machine, then what is built in; speech by the agent's voice.
 * Throws when nobody speaks or thinks, which the built-in provider prevents.
 */
export function chooseFrom(
  candidates: readonly ProviderCandidate[],
  line: { doesFarEndKnowItsWords: boolean; voice: WantedVoice },
): { providers: ProviderChoices; heard: HeardVoice } {
  // A far end that says its words itself is taken at its word: no recogniser hears them better.
  const listeners = line.doesFarEndKnowItsWords
    ? candidates.filter(({ provider }) => provider.isBuiltin)
    : candidates;
  const { textToSpeech, heard } = chooseSpeechFrom(candidates, line.voice);
  const languageModel = chooseLanguageModelFrom(candidates);
  const speechToText = findFor(listeners, 'speech-to-text') ?? null;
  return { providers: { speechToText, textToSpeech, languageModel }, heard };
}

/** Whether one of them understands speech; the one that is built in only takes far ends at their word. */
export function hasRecogniserAmong(candidates: readonly ProviderCandidate[]): boolean {
  return (
    findFor(
      candidates.filter(({ provider }) => !provider.isBuiltin),
      'speech-to-text',
    ) !== undefined
  );
}

/** The language model calls use; rules where none is connected. */
export function chooseLanguageModelFrom(candidates: readonly ProviderCandidate[]): ProviderChoice {
  const found = findFor(candidates, 'language-model');
  if (found === undefined) throw new Error('There is no provider for language.');
  return found;
}

/** The first language model that can read a call and judge it; undefined when only rules are left. */
export function chooseAnalystFrom(candidates: readonly ProviderCandidate[]): ProviderChoice | undefined {
  return findFor(
    candidates.filter(({ provider }) => provider.canAnalyse !== false),
    'language-model',
  );
}

/** The first model that turns texts into vectors; undefined where none is connected. */
export function chooseEmbeddingFrom(candidates: readonly ProviderCandidate[]): ProviderChoice | undefined {
  return findFor(candidates, 'embedding');
}

function findFor(candidates: readonly ProviderCandidate[], part: ProviderPart): ProviderChoice | undefined {
  const found = candidates.find(({ provider, settings }) => offersOf(provider, settings).includes(part));
  return found && { vendor: found.provider.id, settings: found.settings };
}
