import type { AgentBrief, ConversationMessage } from '@parley/engine/interfaces/language-model';
import { type Field, fieldInSentence, readFieldValue } from './fields.ts';
import { intentsOf, isQuestion, pressedKeys } from './intents.ts';
import { phrases } from './phrases.ts';

/** What the agent waits for, by its last words. */
export type Pending =
  | { kind: 'field'; field: Field }
  | { kind: 'check'; field: Field; value: string | undefined }
  | { kind: 'question' }
  | { kind: 'message' }
  | { kind: 'contact' }
  | undefined;

/** The conversation so far, read from its messages: a model that keeps nothing can be asked at any point. */
export type Conversation = {
  /** What the customer said last; undefined when it is the agent's turn to begin. */
  said: string | undefined;
  lastAgentText: string;
  agentTurns: number;
  pending: Pending;
  /** Fields that need no asking any more: learned, or not given after two questions. */
  settled: ReadonlyMap<string, string>;
  /** Sentences the agent has said, to say nothing twice. */
  agentTexts: readonly string[];
  customerTexts: readonly string[];
  /** How many times in a row the agent did not understand. */
  misses: number;
  /** The last message is the answer of a tool: nothing is left to say. */
  isAfterTool: boolean;
  /** Whose answer that is, and what it says. */
  lastTool: { name: string; result: string } | undefined;
};

/** Questions for one field before it is left out. */
const maxFieldQuestions = 2;

/** Reads the messages from the first to the last. */
export function readConversation(messages: readonly ConversationMessage[], brief: AgentBrief): Conversation {
  const settled = new Map<string, string>();
  const asked = new Map<string, number>();
  const agentTexts: string[] = [];
  const customerTexts: string[] = [];
  let pending: Pending;
  let misses = 0;
  let said: string | undefined;
  /** What the customer answered to the field at hand. */
  let value: string | undefined;
  for (const [i, message] of messages.entries()) {
    if (message.role === 'agent' && message.text.trim() !== '') {
      pending = pendingAfter(message.text, brief.missingFields, value);
      if (pending?.kind === 'field') asked.set(pending.field.name, (asked.get(pending.field.name) ?? 0) + 1);
      const isMiss = message.text.includes(phrases.unknown) || message.text.includes(phrases.notUnderstood);
      misses = isMiss ? misses + 1 : 0;
      agentTexts.push(message.text);
      said = undefined;
    } else if (message.role === 'agent') {
      said = undefined;
    } else if (message.role === 'customer') {
      customerTexts.push(message.text);
      said = said === undefined ? message.text : `${said} ${message.text}`;
      const isAnswered = messages.slice(i + 1).some(({ role }) => role === 'agent');
      if (isAnswered) settle({ pending, said, settled, asked });
      value = valueFor(pending, said) ?? value;
    }
  }
  const last = messages.at(-1);
  return {
    said,
    lastAgentText: agentTexts.at(-1) ?? '',
    agentTurns: agentTexts.length,
    pending,
    settled,
    agentTexts,
    customerTexts,
    misses,
    isAfterTool: last?.role === 'tool',
    lastTool: last?.role === 'tool' ? last : undefined,
  };
}

/** What an answer to a field is: the value, a refusal, or something else. */
export function fieldAnswer(field: Field, said: string): { value: string } | 'refused' | 'other' {
  const keys = pressedKeys(said);
  const value = readFieldValue(field, keys ?? said);
  if (keys) return value ? { value } : 'other';
  const intents = intentsOf(said);
  const isRefusal =
    /\b(?:rather not|not (?:say|tell|give|want)|skip|none of your|private|do not have)\b/i.test(said);
  if (isRefusal || (intents[0] === 'no' && said.trim().split(/\s+/).length <= 3)) return 'refused';
  const isElse = intents.some((intent) =>
    ['goodbye', 'person', 'identity', 'robot', 'repeat', 'wait', 'help'].includes(intent),
  );
  const isBareWord = /^\W*(?:yes|yeah|sure|okay|ok|hello|hi|right)\W*$/i.test(said);
  if (isElse || isBareWord || isQuestion(said) || !value) return 'other';
  return { value };
}

function settle(turn: {
  pending: Pending;
  said: string;
  settled: Map<string, string>;
  asked: ReadonlyMap<string, number>;
}): void {
  const { pending, said, settled, asked } = turn;
  if (pending?.kind === 'check' && pending.value !== undefined && intentsOf(said).includes('yes')) {
    settled.set(pending.field.name, pending.value);
  }
  if (pending?.kind === 'field') {
    const isLast = (asked.get(pending.field.name) ?? 0) >= maxFieldQuestions;
    const answer = fieldAnswer(pending.field, said);
    if (answer === 'refused' || (isLast && answer === 'other' && !isQuestion(said)))
      settled.set(pending.field.name, '');
  }
}

function pendingAfter(text: string, fields: readonly Field[], value: string | undefined): Pending {
  const inField = fieldInSentence(text, fields);
  if (inField?.isCheck) return { kind: 'check', field: inField.field, value };
  if (inField) return { kind: 'field', field: inField.field };
  if (text.includes(phrases.askMessage)) return { kind: 'message' };
  if (text.includes('How can we reach you')) return { kind: 'contact' };
  if (/^(?:.*\s)?(?:May I|Could you tell me)\b.*\?\s*$/s.test(text)) return { kind: 'question' };
  return undefined;
}

function valueFor(pending: Pending, said: string): string | undefined {
  if (pending?.kind !== 'field' && pending?.kind !== 'check') return undefined;
  const answer = fieldAnswer(pending.field, pending.kind === 'check' ? correctionOf(said) : said);
  return typeof answer === 'object' ? answer.value : undefined;
}

/** In "no, it is Eve" what comes after the no. */
export function correctionOf(said: string): string {
  return said.replace(/^\W*(?:no|nope|not|wrong|know|now)\b[\s,.]*/i, '');
}
