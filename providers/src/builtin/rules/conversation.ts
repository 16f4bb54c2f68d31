import type { AgentBrief, ConversationMessage } from '@parley/engine/interfaces/language-model';
import { intentsOf, isQuestion, type LanguageRules } from '../languages/language-rules.ts';
import { type Field, fieldInSentence, readFieldValue } from './fields.ts';
import { pressedKeys } from './pressed-keys.ts';

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
export function readConversation(
  messages: readonly ConversationMessage[],
  brief: AgentBrief,
  language: LanguageRules,
): Conversation {
  const { phrases } = language;
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
      pending = pendingAfter({ text: message.text, fields: brief.missingFields, value, language });
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
      if (isAnswered) settle({ pending, said, settled, asked, language });
      value = valueFor(pending, said, language) ?? value;
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
export function fieldAnswer(
  field: Field,
  said: string,
  language: LanguageRules,
): { value: string } | 'refused' | 'other' {
  const keys = pressedKeys(said);
  const value = readFieldValue(field, keys ?? said, language);
  if (keys) return value ? { value } : 'other';
  const intents = intentsOf(said, language);
  const plain = language.plain(said);
  const words = plain.split(' ').length;
  if (language.refusal.test(plain) || (intents[0] === 'no' && words <= 3)) return 'refused';
  const isElse = intents.some((intent) =>
    ['goodbye', 'person', 'identity', 'robot', 'repeat', 'wait', 'help'].includes(intent),
  );
  const isBareWord =
    language.bareYes.test(plain) ||
    (words === 1 && (intents.includes('yes') || intents.includes('greeting')));
  if (isElse || isBareWord || isQuestion(said, language) || !value) return 'other';
  return { value };
}

function settle(turn: {
  pending: Pending;
  said: string;
  settled: Map<string, string>;
  asked: ReadonlyMap<string, number>;
  language: LanguageRules;
}): void {
  const { pending, said, settled, asked, language } = turn;
  const isYes = intentsOf(said, language).includes('yes');
  if (pending?.kind === 'check' && pending.value !== undefined && isYes) {
    settled.set(pending.field.name, pending.value);
  }
  if (pending?.kind === 'field') {
    const isLast = (asked.get(pending.field.name) ?? 0) >= maxFieldQuestions;
    const answer = fieldAnswer(pending.field, said, language);
    if (answer === 'refused' || (isLast && answer === 'other' && !isQuestion(said, language)))
      settled.set(pending.field.name, '');
  }
}

function pendingAfter(given: {
  text: string;
  fields: readonly Field[];
  value: string | undefined;
  language: LanguageRules;
}): Pending {
  const { text, fields, value, language } = given;
  const { phrases } = language;
  const inField = fieldInSentence(text, fields, language);
  if (inField?.isCheck) return { kind: 'check', field: inField.field, value };
  if (inField) return { kind: 'field', field: inField.field };
  if (text.includes(phrases.askMessage)) return { kind: 'message' };
  if (text.includes(phrases.askContact.split(',')[0]!)) return { kind: 'contact' };
  if (/^(?:.*\s)?(?:May I|Could you tell me)\b.*\?\s*$/s.test(text)) return { kind: 'question' };
  return undefined;
}

function valueFor(pending: Pending, said: string, language: LanguageRules): string | undefined {
  if (pending?.kind !== 'field' && pending?.kind !== 'check') return undefined;
  const words = pending.kind === 'check' ? correctionOf(said, language) : said;
  const answer = fieldAnswer(pending.field, words, language);
  return typeof answer === 'object' ? answer.value : undefined;
}

/** In "no, it is Eve" what comes after the no. */
export function correctionOf(said: string, { correction }: LanguageRules): string {
  return said.replace(correction, '');
}
