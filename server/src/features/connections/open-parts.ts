import type { LanguageModel } from '@parley/engine/interfaces/language-model';
import type { TextToSpeech } from '@parley/engine/interfaces/text-to-speech';
import type { Embedding } from '@parley/providers/embedding';
import type { Provider } from '@parley/providers/provider';
import type { ProviderChoice } from './choose-providers.ts';

/** Openings kept at most: each may keep a pool. The oldest is let go. */
const openingLimit = 100;

/** Opens parts of providers outside calls, each once per settings while it is in use. */
export class ProviderParts {
  readonly #providers: readonly Provider[];
  readonly #opened = new Map<string, unknown>();

  constructor(providers: readonly Provider[]) {
    this.#providers = providers;
  }

  openTextToSpeech(choice: ProviderChoice): TextToSpeech {
    return this.#open('text-to-speech', choice, (provider, settings) =>
      provider.openTextToSpeech?.(settings),
    );
  }

  openLanguageModel(choice: ProviderChoice): LanguageModel {
    return this.#open('language-model', choice, (provider, settings) =>
      provider.openLanguageModel?.(settings),
    );
  }

  openEmbedding(choice: ProviderChoice): Embedding {
    return this.#open('embedding', choice, (provider, settings) => provider.openEmbedding?.(settings));
  }

  #open<Part>(
    part: string,
    { vendor, settings }: ProviderChoice,
    open: (provider: Provider, settings: Record<string, unknown>) => Part | undefined,
  ): Part {
    const key = `${part} ${vendor} ${JSON.stringify(settings)}`;
    const known = this.#opened.get(key) as Part | undefined;
    if (known !== undefined) {
      this.#opened.delete(key);
      this.#opened.set(key, known);
      return known;
    }
    const provider = this.#providers.find((each) => each.id === vendor);
    const opened = provider && open(provider, settings);
    if (opened === undefined) throw new Error(`The provider ${vendor} does not offer ${part}.`);
    this.#opened.set(key, opened);
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= openingLimit) break;
      this.#opened.delete(oldest);
    }
    return opened;
  }
}
