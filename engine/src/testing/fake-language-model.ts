import type {
  AgentBrief,
  ConversationMessage,
  LanguageModel,
  LanguageModelPart,
  ToolDescription,
} from '../interfaces/language-model.ts';
import { ProviderError, type ProviderErrorKind } from '../interfaces/provider-error.ts';
import type { FakeClock } from './fake-clock.ts';
import { untilAborted } from './fake-text-to-speech.ts';

/** One answer: text is streamed word by word. */
export type FakeAnswer = {
  text?: string;
  toolCalls?: readonly { name: string; arguments?: string }[];
  firstTokenMs?: number;
  tokenEveryMs?: number;
  /** Fails after this many parts. */
  fails?: { kind: ProviderErrorKind; afterParts: number; retryAfterMs?: number };
  /** Gives nothing more after this many parts. */
  stallsAfterParts?: number;
};

export type FakeLanguageModelOptions = {
  clock: FakeClock;
  /** What it answers; requests are counted from 1. */
  answer: (messages: readonly ConversationMessage[], request: number) => FakeAnswer | string;
};

/** A language model that answers as it is told. Keeps what it was asked. */
export class FakeLanguageModel implements LanguageModel {
  readonly requests: {
    messages: readonly ConversationMessage[];
    tools: readonly ToolDescription[];
    brief: AgentBrief;
  }[] = [];
  readonly #options: FakeLanguageModelOptions;

  constructor(options: FakeLanguageModelOptions) {
    this.#options = options;
  }

  async *respond(request: {
    messages: readonly ConversationMessage[];
    tools: readonly ToolDescription[];
    brief: AgentBrief;
    signal: AbortSignal;
  }): AsyncGenerator<LanguageModelPart> {
    const { messages, tools, brief, signal } = request;
    this.requests.push({ messages, tools, brief });
    const count = this.requests.length;
    const given = this.#options.answer(messages, count);
    const answer: FakeAnswer = typeof given === 'string' ? { text: given } : given;
    const { clock } = this.#options;
    for (const [i, part] of partsOf(answer, count).entries()) {
      await clock.wait(i === 0 ? (answer.firstTokenMs ?? 0) : (answer.tokenEveryMs ?? 0));
      if (signal.aborted) return;
      if (answer.fails && i >= answer.fails.afterParts) {
        const { kind, retryAfterMs } = answer.fails;
        const options = retryAfterMs === undefined ? {} : { retryAfterMs };
        throw new ProviderError(kind, 'The language model was told to fail.', options);
      }
      if (answer.stallsAfterParts !== undefined && i >= answer.stallsAfterParts) {
        await untilAborted(signal);
        return;
      }
      yield part;
    }
  }
}

function partsOf(answer: FakeAnswer, request: number): LanguageModelPart[] {
  const words = answer.text ? answer.text.split(/(?<=\s)/u) : [];
  const calls = (answer.toolCalls ?? []).map((call, i) => ({
    id: `call-${request}-${i}`,
    name: call.name,
    arguments: call.arguments ?? '{}',
  }));
  return [
    ...words.map((text): LanguageModelPart => ({ type: 'text', text })),
    ...calls.map((call): LanguageModelPart => ({ type: 'tool-call', call })),
    { type: 'finish', reason: calls.length > 0 ? 'tool-calls' : 'stop' },
  ];
}
