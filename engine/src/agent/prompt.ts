import type { AgentSettings, CallParties } from '../interfaces/call-settings.ts';
import type { AgentBrief } from '../interfaces/language-model.ts';
import { fillForModel, fillForSpeech } from './merge-fields.ts';

/** The system prompt: who the agent is, how one talks on a telephone, and what is known of the customer. */
export function composePrompt(options: {
  agent: AgentSettings;
  parties: CallParties;
  toolNames: readonly string[];
  /** The customer answers by keys only. */
  isTouchTone: boolean;
}): string {
  const { agent, parties } = options;
  const known = Object.entries(agent.knownFields).filter(([, value]) => value.trim() !== '');
  const sections = [
    fillForModel(agent.prompt, agent.knownFields),
    `You are ${agent.name}, speaking with a person on the telephone. ${directionLine(parties)}`,
    manners.join('\n'),
    `Speak ${languageName(agent.language)} unless the person speaks another language.`,
    options.toolNames.includes('end_call')
      ? 'When the conversation is over, say goodbye and call end_call in the same turn. Never end it in the middle of a question.'
      : '',
    options.toolNames.includes('press_digit')
      ? 'When an automatic menu asks for a key, press it with press_digit and say nothing.'
      : '',
    options.isTouchTone
      ? 'The person can only answer by the keys of the telephone. Ask one question at a time that keys can answer, and say which key means what.'
      : '',
    known.length > 0
      ? `What is known of the person:\n${known.map(([name, value]) => `- ${name}: ${value}`).join('\n')}`
      : '',
    agent.missingFields.length > 0
      ? `Find out in the course of the conversation, one at a time:\n${agent.missingFields
          .map(({ name, description }) => `- ${name}: ${description}`)
          .join('\n')}`
      : '',
  ];
  return sections.filter(Boolean).join('\n\n');
}

/** What models that follow rules read instead of the prompt. */
export function composeBrief(agent: AgentSettings): AgentBrief {
  const welcome = composeGreeting(agent);
  return {
    agentName: agent.name,
    language: agent.language,
    prompt: fillForModel(agent.prompt, agent.knownFields),
    missingFields: agent.missingFields,
    knownFields: agent.knownFields,
    ...(welcome !== '' && { welcome }),
  };
}

/** What the agent greets with; empty when the customer is to speak first. */
export function composeGreeting(agent: AgentSettings): string {
  return agent.welcome.mode === 'play' ? fillForSpeech(agent.welcome.text, agent.knownFields) : '';
}

function directionLine({ direction }: CallParties): string {
  return direction === 'inbound'
    ? 'The person has called you.'
    : 'You have called the person. Where a call assistant answers and asks who is calling, tell it in one sentence your name, for whom you call and why, and wait for the person.';
}

function languageName(language: string): string {
  return languageNames[language.toLowerCase().split('-')[0] ?? ''] ?? `the language ${language}`;
}

const manners = [
  'Everything you write is spoken aloud:',
  '- Answer in one to three short sentences, then let the person speak. Ask one thing at a time.',
  '- Write plain sentences: no lists, headings, markdown, emoji, links, or stage directions.',
  '- Write numbers, dates and amounts as one says them.',
  '- The words of the person come from a recogniser and may be wrong: when something is unclear, ask.',
  '- "(pressed 1 on the phone keypad)" means that the person pressed that key.',
  '- When you were interrupted, only what the person heard stands in the conversation. Do not start over.',
  '- Never say a placeholder or the name of a field, and never invent facts you were not given.',
];

const languageNames: Readonly<Record<string, string>> = {
  en: 'English',
  de: 'German',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  pt: 'Portuguese',
  nl: 'Dutch',
  pl: 'Polish',
  hi: 'Hindi',
  ja: 'Japanese',
  zh: 'Chinese',
};
