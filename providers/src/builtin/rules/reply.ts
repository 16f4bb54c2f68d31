import type { AgentBrief, ToolDescription } from '@parley/engine/interfaces/language-model';
import { fillSentence } from '@parley/engine/interfaces/spoken-sentences';
import { asksWhoCalls } from '@parley/engine/screening/call-screening';
import { asksForMore, intentsOf, isQuestion, type LanguageRules } from '../languages/language-rules.ts';
import { type Conversation, correctionOf, fieldAnswer } from './conversation.ts';
import { fieldCheck, fieldQuestion } from './fields.ts';
import { keyName, menuSentence, optionName } from './menu.ts';
import { findMenuPress, pressTool } from './press.ts';
import { pressedKeys } from './pressed-keys.ts';
import type { Knowledge } from './prompt-reader.ts';
import type { FactIndex } from './retrieval.ts';
import { afterGreeting, introduction, more, next, topicsSentence } from './what-next.ts';

export type Reply = { text: string; tool?: { name: string; arguments: Record<string, string> } };

export type ReplyContext = {
  conversation: Conversation;
  knowledge: Knowledge;
  facts: FactIndex;
  brief: AgentBrief;
  language: LanguageRules;
  tools: readonly ToolDescription[];
};

/** What a key of the menu is called that leads to a person, in the languages agents speak. */
const isPerson =
  /\b(?:person|human|operator|someone|agent|message|mitarbeiter|mensch|nachricht|persona|mensaje|personne|message|operatore|messaggio|pessoa|mensagem|medewerker|bericht)/i;
/** A fact this sure is given even where the words could be something else. */
const sureScore = 0.9;

/** Decides what the agent says next. The rules stand in the order they are tried. */
export function decideReply(context: ReplyContext): Reply {
  const { conversation, language } = context;
  const { phrases } = language;
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
    onCallAssistant(context, said) ??
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

function greeting(context: ReplyContext): string {
  if (context.conversation.agentTurns > 0) return next(context);
  return `${whoCalls(context)} ${context.language.phrases.offerHelp}`;
}

function whoCalls({ knowledge, language }: ReplyContext): string {
  return fillSentence(language.phrases.greeting, { who: introduction(knowledge) });
}

/** The assistant of a phone asks who calls and why, and shows the answer to the person: staff have worded it best. */
function onCallAssistant(context: ReplyContext, said: string): Reply | undefined {
  return asksWhoCalls(said) ? { text: context.brief.welcome ?? whoCalls(context) } : undefined;
}

/** The agent was sent to a phone menu: it presses what its prompt orders. */
function onMenuOfTheOtherSide({ knowledge, tools }: ReplyContext, said: string): Reply | undefined {
  const tool = tools.find(({ name }) => name === 'press_digit');
  const digits = tool && findMenuPress(knowledge.menuOrders, said);
  return digits ? { text: '', tool: pressTool(tool, digits) } : undefined;
}

function onKeys(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, facts, language } = context;
  const { phrases } = language;
  const keys = pressedKeys(said);
  if (!keys) return undefined;
  const pending = conversation.pending;
  if (pending?.kind === 'field' && typeof fieldAnswer(pending.field, said, language) === 'object')
    return undefined;
  if (pending?.kind === 'contact') return undefined;
  const meaning = knowledge.menu.get(keys.replace(/(?<=.)#$/, ''));
  if (meaning) {
    const name = optionName(meaning);
    if (isPerson.test(name)) return transfer(context);
    if (/\b(?:end|hang up|goodbye)\b/i.test(meaning)) return ending(context, 0);
    const fact = facts.find(name);
    if (fact) return { text: `${fact.say} ${next(context)}` };
    return {
      text: `${fillSentence(phrases.youChose, { option: name })} ${phrases.noTransfer} ${phrases.askMessage}`,
    };
  }
  const spelled = Array.from(keys, (key) => keyName(key, phrases)).join(', ');
  const rest = knowledge.menu.size > 0 ? menuSentence(knowledge.menu, phrases) : next(context);
  return { text: `${fillSentence(phrases.youPressed, { keys: spelled })} ${rest}` };
}

/** Takes a message in two steps: the words, then how to reach the customer. */
function onMessage(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, language } = context;
  const { phrases } = language;
  const kind = conversation.pending?.kind;
  if (kind !== 'message' && kind !== 'contact') return undefined;
  const intents = intentsOf(said, language);
  if (intents.includes('goodbye')) return ending(context, 0, phrases.messageTaken);
  const isAgain = intents.includes('repeat') || intents.includes('wait');
  const isNoMessage = isAgain || (intents.includes('person') && isQuestion(said, language));
  const isShortNo = intents.includes('no') && language.plain(said).split(' ').length <= 4;
  if (kind === 'contact') return { text: `${phrases.messageTaken} ${more(context)}` };
  if (isShortNo) return { text: next(context) };
  if (language.bareYes.test(language.plain(said)) || isNoMessage) return { text: phrases.askMessage };
  return { text: `${phrases.messageHeard} ${phrases.askContact}` };
}

function onEnd(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, language } = context;
  const intents = intentsOf(said, language);
  const isAsking = isQuestion(said, language) && !/\bbye\b/i.test(said);
  if (intents.includes('goodbye') && !isAsking) return ending(context, intents.includes('thanks') ? 1 : 0);
  if (intents.includes('nothing-else') && !isAsking && conversation.pending === undefined)
    return ending(context, 0);
  const isShort = language.plain(said).split(' ').length <= 5;
  if (!asksForMore(conversation.lastAgentText, language) || !isShort || isAsking) return undefined;
  if (intents.includes('no')) return ending(context, 0);
  return intents.includes('thanks') && !language.bareYes.test(language.plain(said))
    ? ending(context, 1)
    : undefined;
}

function onField(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, language } = context;
  const { phrases } = language;
  const pending = conversation.pending;
  if (pending?.kind === 'check') {
    const intents = intentsOf(said, language);
    if (intents.includes('yes') && pending.value !== undefined) {
      return { text: `${phrases.thanks} ${next(context, pending.field.name)}` };
    }
    const correction = fieldAnswer(pending.field, correctionOf(said, language), language);
    if (typeof correction === 'object' && !intents.includes('person')) {
      return { text: fieldCheck(pending.field, correction.value, language) };
    }
    if (intents.includes('no'))
      return { text: `${phrases.askAgain} ${fieldQuestion(pending.field, language)}` };
    return undefined;
  }
  if (pending?.kind !== 'field') return undefined;
  const answer = fieldAnswer(pending.field, said, language);
  if (answer === 'refused') return { text: `${phrases.leaveOut} ${next(context, pending.field.name)}` };
  if (answer === 'other') return undefined;
  return { text: fieldCheck(pending.field, answer.value, language) };
}

function onSmallTalk(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, facts, language } = context;
  const { phrases } = language;
  const intents = intentsOf(said, language);
  const words = language.plain(said).split(' ').length;
  for (const intent of intents) {
    if (intent === 'person') return transfer(context);
    if (intent === 'robot') return { text: `${phrases.robot} ${next(context)}` };
    if (intent === 'identity')
      return {
        text: `${fillSentence(phrases.iAm, { who: introduction(knowledge) })} ${phrases.robot} ${next(context)}`,
      };
    if (intent === 'repeat') return { text: conversation.lastAgentText || greeting(context) };
    if (intent === 'wait' && words <= 6) return { text: phrases.takeYourTime };
    if (intent === 'how-are-you' && words <= 6) return { text: `${phrases.fine} ${next(context)}` };
    if (intent === 'help' && !facts.find(said))
      return { text: `${topicsSentence(context)} ${more(context)}` };
    if (intent === 'thanks' && words <= 5 && !isQuestion(said, language))
      return { text: `${phrases.welcome} ${next(context)}` };
    if (intent === 'yes' && words <= 3 && asksForMore(conversation.lastAgentText, language)) {
      return { text: `${phrases.ofCourse} ${phrases.whatToKnow}` };
    }
    if (intent === 'greeting' && words <= 4) return { text: afterGreeting(context) };
  }
  return undefined;
}

function onFact(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, facts, language } = context;
  const fact = facts.find(said);
  if (!fact) return undefined;
  const isAnswer =
    conversation.pending?.kind === 'question' && !isQuestion(said, language) && fact.score < sureScore;
  return isAnswer ? undefined : { text: `${fact.say} ${next(context)}` };
}

/** Words that answer what the agent asked, or that simply begin the conversation. */
function onAnswer(context: ReplyContext, said: string): Reply | undefined {
  const { conversation, knowledge, brief, language } = context;
  const { phrases } = language;
  if (isQuestion(said, language)) return undefined;
  if (conversation.pending?.kind === 'question') {
    const rest = next(context);
    return { text: rest.startsWith(phrases.allAsked) ? rest : `${phrases.thanks} ${rest}` };
  }
  const hasGoals =
    knowledge.questions.length + knowledge.announcements.length + brief.missingFields.length > 0;
  const rest = next(context);
  return hasGoals && !asksForMore(rest, language) && conversation.agentTurns <= 1
    ? { text: rest }
    : undefined;
}

function onUnknown(context: ReplyContext, said: string): Reply {
  const { conversation, language } = context;
  const { phrases } = language;
  const pending = conversation.pending;
  const isMumble = language.plain(said).split(' ').length <= 2;
  if (pending?.kind === 'field')
    return { text: `${phrases.askAgain} ${fieldQuestion(pending.field, language)}` };
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
  const { phrases } = context.language;
  const tool = transferTool(context);
  const required = tool?.parameters['required'];
  const needsNothing = !Array.isArray(required) || required.length === 0;
  if (tool && needsNothing) return { text: phrases.transfer, tool: { name: tool.name, arguments: {} } };
  return { text: `${phrases.noTransfer} ${phrases.askMessage}` };
}

function ending(context: ReplyContext, closing: 0 | 1 | 2, before = ''): Reply {
  const { tools, language } = context;
  const { phrases } = language;
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
