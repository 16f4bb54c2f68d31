import type { CallTurn } from '@parley/contract/calls';
import type { EndReason } from '@parley/contract/end-reasons';
import { decideScreening } from '../screening/call-screening.ts';
import { turnText } from './customer-turn.ts';
import { entryText } from './digits.ts';
import { isGoodbye } from './goodbye.ts';
import type { Line, TurnAction, TurnRules, TurnState } from './turn-state.ts';

/** One decision in the making: a copy of the state to change, and the actions that follow. */
export type Step = { state: TurnState; actions: TurnAction[]; rules: TurnRules; atMs: number };

/** Lets the agent say a line of its own. With an end reason the call ends after it. */
export function say(step: Step, line: Line, endReason: EndReason | null = null): void {
  const generation = beginReply(step, endReason, line === 'apology');
  step.actions.push({ do: 'say', generation, line });
}

/** Says a line that nothing interrupts, and ends the call after it. */
export function sayLastWords(step: Step, line: Line, endReason: EndReason): void {
  endUtterance(step);
  cutAgent(step);
  commitOpenWords(step);
  say(step, line, endReason);
  step.state.floor = 'closing';
}

/** Takes the floor from the agent: what was not heard of its reply is dropped. Who stands aside has been heard out. */
export function cutAgent(step: Step): void {
  closeReply(step, step.state.floor !== 'aside');
}

/** The reply is over; what was heard of it becomes a turn. */
export function closeReply(step: Step, wasInterrupted: boolean): void {
  const { reply } = step.state;
  if (!reply) return;
  step.actions.push({ do: 'close_reply', generation: reply.generation, wasInterrupted });
  step.state.reply = null;
  step.state.onsetMs = null;
}

/** The customer's turn is over: it goes into the transcript and the agent answers it. */
export function answerCustomer(
  step: Step,
  turn: { text: string; by: CallTurn['by']; startMs: number; endMs: number },
): void {
  commitCustomer(step, turn);
  if (turn.by === 'speech' && step.rules.isOutbound && meetScreening(step, turn.text)) return;
  const generation = beginReply(step, null, false);
  step.actions.push({ do: 'reply', generation, by: turn.by });
}

/**
 * Deals with a call assistant, and with the person it rings. False where the language model answers: it tells best who calls
 * and why.
 */
function meetScreening(step: Step, text: string): boolean {
  const { state, rules } = step;
  const decision = decideScreening({ ...state, text });
  if (decision === 'give_up') {
    endNow(step, 'screened');
    return true;
  }
  if (decision === 'wait') {
    state.quietSinceMs = step.atMs;
    openFloor(step);
    return true;
  }
  const wasScreened = state.isScreened;
  state.isScreened = decision === 'introduce';
  if (state.isScreened) state.introductions += 1;
  if (state.isScreened !== wasScreened)
    step.actions.push({
      do: 'note',
      ...(wasScreened
        ? { kind: 'put_through', text: 'The call assistant put the call through.' }
        : { kind: 'screened', text: 'A call assistant answered and asked who is calling.' }),
    });
  if (decision !== 'greet' || !rules.isGreeting) return false;
  say(step, 'greeting');
  return true;
}

/** The keys pressed are a turn, together with words that were spoken before them. */
export function answerDigits(step: Step): void {
  const { digits, turn, lastVoicedMs } = step.state;
  if (!digits) return;
  step.actions.push({ do: 'note', kind: 'digits_received', text: digits.digits });
  answerCustomer(step, {
    text: joinWords(turnText(turn), entryText(digits)),
    by: 'digits',
    startMs: Math.min(turn?.startMs ?? digits.startMs, digits.startMs),
    endMs: Math.max(digits.lastMs, turn ? lastVoicedMs : 0),
  });
}

/** What the customer has said so far goes into the transcript without an answer. */
export function commitOpenWords(step: Step): void {
  const { turn, digits, lastVoicedMs } = step.state;
  const text = joinWords(turnText(turn), digits ? entryText(digits) : '');
  const startMs = turn?.startMs ?? digits?.startMs ?? step.atMs;
  const endMs = Math.max(startMs, digits?.lastMs ?? lastVoicedMs);
  if (text !== '') commitCustomer(step, { text, by: digits ? 'digits' : 'speech', startMs, endMs });
  step.state.turn = null;
  step.state.digits = null;
}

/** Nobody has the floor. On a line on which nobody can be understood the agent says so, once. */
export function openFloor(step: Step): void {
  step.state.floor = 'open';
  if (step.state.ears !== 'closed' || step.state.isNoticeSaid) return;
  step.state.isNoticeSaid = true;
  say(step, 'touch_tone_notice');
}

/** The recogniser is to answer for the utterance that is open. */
export function endUtterance(step: Step): void {
  if (step.state.utterance) {
    step.actions.push({ do: 'end_utterance', utteranceId: step.state.utterance.id });
  }
  step.state.utterance = null;
}

/** The line is closed once the last frame had the time to be heard at the other end. */
export function hangUpSoon(step: Step, endReason: EndReason): void {
  step.state.floor = 'closing';
  step.state.hangUp = { endReason, atMs: step.atMs + hangUpGraceMs };
}

/** Ends the call now: what was heard of both sides is kept. */
export function endNow(step: Step, endReason: EndReason): void {
  cutAgent(step);
  commitOpenWords(step);
  step.state.floor = 'ended';
  step.actions.push({ do: 'end', endReason });
}

function beginReply(step: Step, endReason: EndReason | null, isApology: boolean): number {
  const { state } = step;
  cutAgent(step);
  state.generation += 1;
  state.reply = { generation: state.generation, isAudible: false, endReason, isApology };
  state.floor = 'replying';
  state.quietSinceMs = step.atMs;
  return state.generation;
}

function commitCustomer(
  step: Step,
  turn: { text: string; by: CallTurn['by']; startMs: number; endMs: number },
): void {
  const { state } = step;
  step.actions.push({ do: 'commit_customer', ...turn });
  state.turn = null;
  state.digits = null;
  state.overlap = null;
  state.reprompts = 0;
  state.customerTurns += 1;
  state.hasCustomerSaidGoodbye = isGoodbye(turn.text);
  state.isGoodbyeSaid = false;
}

function joinWords(before: string, after: string): string {
  return before === '' || after === '' ? before + after : `${before} ${after}`;
}

/** A far end's jitter buffer holds up to about this much (RFC 3550 gives no figure; 60-200 ms are usual). */
const hangUpGraceMs = 200;
