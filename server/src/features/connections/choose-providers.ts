import type { Provider, ProviderPart } from '@parley/providers/provider';
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

/**
 * Takes the first candidate for each part: connections of the workspace come first, newest before older,
 * then the environment, then what was found on the machine, then what is built in. Throws when nobody
 * speaks or thinks, which the built-in provider prevents.
 */
export function chooseFrom(
  candidates: readonly ProviderCandidate[],
  line: { doesFarEndKnowItsWords: boolean },
): ProviderChoices {
  // A far end that says its words itself is taken at its word: no recogniser hears them better.
  const listeners = line.doesFarEndKnowItsWords
    ? candidates.filter(({ provider }) => provider.isBuiltin)
    : candidates;
  const textToSpeech = findFor(candidates, 'text-to-speech');
  const languageModel = findFor(candidates, 'language-model');
  if (textToSpeech === undefined || languageModel === undefined)
    throw new Error('There is no provider for speech, or none for language.');
  return { speechToText: findFor(listeners, 'speech-to-text') ?? null, textToSpeech, languageModel };
}

/** The first language model that can read a call and judge it; undefined when only rules are left. */
export function chooseAnalystFrom(candidates: readonly ProviderCandidate[]): ProviderChoice | undefined {
  return findFor(
    candidates.filter(({ provider }) => provider.canAnalyse !== false),
    'language-model',
  );
}

function findFor(candidates: readonly ProviderCandidate[], part: ProviderPart): ProviderChoice | undefined {
  const found = candidates.find(({ provider, settings }) => offersOf(provider, settings).includes(part));
  return found && { vendor: found.provider.id, settings: found.settings };
}
