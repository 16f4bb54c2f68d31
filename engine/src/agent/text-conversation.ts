import type { EndReason } from '@parley/contract/end-reasons';
import type { AgentSettings, CallParties } from '../interfaces/call-settings.ts';
import type { Clock } from '../interfaces/clock.ts';
import type { Knowledge } from '../interfaces/knowledge.ts';
import type { LanguageModel } from '../interfaces/language-model.ts';
import type { Tool } from '../tools/tool.ts';
import { isGoodbye } from '../turns/goodbye.ts';
import { Conversation, type ToolRun } from './conversation.ts';
import { KnowledgeLookup } from './knowledge-lookup.ts';
import { ModelReply } from './model-reply.ts';
import { composeBrief, composeGreeting, composePrompt } from './prompt.ts';
import type { SaidSentence } from './speech-line.ts';

export type TextConversationOptions = {
  agent: AgentSettings;
  parties: CallParties;
  languageModel: LanguageModel;
  tools: readonly Tool[];
  /** Null: the agent has nothing to look things up in. */
  knowledge: Knowledge | null;
  clock: Clock;
  /** A model that gives nothing for this long has failed. */
  providerIdleMs: number;
};

/** What the agent did with one turn of the customer. */
export type TextReply = {
  text: string;
  tools: readonly Omit<ToolRun, 'step'>[];
  /** Set when the agent ended the call. */
  endReason: EndReason | null;
};

/**
 * A call in writing: the same prompt, tools and knowledge as on the telephone, without a line, so that a whole
 * conversation takes as long as its model thinks. Needs `tick` a few times a second for its time limits.
 */
export class TextConversation {
  readonly #options: TextConversationOptions;
  readonly #conversation = new Conversation();
  readonly #lookup: KnowledgeLookup;
  #reply: ModelReply | null = null;
  #toolRuns = 0;

  constructor(options: TextConversationOptions) {
    this.#options = options;
    const { knowledge, clock } = options;
    this.#lookup = new KnowledgeLookup({ knowledge, clock, onFound: () => undefined });
  }

  /** What the agent greets with; empty where the customer is to speak first. */
  greet(): string {
    const text = composeGreeting(this.#options.agent);
    if (text !== '') this.#conversation.addReply({ said: [{ text, step: 0 }], tools: [], heardText: text });
    return text;
  }

  /** Lets the agent answer what the customer says. Rejects with a ProviderError. */
  async answer(customerText: string): Promise<TextReply> {
    const { agent, parties, tools, clock, languageModel, providerIdleMs } = this.#options;
    this.#conversation.addCustomer(customerText);
    const said: SaidSentence[] = [];
    const toolNames = tools.map(({ name }) => name);
    const prompt = composePrompt({ agent, parties, toolNames, isTouchTone: false });
    const reply = new ModelReply({
      languageModel,
      messages: [{ role: 'system', text: prompt }, ...this.#conversation.messages],
      brief: composeBrief(agent),
      tools,
      clock,
      providerIdleMs,
      isGoodbyeSaid: () => isGoodbye(customerText) || said.some(({ text }) => isGoodbye(text)),
      sendDigits: () => undefined,
      say: (text, step) => said.push({ text, step }) <= maxSentences,
      whenPlayed: async () => true,
      onFirstToken: () => undefined,
      onRetry: () => undefined,
      onRecovered: () => undefined,
      onToolRun: () => undefined,
      nextRunId: () => {
        this.#toolRuns += 1;
        return `run-${this.#toolRuns}`;
      },
      onToolStart: () => undefined,
      onAside: () => undefined,
      findKnowledge: (signal) => this.#lookup.find(customerText, signal),
    });
    this.#reply = reply;
    try {
      const endReason = await reply.run();
      const text = said.map((sentence) => sentence.text.trim()).join(' ');
      this.#conversation.addReply({ said, tools: reply.toolRuns, heardText: text });
      return { text, tools: reply.toolRuns, endReason };
    } finally {
      this.#reply = null;
    }
  }

  /** Lets time limits pass. */
  tick(): void {
    this.#reply?.tick();
    this.#lookup.tick(this.#options.clock.nowMs());
  }
}

/** An answer longer than this is cut, as on the telephone. */
const maxSentences = 40;
