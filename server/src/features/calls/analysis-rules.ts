import type { Disposition, Sentiment } from '@parley/contract/calls';
import { type EndReason, endReasons } from '@parley/contract/end-reasons';
import { plainWords } from '@parley/engine/screening/plain-words';
import { findOptOut } from '../do-not-call/index.ts';
import { wordsOfOtherLanguages as others } from './analysis-words.ts';

export type AnalysedTurn = { speaker: 'agent' | 'customer'; text: string };

export type CallAnalysis = { summary: string; sentiment: Sentiment; disposition: Disposition };

export type AnalysisInput = {
  direction: 'inbound' | 'outbound';
  agentName: string;
  endReason: EndReason;
  turns: readonly AnalysedTurn[];
};

const positiveWords =
  /\b(thanks?|thank you|great|perfect|wonderful|excellent|awesome|lovely|good|nice|happy|glad|appreciate|helpful|love|sounds good|cheers)\b/gi;
const negativeWords =
  /\b(angry|annoy(?:ed|ing)|terrible|awful|horrible|useless|bad|worst|ridiculous|upset|frustrat(?:ed|ing)|disappoint(?:ed|ing)|complain(?:t)?|unacceptable|stupid|hate|rude|waste|scam|wrong|leave me alone|stop calling)\b/gi;
const negations =
  /\b(not|no|never|isn't|wasn't|don't|didn't)\s+(?:\w+\s+)?(good|great|happy|helpful|nice|glad)\b/gi;

const refusalOfCalls =
  /\b(do not|don't|stop|never) (call|calling|contact|phone|ring)\b|\b(remove|take) (me|my number)\b/i;
const wrongNumber = /\bwrong (number|person)\b|\bno one (here )?(by|with) that name\b/i;
const noInterest = /\b(not interested|no interest)\b/i;
const politeNo = /\bno,? (thanks?|thank you)\b/i;
/** The agent asks whether there is more to do: a no to that refuses nothing. */
const asksForMore = /\b(anything|something|what|nothing) (else|more)\b|\b(other|more|further) questions?\b/i;
const politeRefusals = /\b(not interested|no interest|no)\b[,.]?\s+(thanks?|thank you)\b/gi;
const booking = /\b(book|booked|schedule|scheduled|appointment|reserve|reservation)\b/i;
const bookingConfirmed = /\b(booked|scheduled|confirmed|see you (on|at|then|tomorrow))\b/i;
const callback = /\bcall (me |us )?back\b|\bcallback\b|\btry (me )?again\b|\bring (me )?back\b/i;

/**
 * Summary, sentiment and disposition by fixed rules, where no language model is connected. They claim
 * only what the words or the line show.
 */
export function analyseByRules(call: AnalysisInput): CallAnalysis {
  return { summary: summarise(call), sentiment: judgeSentiment(call), disposition: judgeDisposition(call) };
}

function customerWords(call: AnalysisInput): string {
  return call.turns
    .filter((turn) => turn.speaker === 'customer')
    .map((turn) => turn.text)
    .join(' ');
}

function judgeSentiment(call: AnalysisInput): Sentiment {
  const heard = customerWords(call);
  if (heard.trim() === '' || call.endReason === 'screened') return 'unknown';
  // The thanks of "not interested, thank you" are manners.
  const words = heard.replaceAll(politeRefusals, ' ');
  const turned = words.match(negations)?.length ?? 0;
  const balance =
    (words.match(positiveWords)?.length ?? 0) -
    (words.match(negativeWords)?.length ?? 0) -
    2 * turned -
    (refusalOfCalls.test(words) || findOptOut(words) !== undefined ? 2 : 0) +
    balanceOfOthers(heard);
  if (balance > 0) return 'positive';
  return balance < 0 ? 'negative' : 'neutral';
}

/** Praise less complaint in other languages than English. */
function balanceOfOthers(heard: string): number {
  const words = plainWords(heard).replaceAll(others.politeRefusal, ' ');
  return (words.match(others.positive)?.length ?? 0) - (words.match(others.negative)?.length ?? 0);
}

function judgeDisposition(call: AnalysisInput): Disposition {
  const words = customerWords(call);
  const agentWords = call.turns
    .filter((turn) => turn.speaker === 'agent')
    .map((turn) => turn.text)
    .join(' ');
  if (call.endReason === 'voicemail') return 'voicemail';
  if (call.turns.length === 0 || call.endReason === 'screened') return 'not_reached';
  if (words.trim() === '') return 'no_conversation';
  if (call.turns.some((turn) => turn.speaker === 'customer' && findOptOut(turn.text) !== undefined))
    return 'do_not_call';
  const plain = plainWords(words);
  if (wrongNumber.test(words) || others.wrongNumber.test(plain)) return 'wrong_number';
  if (noInterest.test(words) || others.noInterest.test(plain) || saysPoliteNo(call)) return 'not_interested';
  if (booking.test(words) && bookingConfirmed.test(agentWords)) return 'appointment_booked';
  if (others.booking.test(plain) && others.bookingConfirmed.test(plainWords(agentWords)))
    return 'appointment_booked';
  if (callback.test(words) || others.callback.test(plain)) return 'callback_requested';
  return 'completed';
}

function saysPoliteNo({ turns }: AnalysisInput): boolean {
  return turns.some(
    ({ speaker, text }, at) =>
      speaker === 'customer' && politeNo.test(text) && !asksForMore.test(turns[at - 1]?.text ?? ''),
  );
}

/** Length of a quotation in the summary, in characters, and how many there are at most. */
const quotationLength = 140;
const quotationLimit = 3;

const asks =
  /\?|^\W*(what|when|where|who|why|how|which|can|could|do|does|is|are|will|would|may)\b|\b(i (want|need|would like)|i'd like|please)\b/i;
/** A greeting alone is one with a question mark too: "Hello?" asks nothing. */
const courtesy =
  /^\W*(hello|hi|hey|yes|yeah|no|okay|ok|good (morning|afternoon|evening)|thank|thanks|bye|goodbye)\b([^?]*|\W*)$/i;

function summarise(call: AnalysisInput): string {
  const customer = call.turns.filter((turn) => turn.speaker === 'customer').map((turn) => turn.text);
  const opening =
    call.direction === 'inbound'
      ? `A customer rang ${call.agentName}.`
      : `${call.agentName} called the customer.`;
  const ending = `${endReasons[call.endReason].label}.`;
  if (call.turns.length === 0) return `${opening} Nobody talked. ${ending}`;
  if (call.endReason === 'screened')
    return `${opening} A call assistant answered, and nobody came to the phone.`;
  if (customer.length === 0) return `${opening} The customer said nothing. ${ending}`;
  const questions = customer.filter((text) => asks.test(text) && !courtesy.test(text));
  const remarks = customer.filter((text) => !courtesy.test(text));
  const told = questions.length > 0 ? questions : remarks.length > 0 ? remarks : customer;
  const quotations = told.slice(0, quotationLimit).map(quote);
  const verb = questions.length > 0 ? 'asked' : 'said';
  return `${opening} The customer ${verb} ${quotations.join(', ')}. ${ending}`;
}

function quote(text: string): string {
  const line = text
    .replace(/\s+/g, ' ')
    .replace(/[.\s]+$/, '')
    .trim();
  return `“${line.length > quotationLength ? `${line.slice(0, quotationLength - 1).trimEnd()}…` : line}”`;
}
