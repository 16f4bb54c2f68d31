import { fillSentence, type SpokenSentences, sentencesFor } from '@parley/engine/interfaces/spoken-sentences';
import type { CallTurnRow } from '../tables.ts';

/** The longest summary and quotation that are spoken, in characters: somebody waits on the other line. */
const summaryLength = 400;
const quotationLength = 160;

const courtesy =
  /^\W*(?:hello|hi|hey|yes|yeah|no|okay|ok|good (?:morning|afternoon|evening)|thanks?)\b[^?]*$/i;
const asksForPerson =
  /\b(?:speak|talk|connect|transfer|put me through)\b.*\b(?:person|human|someone|somebody|you|through|agent|manager)\b/i;

/**
 * What somebody is told before a call is handed to them: who they speak with, and what it is about; by the model's
 * summary, or where there is none by what the customer said last of substance.
 */
export function writeBriefing(call: {
  /** BCP 47: the language it is told in. */
  language: string;
  agentName: string;
  customerName: string;
  summary: string;
  turns: readonly Pick<CallTurnRow, 'speaker' | 'text'>[];
}): string {
  const words = sentencesFor(call.language).briefing;
  const customer = call.customerName === '' ? words.someCaller : call.customerName;
  const opening = fillSentence(words.opening, { agent: call.agentName, customer });
  return `${opening} ${describe(call, words)}`.trim();
}

function describe(
  { summary, turns }: Pick<Parameters<typeof writeBriefing>[0], 'summary' | 'turns'>,
  words: SpokenSentences['briefing'],
): string {
  if (summary !== '') return asSentence(shorten(summary, summaryLength));
  const said = turns
    .filter(
      ({ speaker, text }) => speaker === 'customer' && !courtesy.test(text) && !asksForPerson.test(text),
    )
    .at(-1);
  return said
    ? fillSentence(words.theySaid, { words: asSentence(shorten(said.text, quotationLength)) })
    : words.askedForPerson;
}

function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : line.slice(0, line.lastIndexOf(' ', length));
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
