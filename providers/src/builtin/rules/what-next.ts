import type { AgentBrief } from '@parley/engine/interfaces/language-model';
import { fillSentence } from '@parley/engine/interfaces/spoken-sentences';
import { asksForMore } from '../languages/language-rules.ts';
import type { Conversation } from './conversation.ts';
import { type Field, fieldQuestion } from './fields.ts';
import { menuSentence } from './menu.ts';
import type { Knowledge, Question } from './prompt-reader.ts';
import type { ReplyContext } from './reply.ts';

/** What comes after an answer: what the prompt still wants to know or tell, else the offer of more. */
export function next(context: ReplyContext, settledNow = ''): string {
  const { conversation, knowledge, brief, language } = context;
  const { phrases } = language;
  const told = knowledge.announcements.filter((text) => !isSaid(conversation, text));
  const announced = told.length > 0 ? `${told.join(' ')} ` : '';
  const field = openFields(conversation, brief).find(({ name }) => name !== settledNow);
  if (field) return announced + fieldQuestion(field, language);
  const question = knowledge.questions.find(
    (open) => !isSaid(conversation, open.ask) && isDue(context, open),
  );
  if (question) return announced + question.ask;
  const wasLastOfMany = knowledge.questions.length > 1 && conversation.pending?.kind === 'question';
  const isDone = wasLastOfMany && !isSaid(conversation, phrases.allAsked);
  return `${announced}${isDone ? `${phrases.allAsked} ` : ''}${more(context)}`;
}

export function afterGreeting(context: ReplyContext): string {
  const { language } = context;
  const { phrases } = language;
  const rest = next(context);
  if (!asksForMore(rest, language)) return rest;
  return context.conversation.agentTurns <= 1 ? `${phrases.hello} ${phrases.offerHelp}` : rest;
}

function openFields(conversation: Conversation, brief: AgentBrief): Field[] {
  return brief.missingFields.filter(
    ({ name }) => !conversation.settled.has(name) && !brief.knownFields[name],
  );
}

/** Said at least by half: a sentence that was interrupted near its end counts. */
function isSaid(conversation: Conversation, sentence: string): boolean {
  const beginning = sentence.slice(0, Math.ceil(sentence.length * 0.6));
  return conversation.agentTexts.some((text) => text.includes(beginning));
}

/** A question with a condition is due once the customer has spoken of it. */
function isDue(context: ReplyContext, question: Question): boolean {
  const { conversation, language } = context;
  const wanted = new Set(language.contentStems(question.when));
  return (
    question.when === '' ||
    language.contentStems(conversation.customerTexts.join(' ')).some((stem) => wanted.has(stem))
  );
}

export function more(context: ReplyContext): string {
  const { conversation, language } = context;
  const { phrases } = language;
  return phrases.anythingElse[conversation.agentTurns % phrases.anythingElse.length]!;
}

export function topicsSentence(context: ReplyContext): string {
  const { facts, knowledge, language } = context;
  const { phrases } = language;
  const topics = facts.topics();
  const known = topics.length > 0 ? fillSentence(phrases.topics, { topics: listOf(topics, phrases.or) }) : '';
  const menu = menuSentence(knowledge.menu, phrases);
  return [known, menu, known || menu ? '' : `${phrases.offerMessage} ${phrases.otherWords}`]
    .filter(Boolean)
    .join(' ');
}

export function introduction({ name, role }: Knowledge): string {
  return role ? `${name}, ${role}` : name;
}

function listOf(items: readonly string[], or: string): string {
  return items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} ${or} ${items.at(-1)}`;
}
