import type { CallProviders } from '@parley/engine/interfaces/call-providers';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import { findProvider, providers } from '@parley/providers/index';
import type { Provider } from '@parley/providers/provider';
import type { ProviderChoice, ProviderChoices } from './thread-messages.ts';

const opened = new Map<string, unknown>();

/** Opens a part of a provider once per thread and connection, since openers may keep pools. */
function openOnce<Part>(
  part: string,
  choice: ProviderChoice,
  open: (provider: Provider) => Part | undefined,
): Part {
  const key = `${part} ${choice.vendor} ${JSON.stringify(choice.settings)}`;
  const known = opened.get(key) as Part | undefined;
  if (known !== undefined) return known;
  const provider = findProvider(choice.vendor);
  const fresh = provider && open(provider);
  if (fresh === undefined) throw new Error(`The provider ${choice.vendor} does not offer ${part}.`);
  opened.set(key, fresh);
  return fresh;
}

/** Opens the providers of a call in this thread. Throws when a choice names something that is not there. */
export function openProviders(choices: ProviderChoices): CallProviders {
  const { speechToText, textToSpeech, languageModel } = choices;
  return {
    speechToText:
      speechToText &&
      openOnce('speech-to-text', speechToText, (each) =>
        each.openSpeechToText?.(each.settings.parse(speechToText.settings)),
      ),
    textToSpeech: openOnce('text-to-speech', textToSpeech, (each) =>
      each.openTextToSpeech?.(each.settings.parse(textToSpeech.settings)),
    ),
    languageModel: openLanguageModel(languageModel),
  };
}

/** Opens a language model, also outside calls (the analysis of ended calls). */
export function openLanguageModel(choice: ProviderChoice): CallProviders['languageModel'] {
  return openOnce('language-model', choice, (each) =>
    each.openLanguageModel?.(each.settings.parse(choice.settings)),
  );
}

/** The synthesiser that needs no account. */
export function openBuiltinTextToSpeech(): TextToSpeech {
  const builtin = providers.find((each) => each.isBuiltin && each.openTextToSpeech);
  if (!builtin) throw new Error('No provider works without an account.');
  return openOnce('text-to-speech', { vendor: builtin.id, settings: {} }, (each) =>
    each.openTextToSpeech?.(each.settings.parse({})),
  );
}
