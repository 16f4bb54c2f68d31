import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import type { Embedding } from '../embedding.ts';
import { providerErrorOf } from './failures.ts';
import type { OpenAiSettings } from './settings.ts';

/** The vendor takes 2048 texts and 300,000 tokens a request; servers of one's own take far less at a time. */
const maxTextsAtOnce = 96;
const maxLettersAtOnce = 200_000;

/** Lengths of the vendor's own models (its embeddings guide). Other models tell theirs by their first answer. */
const knownDimensions: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 1536,
  'text-embedding-3-large': 3072,
  'text-embedding-ada-002': 1536,
};

/** Opens the embedding model of a server: `POST /embeddings`. Nothing is retried here: the job decides that. */
export function openOpenAiEmbedding(settings: OpenAiSettings): Embedding {
  const server = createOpenAICompatible({
    name: 'openai',
    baseURL: settings.baseUrl.replace(/\/+$/, ''),
    ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
  });
  const model = server.embeddingModel(settings.embeddingModel);
  return {
    model: settings.embeddingModel,
    dimensions: knownDimensions[settings.embeddingModel],
    async embed(texts, signal) {
      const vectors: number[][] = [];
      try {
        for (const batch of batchesOf(texts)) {
          signal.throwIfAborted();
          const { embeddings } = await model.doEmbed({ values: batch, abortSignal: signal });
          if (embeddings.length !== batch.length) throw unreadable();
          vectors.push(...embeddings);
        }
      } catch (error) {
        throw providerErrorOf(error, { signal, apiKey: settings.apiKey });
      }
      const length = vectors[0]?.length ?? 0;
      const isRegular = vectors.every((vector) => vector.length === length && vector.every(Number.isFinite));
      if (vectors.length > 0 && (length === 0 || !isRegular)) throw unreadable();
      return vectors;
    },
  };
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let letters = 0;
  for (const text of texts) {
    const last = batches.at(-1);
    letters += text.length;
    if (last && last.length < maxTextsAtOnce && letters <= maxLettersAtOnce) last.push(text);
    else {
      batches.push([text]);
      letters = text.length;
    }
  }
  return batches;
}

function unreadable(): ProviderError {
  return new ProviderError('malformed', 'The embedding model answered vectors that do not fit the texts.');
}
