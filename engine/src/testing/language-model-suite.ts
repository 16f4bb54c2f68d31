import type { AgentBrief, LanguageModel, LanguageModelPart } from '../interfaces/language-model.ts';
import { ProviderError } from '../interfaces/provider-error.ts';
import { type ConformanceCheck, expectThat, within } from './suite.ts';

export type LanguageModelSuiteOptions = {
  open: () => LanguageModel | Promise<LanguageModel>;
  wait: (ms: number) => Promise<void>;
  /** How long an answer may take; 10 s unless told. */
  withinMs?: number;
  /** What a customer says that makes the model call `end_call`, where it can be made to. */
  endingText?: string;
  /** The model can answer with a JSON object. */
  answersJson?: boolean;
  /** A model that cannot work (wrong key, no server), where one can be made. */
  openBroken?: () => LanguageModel | Promise<LanguageModel>;
};

/** What every language model must keep to. */
export function languageModelSuite(options: LanguageModelSuiteOptions): ConformanceCheck[] {
  const { wait, withinMs = 10_000 } = options;
  const answer = async (
    model: LanguageModel,
    text: string,
    extra: { signal?: AbortSignal; isJson?: boolean } = {},
  ): Promise<LanguageModelPart[]> => {
    const parts = await within(collect(ask(model, text, extra)), { wait, withinMs });
    if (parts === 'late') throw new Error('Expected: the answer ends in time');
    return parts;
  };

  return [
    {
      name: 'answers with words, and finishes once, last',
      run: async () => {
        const parts = await answer(await options.open(), 'Hello, what can you do for me?');
        expectThat(textOf(parts).trim() !== '', 'words');
        expectThat(parts.filter(({ type }) => type === 'finish').length <= 1, 'at most one finish');
        const end = parts.findIndex(({ type }) => type === 'finish');
        expectThat(end === -1 || end === parts.length - 1, 'nothing after finish');
      },
    },
    {
      name: 'answers twice, independently',
      run: async () => {
        const model = await options.open();
        const [first, second] = await Promise.all([answer(model, 'Hello?'), answer(model, 'Who are you?')]);
        expectThat(textOf(first ?? []) !== '' && textOf(second ?? []) !== '', 'words in both');
      },
    },
    {
      name: 'ends soon after an abort',
      run: async () => {
        const controller = new AbortController();
        const model = await options.open();
        const ended = (async (): Promise<'ended'> => {
          try {
            const stream = ask(model, 'Tell me a very long story.', { signal: controller.signal });
            for await (const _ of stream) controller.abort();
          } catch (error) {
            if (!controller.signal.aborted) throw error;
          }
          return 'ended';
        })();
        expectThat(
          (await within(ended, { wait, withinMs: withinMs + 2000 })) === 'ended',
          'an end after the abort',
        );
      },
    },
    ...(options.endingText === undefined ? [] : [toolCheck(options, options.endingText, answer)]),
    ...(options.answersJson ? [jsonCheck(options, answer)] : []),
    ...(options.openBroken ? [brokenCheck(options.openBroken, answer)] : []),
  ];
}

type Answer = (
  model: LanguageModel,
  text: string,
  extra?: { isJson?: boolean },
) => Promise<LanguageModelPart[]>;

function toolCheck(
  { open }: LanguageModelSuiteOptions,
  endingText: string,
  answer: Answer,
): ConformanceCheck {
  return {
    name: 'calls a tool with an id, its name and JSON arguments',
    run: async () => {
      const parts = await answer(await open(), endingText);
      const call = parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []))[0];
      expectThat(call?.name === 'end_call', `a call of end_call, not ${call?.name ?? 'none'}`);
      expectThat((call?.id ?? '') !== '', 'an id');
      expectThat(typeof JSON.parse(call?.arguments || '{}') === 'object', 'arguments as JSON');
    },
  };
}

function jsonCheck({ open }: LanguageModelSuiteOptions, answer: Answer): ConformanceCheck {
  return {
    name: 'answers with a JSON object when asked to',
    run: async () => {
      const text = 'Answer with a JSON object that has a "mood" of "good".';
      const value: unknown = JSON.parse(textOf(await answer(await open(), text, { isJson: true })));
      expectThat(typeof value === 'object' && value !== null, 'a JSON object');
    },
  };
}

function brokenCheck(
  open: NonNullable<LanguageModelSuiteOptions['openBroken']>,
  answer: Answer,
): ConformanceCheck {
  return {
    name: 'fails with a ProviderError',
    run: async () => {
      const error = await answer(await open(), 'Hello?').then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expectThat(error instanceof ProviderError, `a ProviderError, not ${String(error)}`);
    },
  };
}

function ask(
  model: LanguageModel,
  text: string,
  { signal = new AbortController().signal, isJson }: { signal?: AbortSignal; isJson?: boolean },
): AsyncIterable<LanguageModelPart> {
  return model.respond({
    messages: [
      { role: 'system', text: `${brief.prompt} Answer in one short sentence.` },
      { role: 'customer', text },
    ],
    tools: [
      {
        name: 'end_call',
        description: 'Ends the phone call.',
        parameters: { type: 'object', properties: {} },
      },
    ],
    brief,
    signal,
    ...(isJson ? { isJson } : {}),
  });
}

async function collect(stream: AsyncIterable<LanguageModelPart>): Promise<LanguageModelPart[]> {
  const parts: LanguageModelPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

function textOf(parts: readonly LanguageModelPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

const brief: AgentBrief = {
  agentName: 'Ada',
  prompt: 'You are Ada and answer the telephone of a bakery. The bakery is open from 7 to 18.',
  missingFields: [],
  knownFields: {},
};
