import type { AgentBrief, ToolDescription } from '@parley/engine/interfaces/language-model';
import { type Conversation, correctionOf, fieldAnswer } from './conversation.ts';
import { type Field, fieldCheck, fieldQuestion } from './fields.ts';
import { intentsOf, isQuestion, pressedKeys } from './intents.ts';
import { keyName, menuSentence, optionName } from './menu.ts';
import { asksForMore, phrases } from './phrases.ts';
import { findMenuPress, pressTool } from './press.ts';
import type { Knowledge, Question } from './prompt-reader.ts';
import type { FactIndex } from './retrieval.ts';
import { contentStems, plainText } from './words.ts';

export type Reply = { text: string; tool?: { name: string; arguments: Record<string, string> } };

export type ReplyContext = {
  conversation: Conversation;
  knowledge: Knowledge;
  facts: FactIndex;
  brief: AgentBrief;
  tools: readonly ToolDescription[];
};

/** A fact this sure is given even where the words could be something else. */
const sureScore = 0.9;

/** Decides what the agent says next. The rules stand in the order they are tried. */
export function decideReply(context: ReplyContext): Reply {
  const { conversation } = context;
  if (conversation.isAfterTool) {
    const { lastTool } = conversation;
    if (lastTool === undefined || lastTool.name !== transferTool(context)?.name) return { text: '' };
    if (/\bthis is a simulation\b/i.test(lastTool.result))
      return { text: `${phrases.simulated} ${phrases.anythingElse[1]}` };
    return { text: `${phrases.nobodyThere} ${phrases.askMessage}` };
  }
  const said = conversation.said;
  if (said === undefined) return { text: greeting(context) };
  return (
    onMenuOfTheOtherSide(context, said) ??
    onKeys(context, said) ??
    onMessage(context, said) ??
    onEnd(context, said) ??
    onField(context, said) ??
    onSmallTalk(context, said) ??
    onFact(context, said) ??
    onAnswer(context, said) ??
    onUnknown(context, said)
  );
}

function greeting({ conversation, knowledge, ...context }: ReplyContext): string {
  if (conversation.agentTurns > 0) return next({ conversation, knowledge, ...context });
  const opening = `Hello, this is ${introduction(knowledge)}.`;
  return `${opening} ${phrases.offerHelp}`;
}

/** The agent was sent to a phone menu: it presses what its prompt orders. */
function onMenuOfTheOtherSide({ knowledge, tools }: ReplyContext, said: string): Reply | undefined {
  const tool = tools.find(({ name }) => name === 'press_digit');
  const digits = tool && findMenuPress(knowledge.menuOrders, said);
  return digits ? { text: '', tool: pressTool(tool, digits) } : undefined;
}

function onKeys(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, facts } = context;
  const keys = pressedKeys(said);
  if (!keys) return undefined;
  const pending = conversation.pending;
  if (pending?.kind === 'field' && typeof fieldAnswer(pending.field, said) === 'object') return undefined;
  if (pending?.kind === 'contact') return undefined;
  const meaning = knowledge.menu.get(keys.replace(/(?<=.)#$/, ''));
  if (meaning) {
    const name = optionName(meaning);
    if (/\b(?:person|human|operator|someone|agent|message)\b/i.test(name)) return transfer(context);
    if (/\b(?:end|hang up|goodbye)\b/i.test(meaning)) return ending(context, 0);
    const fact = facts.find(name);
    if (fact) return { text: `${fact.say} ${next(context)}` };
    return { text: `You chose ${name}. ${phrases.noTransfer} ${phrases.askMessage}` };
  }
  const spelled = Array.from(keys, keyName).join(', ');
  const rest = knowledge.menu.size > 0 ? menuSentence(knowledge.menu) : next(context);
  return { text: `You pressed ${spelled}. ${rest}` };
}

/** Takes a message in two steps: the words, then how to reach the customer. */
function onMessage(context: ReplyContext, said: string): Reply | undefined {
  const { conversation } = context;
  const kind = conversation.pending?.kind;
  if (kind !== 'message' && kind !== 'contact') return undefined;
  const intents = intentsOf(said);
  if (intents.includes('goodbye')) return ending(context, 0, phrases.messageTaken);
  const isAgain = intents.includes('repeat') || intents.includes('wait');
  const isNoMessage = isAgain || (intents.includes('person') && isQuestion(said));
  const isShortNo = intents.includes('no') && plainText(said).split(' ').length <= 4;
  if (kind === 'contact') return { text: `${phrases.messageTaken} ${more(conversation)}` };
  if (isShortNo) return { text: next(context) };
  if (isBareYes(said) || isNoMessage) return { text: phrases.askMessage };
  return { text: phrases.askContact };
}

function onEnd(context: ReplyContext, said: string): Reply | undefined {
  const { conversation } = context;
  const intents = intentsOf(said);
  const isAsking = isQuestion(said) && !/\bbye\b/i.test(said);
  if (intents.includes('goodbye') && !isAsking) return ending(context, intents.includes('thanks') ? 1 : 0);
  if (intents.includes('nothing-else') && !isAsking && conversation.pending === undefined)
    return ending(context, 0);
  const isShort = plainText(said).split(' ').length <= 5;
  if (!asksForMore(conversation.lastAgentText) || !isShort || isAsking) return undefined;
  if (intents.includes('no')) return ending(context, 0);
  return intents.includes('thanks') && !isBareYes(said) ? ending(context, 1) : undefined;
}

function onField(context: ReplyContext, said: string): Reply | undefined {
  const { conversation } = context;
  const pending = conversation.pending;
  if (pending?.kind === 'check') {
    const intents = intentsOf(said);
    if (intents.includes('yes') && pending.value !== undefined) {
      return { text: `${phrases.thanks} ${next(context, pending.field.name)}` };
    }
    const correction = fieldAnswer(pending.field, correctionOf(said));
    if (typeof correction === 'object' && !intents.includes('person')) {
      return { text: fieldCheck(pending.field, correction.value) };
    }
    if (intents.includes('no')) return { text: `${phrases.askAgain} ${fieldQuestion(pending.field)}` };
    return undefined;
  }
  if (pending?.kind !== 'field') return undefined;
  const answer = fieldAnswer(pending.field, said);
  if (answer === 'refused') return { text: `${phrases.leaveOut} ${next(context, pending.field.name)}` };
  if (answer === 'other') return undefined;
  return { text: fieldCheck(pending.field, answer.value) };
}

function onSmallTalk(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, facts } = context;
  const intents = intentsOf(said);
  const words = plainText(said).split(' ').length;
  for (const intent of intents) {
    if (intent === 'person') return transfer(context);
    if (intent === 'robot') return { text: `${phrases.robot} ${next(context)}` };
    if (intent === 'identity')
      return { text: `I am ${introduction(knowledge)}. ${phrases.robot} ${next(context)}` };
    if (intent === 'repeat') return { text: conversation.lastAgentText || greeting(context) };
    if (intent === 'wait' && words <= 6) return { text: phrases.takeYourTime };
    if (intent === 'how-are-you' && words <= 6) return { text: `${phrases.fine} ${next(context)}` };
    if (intent === 'help' && !facts.find(said))
      return { text: `${topicsSentence(context)} ${more(conversation)}` };
    if (intent === 'thanks' && words <= 5 && !isQuestion(said))
      return { text: `${phrases.welcome} ${next(context)}` };
    if (intent === 'yes' && words <= 3 && asksForMore(conversation.lastAgentText)) {
      return { text: `Of course. ${phrases.whatToKnow}` };
    }
    if (intent === 'greeting' && words <= 4) return { text: afterGreeting(context) };
  }
  return undefined;
}

function onFact(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, facts } = context;
  const fact = facts.find(said);
  if (!fact) return undefined;
  const isAnswer = conversation.pending?.kind === 'question' && !isQuestion(said) && fact.score < sureScore;
  return isAnswer ? undefined : { text: `${fact.say} ${next(context)}` };
}

/** Words that answer what the agent asked, or that simply begin the conversation. */
function onAnswer(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, brief } = context;
  if (isQuestion(said)) return undefined;
  if (conversation.pending?.kind === 'question') {
    const rest = next(context);
    return { text: rest.startsWith(phrases.allAsked) ? rest : `${phrases.thanks} ${rest}` };
  }
  const hasGoals =
    knowledge.questions.length + knowledge.announcements.length + brief.missingFields.length > 0;
  const rest = next(context);
  return hasGoals && !asksForMore(rest) && conversation.agentTurns <= 1 ? { text: rest } : undefined;
}

function onUnknown(context: ReplyContext, said: string): Reply {
  const { conversation } = context;
  const pending = conversation.pending;
  const isMumble = plainText(said).split(' ').length <= 2;
  if (pending?.kind === 'field') return { text: `${phrases.askAgain} ${fieldQuestion(pending.field)}` };
  if (pending?.kind === 'check') return { text: `${phrases.askAgain} ${conversation.lastAgentText}` };
  if (isMumble && conversation.misses === 0)
    return { text: `${phrases.notUnderstood} ${phrases.otherWords}` };
  if (conversation.misses === 0) return { text: `${phrases.unknown} ${topicsSentence(context)}`.trim() };
  return { text: `${phrases.unknown} ${phrases.offerMessage} ${phrases.askMessage}` };
}

function transferTool({ tools }: ReplyContext): ToolDescription | undefined {
  return tools.find(({ name }) => name.includes('transfer'));
}

function transfer(context: ReplyContext): Reply {
  const tool = transferTool(context);
  const required = tool?.parameters['required'];
  const needsNothing = !Array.isArray(required) || required.length === 0;
  if (tool && needsNothing) return { text: phrases.transfer, tool: { name: tool.name, arguments: {} } };
  return { text: `${phrases.noTransfer} ${phrases.askMessage}` };
}

function ending({ tools }: ReplyContext, closing: 0 | 1 | 2, before = ''): Reply {
  const text = `${before} ${phrases.closing[closing]}`.trim();
  const tool = tools.find(({ name }) => name === 'end_call');
  return tool ? { text, tool: { name: tool.name, arguments: endArguments(tool) } } : { text };
}

/** Required texts of the tool are filled with the reason; it has no others that could be guessed. */
function endArguments(tool: ToolDescription): Record<string, string> {
  const required = tool.parameters['required'];
  const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
  return Object.fromEntries(names.map((name) => [name, 'The conversation is over.']));
}

/** What comes after an answer: what the prompt still wants to know or tell, else the offer of more. */
function next(context: ReplyContext, settledNow = ''): string {
  const { conversation, knowledge, brief } = context;
  const told = knowledge.announcements.filter((text) => !isSaid(conversation, text));
  const announced = told.length > 0 ? `${told.join(' ')} ` : '';
  const field = openFields(conversation, brief).find(({ name }) => name !== settledNow);
  if (field) return announced + fieldQuestion(field);
  const question = knowledge.questions.find(
    (open) => !isSaid(conversation, open.ask) && isDue(conversation, open),
  );
  if (question) return announced + question.ask;
  const wasLastOfMany = knowledge.questions.length > 1 && conversation.pending?.kind === 'question';
  const isDone = wasLastOfMany && !isSaid(conversation, phrases.allAsked);
  return `${announced}${isDone ? `${phrases.allAsked} ` : ''}${more(conversation)}`;
}

function afterGreeting(context: ReplyContext): string {
  const rest = next(context);
  if (!asksForMore(rest)) return rest;
  return context.conversation.agentTurns <= 1 ? `Hello. ${phrases.offerHelp}` : rest;
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
function isDue(conversation: Conversation, question: Question): boolean {
  const wanted = new Set(contentStems(question.when));
  return (
    question.when === '' ||
    contentStems(conversation.customerTexts.join(' ')).some((stem) => wanted.has(stem))
  );
}

function more(conversation: Conversation): string {
  return phrases.anythingElse[conversation.agentTurns % phrases.anythingElse.length]!;
}

function topicsSentence({ facts, knowledge }: ReplyContext): string {
  const topics = facts.topics();
  const known = topics.length > 0 ? `You can ask me about ${listOf(topics)}.` : '';
  const menu = menuSentence(knowledge.menu);
  return [known, menu, known || menu ? '' : `${phrases.offerMessage} ${phrases.otherWords}`]
    .filter(Boolean)
    .join(' ');
}

function introduction({ name, role }: Knowledge): string {
  return role ? `${name}, ${role}` : name;
}

function isBareYes(said: string): boolean {
  return /^(?:yes|yeah|sure|okay|ok|yep|please|yes please|of course)$/.test(plainText(said));
}

function listOf(items: readonly string[]): string {
  return items.length === 1 ? items[0]! : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;
}
