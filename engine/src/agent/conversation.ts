import type { ConversationMessage, ToolCall } from '../interfaces/language-model.ts';
import type { SaidSentence } from './speech-line.ts';

/** A tool that was run in a reply, with what it gave. */
export type ToolRun = { step: number; call: ToolCall; result: string };

/** A turn of an earlier call that this one goes on from. */
export type PriorTurn = { speaker: 'agent' | 'customer'; text: string };

/**
 * What was said in the call, as the language model reads it. Of the agent it holds only what was heard, and
 * only tools that really ran, each with its result. Bounded: the oldest exchanges go first.
 */
export class Conversation {
  #messages: ConversationMessage[] = [];

  constructor(prior: readonly PriorTurn[] = []) {
    for (const { speaker, text } of prior) {
      if (speaker === 'customer') this.addCustomer(text);
      else this.#messages.push({ role: 'agent', text });
    }
    this.#forget();
  }

  addCustomer(text: string): void {
    const last = this.#messages.at(-1);
    // An answer that was cut off before a word of it was heard leaves two turns of the customer.
    if (last?.role === 'customer') this.#messages[this.#messages.length - 1] = join(last, text);
    else this.#messages.push({ role: 'customer', text });
    this.#forget();
  }

  /** Adds a reply as far as `heardText` goes. */
  addReply(reply: { said: readonly SaidSentence[]; tools: readonly ToolRun[]; heardText: string }): void {
    const texts = splitHeard(reply.said, reply.heardText);
    const steps = new Set([...texts.keys(), ...reply.tools.map(({ step }) => step)]);
    for (const step of [...steps].sort((a, b) => a - b)) {
      const tools = reply.tools.filter((run) => run.step === step);
      this.#messages.push(...stepMessages(texts.get(step) ?? '', tools));
    }
    this.#forget();
  }

  /** Oldest first, without the system prompt. */
  get messages(): readonly ConversationMessage[] {
    return this.#messages;
  }

  #forget(): void {
    let length = this.#messages.reduce((sum, message) => sum + lengthOf(message), 0);
    while (this.#messages.length > maxMessages || length > maxLength) {
      const first = this.#messages.shift();
      if (!first) return;
      length -= lengthOf(first);
      // A tool's result without its call is refused by models.
      while (this.#messages[0]?.role === 'tool') length -= lengthOf(this.#messages.shift()!);
    }
  }
}

/** One step of a reply as messages: what was said, the tools it called, their results. */
export function stepMessages(text: string, tools: readonly Omit<ToolRun, 'step'>[]): ConversationMessage[] {
  if (tools.length === 0) return text === '' ? [] : [{ role: 'agent', text }];
  return [
    { role: 'agent', text, toolCalls: tools.map(({ call }) => call) },
    ...tools.map(({ call, result }) => ({
      role: 'tool' as const,
      toolCallId: call.id,
      name: call.name,
      result,
    })),
  ];
}

/** Which part of the heard text belongs to which step. */
function splitHeard(said: readonly SaidSentence[], heardText: string): Map<number, string> {
  const texts = new Map<number, string>();
  let rest = heardText.trim();
  for (const { text, step } of said) {
    if (rest === '') break;
    const sentence = text.trim();
    const heard = rest.startsWith(sentence) ? sentence : rest;
    rest = rest.slice(heard.length).trimStart();
    const before = texts.get(step);
    texts.set(step, before ? `${before} ${heard}` : heard);
  }
  return texts;
}

function join(message: { role: 'customer'; text: string }, text: string): ConversationMessage {
  return { role: 'customer', text: `${message.text} ${text}` };
}

function lengthOf(message: ConversationMessage): number {
  return message.role === 'tool' ? message.result.length : message.text.length;
}

/** Half an hour of talk has about this many messages; models of 16,000 tokens hold this many characters. */
const maxMessages = 120;
const maxLength = 30_000;
