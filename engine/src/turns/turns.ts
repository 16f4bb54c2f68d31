import { addText, turnText } from './customer-turn.ts';
import { addDigit, isDigit } from './digits.ts';
import { isEcho } from './echo.ts';
import { isGoodbye } from './goodbye.ts';
import { judgeCustomer, passFrame } from './passing-time.ts';
import { comeBack, countsAside, stepAside } from './standing-aside.ts';
import type { TurnAction, TurnEvent, TurnRules, TurnState } from './turn-state.ts';
import {
  answerCustomer,
  closeReply,
  cutAgent,
  endNow,
  endUtterance,
  hangUpSoon,
  openFloor,
  type Step,
  say,
  sayLastWords,
} from './turn-steps.ts';

/**
 * Decides whose turn it is. The one place that does: everything that happens in a call comes here as an
 * event, and everything the call does about who speaks is an action from here. Pure.
 */
export function decideTurn(
  state: TurnState,
  event: TurnEvent,
  rules: TurnRules,
): { state: TurnState; actions: readonly TurnAction[] } {
  const step: Step = { state: { ...state }, actions: [], rules, atMs: event.atMs };
  takeTurnStep(step, event);
  return { state: step.state, actions: step.actions };
}

/** The same, for an owner of the state who wants no copy of it 50 times a second: changes the step. */
export function takeTurnStep(step: Step, event: TurnEvent): void {
  if (step.state.floor === 'ended') return;
  if (step.state.floor === 'aside' && !countsAside(event)) return;
  switch (event.type) {
    case 'answered':
      step.state.quietSinceMs = event.atMs;
      if (step.rules.isGreeting) say(step, 'greeting');
      else openFloor(step);
      return;
    case 'frame':
      passFrame(step, event);
      return;
    case 'transcript':
      takeTranscript(step, event);
      return;
    case 'words.lost':
      loseWords(step);
      return;
    case 'ears':
      changeEars(step, event);
      return;
    case 'digit':
      takeDigit(step, event.digit);
      return;
    case 'typed':
      takeTyped(step, event.text);
      return;
    case 'held':
      hold(step);
      return;
    case 'resumed':
      resume(step);
      return;
    case 'aside.begins':
      stepAside(step);
      return;
    case 'aside.ends':
      comeBack(step);
      return;
    case 'reply.played':
      if (step.state.reply?.generation === event.generation) finishReply(step, event.text);
      return;
    case 'reply.failed':
      if (step.state.reply?.generation === event.generation) failReply(step);
      return;
    case 'reply.ends_call':
      if (step.state.reply?.generation !== event.generation) return;
      closeReply(step, false);
      hangUpSoon(step, event.endReason);
      return;
    case 'end':
      endNow(step, event.endReason);
  }
}

function takeTranscript(step: Step, event: Extract<TurnEvent, { type: 'transcript' }>): void {
  const { floor } = step.state;
  const isOverAgent = floor === 'replying' || floor === 'speaking' || floor === 'undecided';
  const text = isOverAgent && isEcho(event) ? '' : event.text;
  const turn = addText(step.state.turn, { ...event, text });
  if (!turn) return;
  step.state.turn = turn;
  judgeCustomer(step);
}

/** The customer is asked again when the words they were waiting on an answer for are gone. */
function loseWords(step: Step): void {
  const { state } = step;
  if (!state.turn) return;
  const utterances = state.turn.utterances.map((utterance) =>
    utterance.id === state.utterance?.id ? utterance : { ...utterance, isFinal: true },
  );
  state.turn = { ...state.turn, utterances };
  const isListening = state.floor === 'customer' || state.floor === 'open';
  if (!isListening || state.utterance || state.digits || turnText(state.turn) !== '') {
    judgeCustomer(step);
    return;
  }
  state.turn = null;
  if (state.ears === 'open') say(step, 'reprompt');
  else openFloor(step);
}

function changeEars(step: Step, event: Extract<TurnEvent, { type: 'ears' }>): void {
  const { state } = step;
  if (state.ears === event.ears) return;
  state.ears = event.ears;
  if (event.ears !== 'closed') return;
  state.utterance = null;
  loseWords(step);
  if (state.floor === 'open') openFloor(step);
}

/** The first key takes the floor from the agent. */
function takeDigit(step: Step, digit: string): void {
  const { state } = step;
  if (state.floor === 'closing' || !isDigit(digit)) return;
  cutAgent(step);
  state.digits = addDigit(state.digits, digit, step.atMs);
  state.floor = 'customer';
  state.quietSinceMs = step.atMs;
  judgeCustomer(step);
}

function takeTyped(step: Step, text: string): void {
  if (step.state.floor === 'closing' || text.trim() === '') return;
  cutAgent(step);
  // Somebody who types needs no word about keys.
  step.state.isNoticeSaid = true;
  answerCustomer(step, { text: text.trim(), by: 'typed', startMs: step.atMs, endMs: step.atMs });
}

function hold(step: Step): void {
  if (step.state.floor === 'held' || step.state.floor === 'closing') return;
  endUtterance(step);
  step.state.floor = 'held';
  step.actions.push({ do: 'pause_agent' }, { do: 'note', kind: 'held', text: 'The call was put on hold.' });
}

function resume(step: Step): void {
  const { state } = step;
  if (state.floor !== 'held') return;
  step.actions.push({ do: 'note', kind: 'resumed', text: 'The call went on.' }, { do: 'resume_agent' });
  state.quietSinceMs = step.atMs;
  if (state.reply) state.floor = state.reply.isAudible ? 'speaking' : 'replying';
  else if (state.turn || state.digits) state.floor = 'customer';
  else openFloor(step);
}

function finishReply(step: Step, text: string): void {
  const { state, atMs } = step;
  const endReason = state.reply?.endReason ?? null;
  closeReply(step, false);
  state.quietSinceMs = atMs;
  if (endReason !== null) {
    hangUpSoon(step, endReason);
    return;
  }
  state.isGoodbyeSaid = state.hasCustomerSaidGoodbye && isGoodbye(text);
  const { overlap } = state;
  state.overlap = null;
  if (state.floor === 'held') return;
  if (overlap && text.trim().endsWith('?') && atMs - overlap.endMs <= answerOverlapMs) {
    const { turn, endMs } = overlap;
    answerCustomer(step, { text: turnText(turn), by: 'speech', startMs: turn.startMs, endMs });
    return;
  }
  if (state.turn || state.utterance) {
    state.floor = 'customer';
    judgeCustomer(step);
  } else openFloor(step);
}

/** Last words that cannot be said are left out; any other failure is apologised for. */
function failReply(step: Step): void {
  const { reply, floor } = step.state;
  if (reply?.isApology || floor === 'closing') endNow(step, reply?.endReason ?? 'provider_failed');
  else sayLastWords(step, 'apology', 'provider_failed');
}

/** "Yes" said over the last syllables of a question answers it. */
const answerOverlapMs = 1500;
