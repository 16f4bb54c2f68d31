import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel, LanguageModelPart } from '@parley/engine/interfaces/language-model';
import { ProviderError } from '@parley/engine/interfaces/provider-error';
import { chatPrompt, chatTools } from './chat-messages.ts';
import { providerErrorOf } from './failures.ts';
import type { OpenAiSettings } from './settings.ts';

/** More than anybody says in one turn: an answer that never ends is cut here. */
const maxAnswerLetters = 20_000;

const finishReasons: Readonly<Record<string, 'stop' | 'length' | 'tool-calls'>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
};

/** Opens the chat completions of a server. Nothing is retried here: the call decides that. */
export function openOpenAiLanguageModel(settings: OpenAiSettings): LanguageModel {
  const server = createOpenAICompatible({
    name: 'openai',
    baseURL: settings.baseUrl,
    ...(settings.apiKey ? { apiKey: settings.apiKey } : {}),
  });
  const model = server.chatModel(settings.chatModel);
  return {
    async *respond({ messages, tools, signal, isJson }) {
      signal.throwIfAborted();
      // Ends the request also when the reader leaves early.
      const leaving = new AbortController();
      const offered = chatTools(tools);
      try {
        const { stream } = await model.doStream({
          prompt: chatPrompt(messages),
          ...(offered ? { tools: offered, toolChoice: { type: 'auto' } } : {}),
          ...(isJson ? { responseFormat: { type: 'json' } } : {}),
          abortSignal: AbortSignal.any([signal, leaving.signal]),
        });
        yield* readParts(stream);
      } catch (error) {
        throw providerErrorOf(error, { signal, apiKey: settings.apiKey });
      } finally {
        leaving.abort();
      }
    },
  };
}

type ChatStream = Awaited<
  ReturnType<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>['doStream']>
>['stream'];

async function* readParts(stream: ChatStream): AsyncGenerator<LanguageModelPart> {
  let letters = 0;
  for await (const part of stream) {
    if (part.type === 'text-delta' && part.delta !== '') {
      letters += part.delta.length;
      yield { type: 'text', text: part.delta };
      if (letters > maxAnswerLetters) {
        yield { type: 'finish', reason: 'length' };
        return;
      }
    } else if (part.type === 'tool-call') {
      const call = { id: part.toolCallId, name: part.toolName, arguments: part.input };
      yield { type: 'tool-call', call };
    } else if (part.type === 'error') {
      throw streamError(part.error);
    } else if (part.type === 'finish') {
      yield { type: 'finish', reason: finishReasons[part.finishReason.unified] ?? 'other' };
    }
  }
}

/** An error told inside the stream: the server's own object, or what the parser found. */
function streamError(error: unknown): unknown {
  if (error instanceof Error) return error;
  const message =
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  return new ProviderError('unavailable', `The provider broke off its answer: ${message.slice(0, 300)}`);
}
